"""The report page in a real browser: on a phone and on a desk, without the network, without complaints."""

import shutil

import pytest

from tests.reports.made import once

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on PATH (apt-get install chromium)"),
    # playwright leaves the closing of its pipes to the garbage collector
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder, answer = once(tmp_path_factory)
    return folder / answer["page"]


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module", params=[360, 1280], ids=["phone", "desk"])
def visit(request, browser, page_file):
    """The page as it was loaded, with all it asked for and complained of."""
    page = browser.new_page(viewport={"width": request.param, "height": 800})
    asked, complaints = [], []
    page.on("request", lambda each: asked.append(each.url))
    page.on("console", lambda each: complaints.append(each.text))
    page.on("pageerror", lambda each: complaints.append(str(each)))
    page.goto(page_file.as_uri())
    page.wait_for_load_state("networkidle")
    yield page, asked, complaints
    page.close()


def test_no_request_leaves_the_page(visit, page_file):
    _, asked, complaints = visit
    assert [url for url in asked if not url.startswith("data:")] == [page_file.as_uri()]
    assert complaints == []


def test_nothing_hangs_over_the_edge(visit):
    page, _, _ = visit
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= seen
    outside = page.evaluate(
        """[...document.querySelectorAll('main *')].filter(each =>
             !each.closest('.scroll') && !each.closest('svg')
             && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
           .map(each => each.tagName + '.' + each.className)"""
    )
    assert outside == []


def test_an_overflow_would_be_seen(browser):
    page = browser.new_page(viewport={"width": 360, "height": 800})
    page.set_content('<main><div style="width: 1000px">x</div></main>')
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    page.close()
    assert wide > seen


def test_words_in_figures_can_be_read(visit):
    page, _, _ = visit
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('svg text')].map(each => each.getBoundingClientRect().height))"
    )
    assert smallest >= 7


def test_headings_pictures_and_tables_are_announced(visit):
    page, _, _ = visit
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("heading", name="Verdicts", exact=True).is_visible()
    pictures = page.get_by_role("img")
    assert pictures.count() == page.locator("svg").count() > 5
    assert all(pictures.nth(place).get_attribute("aria-label") for place in range(pictures.count()))
    verdicts = page.get_by_role("table", name="Claims under")
    assert verdicts.count() == 1
    assert verdicts.get_by_role("row").count() > 3


def test_a_verdict_leads_to_its_claim(visit):
    page, _, _ = visit
    page.locator("#verdicts a").first.click()
    target = page.evaluate("document.querySelector(':target') && document.querySelector(':target').id")
    assert target is not None
    assert target.startswith("claim-")


def test_it_prints(visit):
    page, _, _ = visit
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation").is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.emulate_media(media="screen")
