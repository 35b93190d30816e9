"""What the pictures of a battle say: every number drawn is the answer's, and the odds card can be read and printed."""

import itertools
import re

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from risksim import battles, pictures
from risksim.battles import plots
from risksim.errors import InputError

mpl.use("agg")


@pytest.fixture(autouse=True)
def _closed():
    yield
    mpl.pyplot.close("all")


def words(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


# --- who is left, what is lost -----------------------------------------------------------------------------------


def test_who_is_left_with_the_chance():
    answer = battles.odds(4, 2)
    axes = answer.plot()
    drawn = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches}
    expected = {(o.armies_left if o.defenders_left == 0 else -o.defenders_left): o.p for o in answer.outcomes}
    assert drawn == pytest.approx(expected)
    assert sorted(words(axes)) == sorted(f"{p:.3f}" for p in expected.values())
    assert legend(axes) == ["taken: 0.656", "not taken: 0.344"]
    assert "4 armies (3 can attack) against 2: P(taken) = 0.656" in axes.get_title(loc="left")


def test_what_is_lost_with_the_means():
    answer = battles.odds(10, 8)
    axes = answer.plot_losses()
    heights = [bar.get_height() for bar in axes.patches]
    assert sum(h for h in heights if h > 0) == pytest.approx(1)
    assert sum(h for h in heights if h < 0) == pytest.approx(-1)
    mean = sum(
        bar.get_height() * (bar.get_x() + bar.get_width() / 2) for bar in axes.patches if bar.get_height() > 0
    )
    assert mean == pytest.approx(answer.expected_attacker_losses)
    assert [f"{answer.expected_attacker_losses:.2f}" in legend(axes)[0], f"{answer.sd_defender_losses:.2f}" in legend(axes)[1]] == [True, True]  # fmt: skip
    lines = [line.get_xdata()[0] for line in axes.lines[:2]]
    assert lines == pytest.approx([answer.expected_attacker_losses, answer.expected_defender_losses])


def test_large_battles_are_outlines():
    answer = battles.odds(2_000, 2_340)
    axes = answer.plot()
    assert len(axes.patches) == 2
    areas = [np.sum(patch.get_data().values * np.diff(patch.get_data().edges)) for patch in axes.patches]
    assert areas[0] == pytest.approx(answer.p_win, abs=1e-3)
    assert sum(areas) == pytest.approx(1, abs=1e-3)
    assert len(answer.plot_losses().patches) == 2


def test_an_outline_is_one_although_ends_are_odd_or_even_by_turns():
    answer = battles.odds(10_000, 10_000)
    axes = answer.plot()
    heights = axes.patches[0].get_data().values
    highest = int(np.argmax(heights))
    assert 100 < len(heights) <= 220
    assert (np.diff(heights[: highest + 1]) >= 0).all()
    assert (np.diff(heights[highest:]) <= 0).all()
    by_number = {outcome.armies_left: outcome.p for outcome in answer.outcomes if not outcome.defenders_left}
    assert np.diff([by_number[n] for n in range(1_200, 1_400)]).min() < 0  # as they are


@pytest.mark.parametrize("battle", [(3, 1_000), (10_000, 10_000), (200, 20), (400, 240)])
def test_the_axis_ends_where_ends_hardly_come_up(battle):
    answer = battles.odds(*battle)
    axes = answer.plot()
    low, high = axes.get_xlim()
    places = {}
    for outcome in answer.outcomes:
        place = outcome.armies_left if not outcome.defenders_left else -outcome.defenders_left
        places[place] = places.get(place, 0) + outcome.p
    assert sum(p for place, p in places.items() if low < place < high) > 0.9998
    middle = sum(p for place, p in places.items() if abs(place - (low + high) / 2) < (high - low) / 2.5)
    assert middle > 0.99 or battle == (3, 1_000)
    assert high - low < 0.35 * (max(places) - min(places))
    assert legend(axes)[0].startswith("taken")


