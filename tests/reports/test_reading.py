"""The strict visitor itself: it must see what is wrong."""

import pytest

from tests.reports import reading

GOOD = (
    '<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"></head><body>'
    '<h1>A</h1><h2 id="b">B</h2><a href="#b">b</a><table><caption>c</caption><tr><th scope="col">h</th></tr>'
    "<tr><td>1</td></tr></table></body></html>"
)


def test_a_good_page_passes():
    assert reading.complaints(GOOD) == []
    assert reading.outside(GOOD) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (' lang="en"', ""),
        ("width=device-width", "width=1000"),
        ("h2", "h3"),
        ("#b", "#nowhere"),
        ("<caption>c</caption>", ""),
        (' scope="col"', ""),
        ("<tr><td>1</td></tr>", ""),
        ("</table>", ""),
        ("<h1>A</h1>", '<h1 id="b">A</h1>'),
        ("</body>", "<figure><svg></svg></figure></body>"),
    ],
)
def test_a_fault_is_seen(before, after):
    assert reading.complaints(GOOD.replace(before, after))


@pytest.mark.parametrize(
    "addition",
    [
        '<img src="https://example.org/a.png">',
        '<img src="a.png">',
        '<link rel="stylesheet" href="//example.org/a.css">',
        "<style>body { background: url(http://example.org) }</style>",
        '<style>@import "a.css";</style>',
        "<script>1</script>",
        '<a href="https://example.org">x</a>',
    ],
)
def test_a_way_out_is_seen(addition):
    assert reading.outside(GOOD.replace("</body>", addition + "</body>"))
