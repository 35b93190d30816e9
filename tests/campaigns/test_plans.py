"""Plans with branches: against every course tried, plain lists against arrays, the file, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import campaigns, rules
from risksim.campaigns import Plan, Territory
from risksim.campaigns.plans import exact, model, words
from risksim.errors import InputError
from risksim.rules.clauses import OccupyMin
from tests.naive import campaigns as naive

few = settings(max_examples=30, deadline=None)
NAMES = "ABCDEF"


@st.composite
def trees(draw, most=3, most_defenders=3):
    territories = []
    for at in range(draw(st.integers(1, most))):
        behind = draw(st.sampled_from([None, *NAMES[:at]]))
        territories.append(
            Territory(
                name=NAMES[at],
                attacked_from=behind,
                defenders=draw(st.integers(1, most_defenders)),
                leave=draw(st.integers(1, 2)),
                gain=draw(st.integers(0, 1)),
                value=draw(st.sampled_from([0, 1, 2, 5])),
                clauses=draw(st.sampled_from([{}, {}, {"defence_dice": 3}, {"ties": "both"}])),
            )
        )
    return tuple(territories)


def as_naive(territories):
    classic = rules.load("classic")
    return {
        each.name: (
            classic.vary(**each.clauses).dice,
            each.defenders,
            each.attacked_from,
            each.leave,
            each.gain,
            each.value,
        )
        for each in territories
    }


@few
@given(
    trees(),
    st.integers(3, 7),
    st.sampled_from(["all", "value"]),
    st.sampled_from(OccupyMin),
    st.integers(1, 2),
)
def test_nothing_is_better_than_the_best_plan(territories, armies, aim, occupy, keep):
    answer = campaigns.plan(
        Plan(armies=armies, territories=territories, keep=keep), aim=aim, occupy_min=occupy.value
    )
    expected = naive.best_plan(armies, as_naive(territories), aim, occupy, keep)
    assert answer.is_exact
    assert (answer.p_all if aim == "all" else answer.expected_value) == pytest.approx(
        float(expected), abs=1e-12
    )


@few
@given(trees(most=6, most_defenders=6), st.integers(3, 25), st.sampled_from(["all", "value"]))
def test_lists_and_arrays_agree(territories, armies, aim):
    plan = Plan(armies=armies, territories=territories)
    with pytest.MonkeyPatch.context() as patch:
        answers = []
        for steps in (10**12, 0):
            patch.setattr(exact, "PLAIN_STEPS", steps)
            answers.append(campaigns.plan(plan, aim=aim))
    one, other = answers
    assert one.p_all == pytest.approx(other.p_all, abs=1e-13)
    assert one.expected_value == pytest.approx(other.expected_value, abs=1e-12)
    assert one.expected_armies_left == pytest.approx(other.expected_armies_left, abs=1e-11)
    assert [each.territories_taken for each in one.outcomes] == [
        each.territories_taken for each in other.outcomes
    ]
    assert [each.p for each in one.outcomes] == pytest.approx([each.p for each in other.outcomes], abs=1e-13)
    assert one.in_file_order == other.in_file_order or one.in_file_order.p_all == pytest.approx(
        other.in_file_order.p_all, abs=1e-13
    )


@few
@given(trees(most=6, most_defenders=6), st.integers(3, 25))
def test_what_holds_for_every_plan(territories, armies):
    by_chance, by_value = (
        campaigns.plan(Plan(armies=armies, territories=territories), aim=aim) for aim in ("all", "value")
    )
    assert by_chance.p_all >= by_value.p_all - 1e-13
    assert by_value.expected_value >= by_chance.expected_value - 1e-12
    assert by_chance.p_all >= by_chance.in_file_order.p_all - 1e-13
    assert by_value.expected_value >= by_value.in_file_order.expected_value - 1e-12
    more = campaigns.plan(Plan(armies=armies + 1, territories=territories))
    assert more.p_all >= by_chance.p_all - 1e-13
    for answer in (by_chance, by_value):
        values = {each.name: each.value for each in territories}
        assert answer.expected_value == pytest.approx(
            sum(values[name] * p for name, p in answer.p_each.items())
        )
        assert answer.p_all <= min(answer.p_each.values()) + 1e-13
        behind = {each.name: each.attacked_from for each in territories}
        assert sorted(answer.order) == sorted(behind)
        for name, before in behind.items():
            if before is not None:
                assert answer.p_each[name] <= answer.p_each[before] + 1e-13
                assert answer.order.index(before) < answer.order.index(name)
        assert sum(outcome.p for outcome in answer.outcomes) == pytest.approx(1, abs=1e-13)
        taken = {outcome.territories_taken: outcome.p for outcome in answer.outcomes}
        assert list(taken) == sorted(taken, reverse=True)
        assert taken.get(len(territories), 0.0) == pytest.approx(answer.p_all, abs=1e-13)
        assert sum(n * p for n, p in taken.items()) == pytest.approx(sum(answer.p_each.values()), abs=1e-12)
        most = armies + sum(each.gain for each in territories)
        if answer.p_all:
            assert len(territories) + 1 - 1e-9 <= answer.expected_armies_left <= most + 1e-9
        else:
            assert answer.expected_armies_left is None
        for split in answer.splits:
            assert 1 <= split.move_in < split.armies_left
            assert split.territory not in split.waiting


@few
@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(2, 30), st.integers(1, 3))
def test_a_plan_without_branches_is_a_chain(defenders, armies, leave):
    territories = tuple(
        Territory(
            name=str(at), defenders=d, attacked_from=str(at - 1) if at else None, leave=leave, gain=at % 2
        )
        for at, d in enumerate(defenders)
    )
    answer = campaigns.plan(Plan(armies=armies, territories=territories))
    gain = [at % 2 for at in range(len(defenders))]
    chain = campaigns.campaign(armies, defenders, leave=leave, gain=gain, move="best")
    assert answer.p_all == pytest.approx(chain.p_all, abs=1e-13)
    assert tuple(answer.p_each.values()) == pytest.approx(chain.p_each, abs=1e-13)
    assert answer.order == tuple(str(at) for at in range(len(defenders)))


def test_the_ends_of_a_plan_without_branches_are_those_of_a_chain():
    territories = tuple(
        Territory(name=str(at), defenders=d, attacked_from=str(at - 1) if at else None)
        for at, d in enumerate([3, 2, 4])
    )
    answer = campaigns.plan(Plan(armies=13, territories=territories))
    chain = campaigns.campaign(13, [3, 2, 4])
    taken = [sum(end.p for end in chain.outcomes if end.territories_taken == n) for n in (3, 2, 1, 0)]
    assert [end.p for end in answer.outcomes] == pytest.approx(taken, abs=1e-13)
    # one stays at the start and in each territory but the last
    assert answer.expected_armies_left == pytest.approx(chain.expected_armies_left + 3, abs=1e-11)
    assert answer.to_dict()["outcomes"][0] == {"territories_taken": 3, "p": answer.outcomes[0].p}


@few
@given(
    trees(),
    st.integers(3, 7),
    st.sampled_from(["all", "value"]),
    st.sampled_from(OccupyMin),
    st.integers(1, 2),
)
def test_a_plan_played_as_told_ends_as_told(territories, armies, aim, occupy, keep):
    plan = Plan(armies=armies, territories=territories, keep=keep)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "LEAST_SHOWN", 0.0)
        answer = campaigns.plan(plan, aim=aim, occupy_min=occupy.value)
    attacks, splits = {}, {}
    for row in answer.attacks:
        place = None if row.attacked_from == "start" else row.attacked_from
        for here in range(row.armies_low, row.armies_high + 1):
            attacks[place, frozenset(row.waiting), here] = row.attack
    for row in answer.splits:
        splits.setdefault((row.territory, frozenset(row.waiting), row.armies_left), []).append(row.move_in)
    ends = naive.played(armies, as_naive(territories), attacks, splits, occupy.value, keep)
    found = {outcome.territories_taken: outcome.p for outcome in answer.outcomes}
    n_all = len(territories)
    for n in range(n_all + 1):
        assert found.get(n, 0.0) == pytest.approx(float(sum(p for end, p in ends.items() if end[0] == n)))
    if answer.p_all:
        mean = sum(left * p for (n, left), p in ends.items() if n == n_all) / sum(
            p for (n, _), p in ends.items() if n == n_all
        )
        assert answer.expected_armies_left == pytest.approx(float(mean))


def star(n, armies, defenders=None):
    return Plan(
        armies=armies,
        territories=tuple(Territory(name=f"T{at}", defenders=defenders or 1 + at % 4) for at in range(n)),
    )


@pytest.fixture(scope="module")
def dozen():
    return campaigns.plan(star(12, 60))


@pytest.mark.parametrize("steps", [10**12, 0])
def test_where_all_cannot_be_taken_the_value_counts(monkeypatch, steps):
    monkeypatch.setattr(exact, "PLAIN_STEPS", steps)
    plan = star(5, 12, defenders=2)
    by_chance, by_value = (campaigns.plan(plan, aim=aim) for aim in ("all", "value"))
    assert by_chance.p_all == 0
    assert by_chance.expected_value == by_value.expected_value > 2
    assert by_chance.in_file_order == by_value.in_file_order
    assert {split.move_in for split in by_chance.splits if split.waiting and split.armies_left > 4} == {3}
    assert any("not all can be taken" in line for line in words.best(by_chance))
    assert not any("not all" in line for line in words.best(by_value))


@pytest.mark.parametrize("steps", [10**12, 0])
def test_where_all_can_be_taken_no_more_the_value_counts(monkeypatch, steps):
    """Two armies on A take one of its neighbours at most: the one worth five, though it comes second in the plan."""
    monkeypatch.setattr(exact, "PLAIN_STEPS", steps)
    monkeypatch.setattr(model, "LEAST_SHOWN", 0.0)
    territories = (
        Territory(name="A", defenders=1),
        Territory(name="B", defenders=1, attacked_from="A"),
        Territory(name="C", defenders=1, attacked_from="A", value=5),
        Territory(name="D", defenders=1, attacked_from="B"),
    )
    answer = campaigns.plan(Plan(armies=6, territories=territories))
    assert answer.p_all > 0
    lowest = min((row for row in answer.attacks if row.waiting == ("B", "C")), key=lambda row: row.armies_low)
    assert (lowest.armies_low, lowest.attack) == (2, "C")


def test_the_words_are_few(dozen):
    lines = list(words.best(dozen))
    assert len(lines) < 60
    assert max(map(len, lines)) < 130
    assert sum("--json lists them" in line for line in lines) == 3
    tree = tuple(
        Territory(name=f"T{at}", defenders=40, attacked_from=f"T{(at - 1) // 2}" if at else None)
        for at in range(12)
    )
    lines = list(words.best(campaigns.plan(Plan(armies=400, territories=tree))))
    assert len(lines) < 40
    assert max(map(len, lines)) < 200
    (bunched,) = (line for line in lines if line.startswith("  into T2 "))
    assert bunched.count(": ") == 6


def test_a_dozen_neighbours_are_gone_through(dozen):
    assert dozen.is_exact
    assert dozen.p_all > dozen.in_file_order.p_all


def test_a_heuristic_says_so_and_is_hardly_worse(monkeypatch):
    plan = star(8, 40)
    best = campaigns.plan(plan)
    monkeypatch.setattr(exact, "MAX_STEPS", 50_000_000)
    good = campaigns.plan(plan)
    assert (best.is_exact, good.is_exact) == (True, False)
    assert good.in_file_order.p_all <= good.p_all <= best.p_all
    assert good.p_all > best.p_all - 0.01
    assert any("heuristic" in line for line in words.best(good))
    assert not any("heuristic" in line for line in words.best(best))


def test_too_large_for_all_orders():
    answer = campaigns.plan(star(20, 90))
    assert not answer.is_exact
    assert answer.p_all >= answer.in_file_order.p_all


def test_blitz_in_one_territory():
    plan = Plan(
        armies=14,
        territories=(
            Territory(name="A", defenders=4, clauses={"battle_outcome": "balanced-blitz"}),
            Territory(name="B", defenders=3, attacked_from="A"),
        ),
    )
    chain = campaigns.campaign(14, [4, 3], dice=[{"battle_outcome": "balanced-blitz"}, None])
    assert campaigns.plan(plan).p_all == pytest.approx(chain.p_all, abs=1e-13)


FILE = """
armies = 20
keep = 1
clauses = { occupy_min = "one" }