def test_what_may_fail_is_not_called_certain():
    axes = battles.odds(200, 20).plot()
    assert "P(taken) = 1 - 6.72e-36" in axes.get_title(loc="left")
    assert legend(axes) == ["taken: > 0.999", "not taken: < 0.001"]
    axes = battles.odds(3, 1_000).plot()
    assert "P(taken) = 7.43e-322" in axes.get_title(loc="left")
    assert legend(axes) == ["taken: < 0.001", "not taken: > 0.999"]
    axes = battles.odds(5, 1, rules="russian").plot()
    assert "P(taken) = 1.000" in axes.get_title(loc="left")
    assert legend(axes) == ["taken: 1.000", "not taken: 0.000"]


@pytest.mark.parametrize(
    ("defenders", "p", "clauses"),
    [
        (8, 0.8, {}),
        (8, 0.9999, {}),
        (1, 0, {}),
        (300, 0.7, {}),
        (6, 0.9, {"rules": "balanced-blitz"}),
        (5, 1, {"attack_bonus": 6}),
    ],
)
def test_the_curve_of_chances_leads_through_the_armies_needed(defenders, p, clauses):
    answer = battles.need(defenders, p, **clauses)
    axes = answer.plot()
    curve, wanted, enough, fewer = axes.lines
    points = dict(zip(curve.get_xdata().tolist(), curve.get_ydata().tolist(), strict=True))
    assert points[answer.armies] == pytest.approx(answer.p_win)
    assert len(points) > 5
    assert list(points.values()) == sorted(points.values())
    assert min(points) < answer.armies < max(points)
    for armies, chance in points.items():
        if armies > 1:
            assert chance == pytest.approx(battles.odds(armies, defenders, **clauses).p_win)
    assert set(wanted.get_ydata()) == {p}
    assert enough.get_xydata().tolist() == [[answer.armies, answer.p_win]]
    assert fewer.get_xydata().tolist() == [[answer.armies - 1, answer.p_win_one_fewer]]
    assert legend(axes)[1].startswith(f"{answer.armies} armies: ")


# --- how many are needed ------------------------------------------------------------------------------------------


def test_the_curve_agrees_with_one_search_each():
    curve = battles.need_curve(12, [0.3, 0.5, 0.95])
    for p in curve.p:
        for defenders in (1, 2, 5, 12):
            assert curve.at(defenders, p) == battles.need(defenders, p).armies


def test_the_curve_says_where_a_chance_cannot_be_had():
    never = battles.need_curve(3, [0.5], attack_sides=1)
    assert never.armies == ((None, None, None),)
    assert legend(never.plot())[0] == "chance 0.5: cannot be had"
    finnish = battles.need_curve(3, [0.5], rules="finnish")
    assert [finnish.at(d, 0.5) for d in (1, 2, 3)] == [battles.need(d, 0.5, rules="finnish").armies for d in (1, 2, 3)]  # fmt: skip


def test_the_curve_is_drawn():
    curve = battles.need_curve(20)
    axes = curve.plot()
    for place, row in enumerate(curve.armies):
        assert axes.lines[place].get_ydata().tolist() == list(row)
    assert legend(axes) == [
        "chance 0.5 (19 against 20)",
        "chance 0.8 (25 against 20)",
        "chance 0.95 (31 against 20)",
        "as many as defenders",
    ]
    frame = curve.to_frame()
    assert len(frame) == 60
    assert (frame["armies"] - frame["attackers"] == 1).all()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"defenders": 501}, "at most 500"),
        ({"defenders": 0}, "at least 1"),
        ({"defenders": 5, "p": []}, "at least one"),
        ({"defenders": 5, "p": [1]}, "below 1"),
        ({"defenders": 5, "p": [0, 0.5]}, "above 0"),
        ({"defenders": 5, "p": ["half"]}, "half"),
    ],
)
def test_refusals(question, named):
    with pytest.raises(InputError) as caught:
        battles.need_curve(**question)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match=r"none of the chances of the curve: 0\.5"):
        battles.need_curve(5, [0.5]).at(3, 0.6)


# --- the table ----------------------------------------------------------------------------------------------------


def test_the_heat_map_has_its_lines():
    table = battles.win_table(20, 20)
    axes = table.plot()
    assert axes.images[0].get_array().tolist() == [list(row) for row in table.p_win]
    lines = next(each for each in axes.collections if hasattr(each, "levels"))
    assert list(lines.levels) == [0.5, 0.8, 0.95]
    # along the line of even chances the table says about one half
    even = lines.get_paths()[0].vertices
    for defenders, armies in even[(even % 1 == 0).all(axis=1)]:
        assert table.at(int(armies), int(defenders)) == pytest.approx(0.5, abs=0.02)
    assert "even" in words(axes)


def test_a_table_of_one_row_has_no_lines():
    assert battles.win_table(2, 1).plot().collections[:1] == []


# --- the card -----------------------------------------------------------------------------------------------------


def cells(figure):
    """Return the text of a card by its place in hundredths of an inch."""
    return {tuple(round(100 * each) for each in text.get_position()): text for text in figure.axes[0].texts}


def grid_of(figure):
    """Return the chances a card shows, a row for each number of armies."""
    rows = {}
    for (x, y), text in cells(figure).items():
        rows.setdefault(y, []).append((x, text.get_text()))
    ordered = [[text for _, text in sorted(row)] for row in rows.values()]
    return {row[0]: row[1:] for row in ordered if re.fullmatch(r"\d+ \(\d+\)", row[0])}


@pytest.fixture(params=["a4", "letter"])
def card(request):
    return battles.win_table(20, 20).figure(request.param)


def test_the_card_is_a_page(card):
    assert tuple(card.get_size_inches()) in {(8.27, 11.69), (8.5, 11.0)}
    width, height = card.get_size_inches()
    renderer = FigureCanvasAgg(card).get_renderer()
    for text in card.axes[0].texts:
        box = text.get_window_extent(renderer)
        assert 0.3 * card.dpi < box.x0 < box.x1 < (width - 0.3) * card.dpi, text.get_text()
        assert 0.3 * card.dpi < box.y0 < box.y1 < (height - 0.3) * card.dpi, text.get_text()
        assert text.get_fontsize() >= 7


def test_no_words_of_the_card_overlap(card):
    renderer = FigureCanvasAgg(card).get_renderer()
    boxes = [
        (text.get_text(), text.get_window_extent(renderer).shrunk(0.9, 0.9)) for text in card.axes[0].texts
    ]
    for place, (text, box) in enumerate(boxes):
        for other, further in boxes[place + 1 :]:
            assert not box.overlaps(further), (text, other)


def test_the_card_holds_every_chance(card):
    table = battles.win_table(20, 20)
    said = words(card.axes[0])
    grid = grid_of(card)
    assert list(grid) == [f"{n} ({n - 1})" for n in range(2, 21)]
    for armies in (2, 3, 7, 13, 20):
        shown = grid[f"{armies} ({armies - 1})"]
        assert len(shown) == 20
        for defenders, text in enumerate(shown, start=1):
            p = table.at(armies, defenders)
            rounded = f"{100 * p:.0f}"
            if int(rounded) in (20, 50, 80, 95) and 100 * p < int(rounded):  # would lie about the shade
                rounded = f"{100 * p - 0.05:.1f}"
            assert text == ("<1" if p < 0.005 else ">99" if p >= 0.995 else rounded)
    assert grid["11 (10)"][9] == "57"
    assert "100" not in [text for row in grid.values() for text in row]
    assert any("One of them has to stay" in text for text in said)
    assert any(table.rules_digest[:12] in text for text in said)


def test_what_is_printed_lies_in_the_band_of_its_shade(card):
    greys = {to_rgb(grey): place for place, grey in enumerate(plots._GREYS)}
    boxes = {}
    for patch in card.axes[0].patches:
        (x, y), width, height = patch.get_xy(), patch.get_width(), patch.get_height()
        boxes[round(100 * (x + width / 2)), round(100 * (y + height / 2))] = patch
    n_cells = n_decimals = 0
    for place, text in cells(card).items():
        number = re.fullmatch(r"\d+(\.\d)?", text.get_text())
        if number and place in boxes and place[1] < 755:  # above the armies needed
            low, *high = plots._BANDS[greys[to_rgb(boxes[place].get_facecolor())] :]
            assert 100 * low <= float(text.get_text()) < 100 * (high or [1.1])[0]
            assert (text.get_weight() == "bold") == (float(text.get_text()) >= 50)
            n_cells += 1
            n_decimals += bool(number[1])
    assert n_cells > 200
    assert n_decimals > 2