[[territory]]
name = "Iceland"
defenders = 3

[[territory]]
name = "Greenland"
from = "Iceland"
defenders = 2
leave = 2
gain = 1
value = 3
rules = "capital"
clauses = { defence_sides = 8 }
"""


def written(tmp_path, text):
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_file(tmp_path):
    path = written(tmp_path, FILE)
    plan = campaigns.read_plan(path)
    assert plan.armies == 20
    assert plan.territories[1] == Territory(
        name="Greenland",
        attacked_from="Iceland",
        defenders=2,
        leave=2,
        gain=1,
        value=3,
        rules="capital",
        clauses={"defence_sides": 8},
    )
    answer = campaigns.plan(path)
    chain = campaigns.campaign(
        20, [3, 2], gain=[0, 1], occupy_min="one", dice=[None, {"defence_dice": 3, "defence_sides": 8}]
    )
    assert answer.p_all == pytest.approx(chain.p_all, abs=1e-13)
    assert campaigns.plan(path, armies=25).armies == 25
    assert answer.to_dict()["p_each"].keys() == {"Iceland", "Greenland"}
    assert answer.to_dict()["words"]
    assert list(answer.to_frame()["territory"]) == ["Iceland", "Greenland"]
    assert answer.splits_frame()["p"].sum() == pytest.approx(sum(answer.p_each.values()), abs=0.01)
    assert "Greenland" in answer._repr_html_()


BAD = [
    (
        FILE.replace('"Iceland"', '"start"'),
        "territory 'start': that is what the place all begins from is called",
    ),
    (FILE.replace('"Iceland"', '"Ice\\u0007land"'), r"territory 'Ice\x07land' has characters"),
    (FILE.replace('"Greenland"', '"Green\\u202Eland"'), r"territory 'Green\u202eland' has characters"),
    (FILE.replace('"Greenland"', '"Green\\nland"'), r"territory 'Green\nland' has characters"),
    (FILE.replace("keep = 1", 'rules = "clasic"'), "plan.toml: unknown rule set 'clasic'"),
    (FILE.replace('"capital"', '"capitol"'), "plan.toml: territory 'Greenland': unknown rule set 'capitol'"),
    (FILE.replace("defence_sides = 8", "wilds = 1"), "plan.toml: territory 'Greenland': clause 'wilds'"),
    (FILE.replace('occupy_min = "one"', "attack_dise = 1"), "plan.toml: unknown clause 'attack_dise'"),
    (FILE.replace("defence_sides = 8", 'ties = "all"'), "plan.toml: territory 'Greenland': "),
    ("armies = 20\n", "no territory"),
    (FILE.replace("Greenland", "Iceland", 1), "Iceland"),
    (FILE.replace('"Iceland"\ndefenders = 2', '"Greenland"\ndefenders = 2'), "loop"),
    (FILE.replace('from = "Iceland"', 'from = "Icland"'), "'Iceland'"),
    (FILE.replace("defenders = 2", "defender = 2"), "'defenders'"),
    (FILE.replace("armies = 20", "armys = 20"), "'armies'"),
    (FILE.replace("defenders = 3", ""), "no defenders"),
    (FILE.replace('name = "Iceland"', ""), "no name"),
    (FILE.replace("defenders = 3", "defenders = 0"), "at least 1"),
    (FILE.replace("defenders = 3", "defenders = 2.5"), "2.5"),
    (FILE.replace("leave = 2", "leave = 0"), "leave"),
    (FILE.replace("gain = 1", "gain = -1"), "-1"),
    (FILE.replace("value = 3", "value = -3"), "-3"),
    (FILE.replace("value = 3", "value = nan"), "finite"),
    (FILE.replace("armies = 20", "armies = 1"), "at least 2"),
    (FILE.replace("armies = 20", "armies = 1000000"), "1000000"),
    (FILE.replace("armies = 20\n", ""), "give armies"),
    (FILE.replace("keep = 1", "keep = 20"), "keep"),
    (FILE.replace("keep = 1", 'aim = "some"'), "aim"),
    (FILE.replace("keep = 1", "rules = 3"), "rules must be text"),
    (FILE.replace('"capital"', '"capitol"'), "'capital'"),
    (FILE.replace("defence_sides = 8", "wilds = 1"), "not about dice"),
    (FILE.replace("{ defence_sides = 8 }", "8"), "table"),
    (FILE.replace("{ defence_sides = 8 }", "{ defence_side = 8 }"), "defence_sides"),
    (FILE.replace("armies = 20", "armies = "), "TOML"),
    ("territory = 3\n", "[[territory]]"),
]


@pytest.mark.parametrize(("text", "named"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_named_in_one_line(tmp_path, text, named):
    with pytest.raises(InputError) as error:
        campaigns.plan(written(tmp_path, text))
    assert named in str(error.value)
    assert "\n" not in str(error.value)


def test_what_the_question_has_wrong_is_not_put_on_the_file(tmp_path):
    path = written(tmp_path, FILE)
    for question in ({"rules": "clasic"}, {"attack_dise": 2}):
        with pytest.raises(InputError, match=r"^unknown") as error:
            campaigns.plan(path, **question)
        assert "plan.toml" not in str(error.value)
    assert campaigns.plan(path, occupy_min=None).rule_set.campaign.occupy_min is OccupyMin.ONE


def test_names_are_only_names(tmp_path):
    """No name but that of the origin collides with anything, and blanks of all kinds are letters of names."""
    text = FILE.replace("Iceland", "Start").replace("Greenland", "Saint\u00a0Helena")
    assert campaigns.plan(written(tmp_path, text)).p_all == campaigns.plan(written(tmp_path, FILE)).p_all


def test_from_start_is_as_from_nowhere(tmp_path):
    path = written(
        tmp_path, FILE.replace('"Iceland"\ndefenders = 3', '"Iceland"\nfrom = "start"\ndefenders = 3')
    )
    assert campaigns.plan(path) == campaigns.plan(written(tmp_path, FILE))


def test_a_longer_loop_is_shown(tmp_path):
    text = '[[territory]]\nname = "A"\nfrom = "C"\ndefenders = 1\n'
    text += text.replace('"A"', '"B"').replace('"C"', '"A"') + text.replace('"A"', '"D"').replace(
        '"C"', '"B"'
    )
    with pytest.raises(InputError, match="C"):
        campaigns.read_plan(written(tmp_path, text))
    with pytest.raises(InputError, match="A <- C <- B <- A"):
        campaigns.read_plan(written(tmp_path, text.replace('"D"', '"C"')))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        campaigns.plan(tmp_path / "none.toml")
    with pytest.raises(InputError, match="cannot be read"):
        campaigns.plan(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(InputError, match="UTF-8"):
        campaigns.plan(tmp_path / "latin.toml")


def test_armies_needed():
    plan = Plan(territories=(Territory(name="A", defenders=2), Territory(name="B", defenders=4)))
    answer = campaigns.need(plan, 0.8)
    assert answer.p_win >= 0.8 > answer.p_win_one_fewer
    assert campaigns.plan(plan, armies=answer.armies).p_all == pytest.approx(answer.p_win, abs=1e-13)
    assert campaigns.plan(plan, armies=answer.armies - 1).p_all == pytest.approx(
        answer.p_win_one_fewer, abs=1e-13
    )
    assert dict(answer.curve)[answer.armies] == answer.p_win
    assert list(answer.to_frame()["armies"]) == [armies for armies, _ in answer.curve]
    assert f"{answer.armies} armies" in next(words.need(answer))


@pytest.mark.parametrize(
    ("p", "named"),
    [(1, "no number of armies is certain"), (1.5, "between 0 and 1"), (float("nan"), "finite")],
)
def test_chances_that_no_plan_has(p, named):
    with pytest.raises(InputError, match=named):
        campaigns.need(Plan(territories=(Territory(name="A", defenders=2),)), p)


def test_needs_of_plans_that_are_refused_at_once():
    fork = Plan(territories=(Territory(name="A", defenders=2), Territory(name="B", defenders=4)))
    with pytest.raises(InputError, match="nobody stays"):
        campaigns.need(fork, 0.1, occupy_min="all-survivors")
    with pytest.raises(InputError, match="stays 0"):
        campaigns.need(fork, 0.1, attack_sides=1)
    with pytest.raises(InputError, match="plan with branches"):
        campaigns.need(fork, 1, attack_sides=1, defence_sides=1, ties="both")


@pytest.mark.parametrize("keep", [1, 2, 5])
def test_no_chance_at_all_needs_as_many_as_may_attack(keep):
    plan = Plan(keep=keep, territories=(Territory(name="A", defenders=3), Territory(name="B", defenders=4)))
    answer = campaigns.need(plan, 0)
    assert (answer.armies, answer.attackers, answer.p_win_one_fewer) == (keep + 1, keep, 0.0)
    assert campaigns.plan(plan, armies=keep + 1).p_all == answer.p_win
    assert len(list(words.need(answer))) == (1 if keep == 1 else 2)


@pytest.mark.parametrize("armies", [500, 1_000])
@pytest.mark.parametrize("aim", ["all", "value"])
def test_near_certainty_chances_are_chances(armies, aim):
    tree = {"A": (None, 30), "B": (None, 40), "C": ("A", 30), "D": ("B", 30), "E": ("D", 50)}
    territories = tuple(Territory(name=n, attacked_from=f, defenders=d) for n, (f, d) in tree.items())
    answer = campaigns.plan(Plan(armies=armies, aim=aim, territories=territories))
    rows = [*answer.attacks, *answer.splits]
    assert max(answer.p_all, answer.in_file_order.p_all, *(row.p for row in rows)) <= 1
    for name, (behind, _) in tree.items():
        assert answer.p_each[name] <= (answer.p_each[behind] if behind else 1.0)
    assert max(chance for _, chance in campaigns.need(Plan(territories=territories), 0.99).curve) <= 1


def test_more_armies_than_are_searched():
    plan = Plan(territories=(Territory(name="A", defenders=2_000), Territory(name="B", defenders=2_000)))
    with pytest.raises(InputError, match="2,000 armies"):
        campaigns.need(plan, 0.99)
    with pytest.raises(InputError, match="leave goes with a chain"):
        campaigns.need(plan, 0.5, leave=2)


def test_the_picture():
    import matplotlib.pyplot as plt

    answer = campaigns.plan(star(3, 12))
    axes = answer.plot()
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        f"{at}. {name} ({1 + int(name[1]) % 4})" for at, name in enumerate(answer.order, start=1)
    ]
    plt.close("all")