def test_the_card_says_how_many_are_needed(card):
    curve = battles.need_curve(20)
    placed = sorted((y, x, text.get_text()) for (x, y), text in cells(card).items())
    for p in curve.p:
        y = next(y for y, _, text in placed if text == f"need for {100 * p:.0f} %")
        row = [text for height, _, text in placed if height == y]
        assert row[1:] == [str(curve.at(d, p)) for d in range(1, 21)]


def test_the_card_says_what_a_round_costs(card):
    said = words(card.axes[0])
    line = next(text for text in said if text.startswith("3 v 2 "))
    assert line.split()[3:] == ["0–2:", "37.2", "1–1:", "33.6", "2–0:", "29.3"]
    assert sum(bool(re.match(r"\d v \d ", text)) for text in said) == 6


def test_the_card_can_be_copied_in_black_and_white(card):
    table = battles.win_table(20, 20)
    patches = [patch for patch in card.axes[0].patches if isinstance(patch, Rectangle)]
    for patch in patches:
        red, green, blue = to_rgb(patch.get_facecolor())
        assert red == green == blue
        luminance = red / 12.92 if red <= 0.04045 else ((red + 0.055) / 1.055) ** 2.4
        assert (luminance + 0.05) / 0.05 >= 7  # black words on it
    greys = sorted({to_rgb(patch.get_facecolor())[0] for patch in patches}, reverse=True)
    assert len(greys) == 5
    assert all(lighter - darker > 0.06 for lighter, darker in itertools.pairwise(greys))
    bold = [text for text in card.axes[0].texts if text.get_weight() == "bold" and text.get_text() == "51"]
    assert len(bold) == sum(round(100 * p) == 51 for row in table.p_win for p in row)
    # the heavy line parts worse from better: one side for each change between neighbours
    better = np.array(table.p_win) >= 0.5
    changes = (better[1:] != better[:-1]).sum() + (better[:, 1:] != better[:, :-1]).sum()
    assert len(card.axes[0].lines) == changes > 20


def test_a_large_table_leaves_sizes_out():
    figure = battles.win_table(200, 100).figure()
    said = words(figure.axes[0])
    assert any("Some sizes are left out" in text for text in said)
    assert {"200 (199)", "100 (99)", "7 (6)"} <= set(said)
    assert "11 (10)" not in said
    shown = [text for row in grid_of(figure).values() for text in row]
    assert shown.count(">99") > 100
    assert "100" not in shown  # doubles round some of the chances to 1


def test_certainty_is_certain():
    said = words(battles.win_table(5, 1, rules="russian").figure().axes[0])
    assert said.count("100") == 4
    assert plots._shown(range(2, 32), 30) == list(range(2, 32))


def test_other_dice_on_the_card():
    figure = battles.win_table(20, 20, defence_dice=3, ties="neither").figure()
    said = words(figure.axes[0])
    line = next(text for text in said if text.startswith("3 v 3 "))
    assert line.count(":") == 10
    assert any("classic with defence_dice=3, ties=neither" in text for text in said)


def test_unknown_paper():
    with pytest.raises(InputError, match="unknown paper 'a5'"):
        battles.win_table(5, 5).figure("a5")


def test_the_card_is_written(tmp_path):
    table = battles.win_table(10, 10)
    for name in ("card.pdf", "card.png", "card.svg"):
        pictures.save(table.figure(), tmp_path / name)
        pictures.save(table.figure(), tmp_path / f"again-{name}")
    for name in ("card.png", "card.svg"):
        assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()
    pdf = (tmp_path / "card.pdf").read_bytes()
    assert re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf) == [(b"595.44", b"841.68")]
    assert b"/Type /Page\n" in pdf or pdf.count(b"/Type /Page ") == 1
