"""Raw rolls: the forms they may have, what is refused, and whether loaded dice are noticed.

Sources: ``clopper-pearson-1934``.
"""

import json
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from risksim import luck, statistics
from risksim.errors import InputError
from risksim.luck import words

FACES = [6, 5, 1, 4, 2, 3, 3, 6, 6, 6]
COUNTS = (1, 1, 2, 1, 1, 4)


@pytest.mark.parametrize(
    "text",
    [
        "6 5 1 4 2\n3 3 6 6 6\n",
        "6,5,1,4,2\n3,3,6,6,6",
        "65142\n33666\n",
        "# by hand\n6\n5\n1 4 2 3\n\n3 6 6 6",
        "roll\n6\n5\n1\n4\n2\n3\n3\n6\n6\n6\n",
        "face,count\n1,1\n2,1\n3,2\n4,1\n5,1\n6,4\n",
        "Face;N\n6;4\n1;1\n2;1\n4;1\n5;1\n3;2\n",
        json.dumps(FACES),
        json.dumps([[6, 5, 1, 4, 2], [3, 3, 6, 6, 6]]),
        json.dumps([{"white": face} for face in FACES]),
        json.dumps({"white": FACES}),
        json.dumps({str(face): count for face, count in enumerate(COUNTS, start=1)}),
        json.dumps({"counts": {str(face): count for face, count in enumerate(COUNTS, start=1)}}),
        json.dumps([{"face": face, "count": count} for face, count in enumerate(COUNTS, start=1)]),
    ],
)
def test_every_form_says_the_same(text, tmp_path):
    (tmp_path / "rolls").write_text(text)
    answer = luck.dice(tmp_path / "rolls")
    assert answer.together.counts == COUNTS
    assert answer.p_value == luck.dice(FACES).p_value == luck.dice(counts=COUNTS).p_value
    assert answer.e_value == pytest.approx(luck.dice(FACES).e_value)
    assert len(answer.dice) == 1


def test_a_column_for_each_die(tmp_path):
    (tmp_path / "rolls.csv").write_text("red,white,note\n6,1,\n5,,lost\n6,2 3,\n")
    answer = luck.dice(tmp_path / "rolls.csv")
    assert [(die.name, die.counts) for die in answer.dice] == [
        ("red", (0, 0, 0, 0, 1, 2)),
        ("white", (1, 1, 1, 0, 0, 0)),
    ]
    by_die = luck.dice({"red": [6, 5, 6], "white": [1, 2, 3]})
    assert [die.p_value for die in by_die.dice] == [die.p_value for die in answer.dice]
    table = pd.DataFrame({"red": [6, 5, 6], "white": [1, np.nan, 2]})
    assert [die.rolls for die in luck.dice(table).dice] == [3, 2]


def test_the_rolls_of_a_log_of_rounds(tmp_path):
    (tmp_path / "game.csv").write_text(
        "label,attackers,defenders,attack roll,defender roll\nSiam,5,3,6 5 1,4 2\nUral,9,1,2 2 3,5\n"
    )
    answer = luck.dice(tmp_path / "game.csv")
    assert {die.name: die.counts for die in answer.dice} == {
        "attack_roll": (1, 2, 1, 0, 1, 1),
        "defence_roll": (0, 1, 0, 1, 1, 0),
    }


def test_several_dice_are_corrected_for_their_number():
    answer = luck.dice({"a": [6] * 8, "b": [1, 2, 3, 4], "c": [1, 1, 2, 5]})
    tests = (*answer.dice, answer.together)
    exact = [Fraction(die.exact["p_value"]) for die in tests]
    assert exact[0] == Fraction(6, 6**8)
    assert [die.p_value_holm for die in tests] == list(statistics.holm([float(p) for p in exact]))
    assert answer.n_tests == 4
    assert answer.p_value == answer.p_value_holm == 4 * float(exact[0])
    assert answer.together.rolls == answer.rolls == 16
    assert answer.together.p_value == statistics.multinomial_test([3, 2, 1, 1, 1, 8]).p_value


def test_dice_loaded_on_different_faces_are_not_fair_though_together_they_look_it():
    other = [*range(1, 7)] * 2
    answer = luck.dice({"abcdef"[face - 1]: [face] * 14 + other for face in range(1, 7)}, seed=1)
    assert answer.together.p_value == 1
    assert answer.p_value == min(die.p_value_holm for die in answer.dice) < 0.01
    words_ = "\n".join(words.dice(answer))
    assert f"are they fair?  p = {answer.p_value:.2g}: the smallest below, corrected for 7 tests" in words_


def test_dice_all_loaded_a_little_are_not_fair_though_one_by_one_they_look_it():
    answer = luck.dice({name: [6, 6, 6, 6, 1, 2, 3, 4, 5] for name in "abcdef"})
    assert min(die.p_value for die in answer.dice) > 0.2
    assert answer.p_value == 7 * answer.together.p_value == answer.together.p_value_holm < 0.05


def test_one_die_needs_no_correction():
    answer = luck.dice(FACES)
    assert (answer.n_tests, answer.p_value, answer.p_value_holm) == (1, *[answer.together.p_value] * 2)


def test_overwhelming_evidence_is_told_by_its_logarithm():
    answer = luck.dice(counts=[0, 0, 0, 0, 0, 2000], seed=1)
    single = statistics.DirichletMixture(6)
    single.take_counts([0, 0, 0, 0, 0, 2000])
    assert (
        answer.log10_e_value
        == pytest.approx(single.log_e_value / math.log(10))
        == -answer.log10_p_value_anytime
    )
    assert answer.log10_e_value > 1500
    assert f"e-value {10 ** (answer.log10_e_value % 1):.2f}e{int(answer.log10_e_value)}" in "\n".join(
        words.dice(answer)
    )


def test_the_anytime_test_of_several_dice():
    answer = luck.dice({"a": [6, 6, 6, 6], "b": [1, 2, 3, 4]})
    pooled, singles = statistics.DirichletMixture(6), [statistics.DirichletMixture(6) for _ in range(2)]
    largest = 1.0
    for pair in zip([6, 6, 6, 6], [1, 2, 3, 4], strict=True):
        for die, face in zip(singles, pair, strict=True):
            die.take(face - 1)
            pooled.take(face - 1)
            value = (pooled.e_value + (singles[0].e_value + singles[1].e_value) / 2) / 2
            largest = max(largest, value)
    assert answer.e_value == pytest.approx(value)
    assert answer.p_value_anytime == pytest.approx(1 / largest)
    assert [die.e_value for die in answer.dice] == [die.e_value for die in singles]


def test_the_face_furthest_above_its_share():
    test = luck.dice(counts=[10, 20, 10, 10, 10, 40]).together
    low, high = statistics.clopper_pearson(40, 100, 1 - 0.05 / 6)
    assert (test.face, test.face_share, test.low, test.high) == (6, 0.4, low, high)


def test_fair_dice_pass_and_loaded_ones_do_not():
    rng = np.random.default_rng(20240614)
    fair = [luck.dice(counts=rng.multinomial(36, [1 / 6] * 6).tolist()).p_value for _ in range(150)]
    # 150 tests at a true rate of at most 5 % show more than 11.4 % once in a thousand
    assert np.mean(np.array(fair) <= 0.05) <= 0.114
    assert np.mean(fair) == pytest.approx(0.5, abs=0.1)
    loaded = rng.choice(6, size=400, p=[0.14] * 5 + [0.3])
    answer = luck.dice((loaded + 1).tolist(), seed=1)
    assert answer.together.method == "monte-carlo"
    assert answer.p_value <= 1e-4
    assert answer.p_value_anytime < 0.01
    assert answer.together.face == 6
    assert answer.together.low > 1 / 6


@pytest.mark.parametrize("times", [1.5, 2.0])
def test_the_rolls_needed_are_those_that_notice(times):
    load = next(load for load in luck.dice([1]).power if load.times == times)
    assert load.chance == pytest.approx(times / 6)
    rng = np.random.default_rng(20240615)
    draws = rng.multinomial(load.rolls_needed, [(1 - load.chance) / 5] * 5 + [load.chance], size=2000)
    noticed = [statistics.chi_square(row, [1 / 6] * 6).p_value <= 0.05 for row in draws]
    # three and a half standard deviations of a share of 0.8 in 2,000
    assert np.mean(noticed) == pytest.approx(0.8, abs=0.031)


def test_the_chance_to_notice_grows_with_the_load_and_the_rolls():
    few, many = (luck.dice(counts=[n] * 6, seed=1).power for n in (10, 100))
    for one, other in zip(few, many, strict=True):
        assert 0.03 < one.p_noticed < other.p_noticed < 1
        assert one.rolls_needed == other.rolls_needed
    for powers in (few, many):
        assert [load.p_noticed for load in powers] == sorted(load.p_noticed for load in powers)
        assert [load.rolls_needed for load in powers] == sorted(
            (load.rolls_needed for load in powers), reverse=True
        )
    needed = few[2].rolls_needed
    assert luck.dice(counts=[needed - 5, 1, 1, 1, 1, 1], seed=1).power[2].p_noticed == pytest.approx(
        0.8, abs=0.002
    )


def test_the_power_of_a_coin_is_binomial():
    load = luck.dice(counts=[20, 20], sides=2).power[2]
    # chi-square rejects 40 throws of a coin at 27 or more, or 13 or fewer: (x - 20)² / 10 > 3.84
    p = 0.75
    wanted = sum(math.comb(40, x) * p**x * (1 - p) ** (40 - x) for x in range(41) if abs(x - 20) >= 7)
    assert load.p_noticed == pytest.approx(wanted, rel=1e-9)


def test_other_dice():
    coin = luck.dice([1, 2, 2, 1, 2], sides=2)
    assert Fraction(coin.together.exact["p_value"]) == 1
    assert [load.times for load in coin.power] == [1.1, 1.2, 1.5]
    assert luck.dice([20, 3], sides=20).together.counts[19] == 1


def test_many_rolls_name_their_method():
    small = luck.dice(counts=[20, 30, 25, 25, 25, 25], seed=5)
    assert (small.together.method, small.seed) == ("monte-carlo", 5)
    assert small.together.standard_error > 0
    assert small == luck.dice(counts=[20, 30, 25, 25, 25, 25], seed=5)
    large = luck.dice(counts=[2000, 2050, 1950, 2000, 2010, 1990])
    assert (large.together.method, large.seed, large.together.standard_error) == ("chi-square", None, None)


REFUSED = {
    "": "holds no rolls",
    "roll\n": "holds no rolls",
    "[]": "holds no rolls",
    "6 7\n": "line 1: a face must be at most 6, not 7",
    "6 5\n0\n": "line 2: a face must be at least 1, not 0",
    "roll\n3\n2.5\n": "line 3: a face must be a whole number, not '2.5'",
    "a,a\n1,2\n": "line 1: two columns have the same name",
    "a\n1,2\n": "line 2: more cells than the 1 columns",
    "face,count\n7,2\n": "line 2: a face must be at most 6, not 7",
    "face,count\n6,-2\n": "count of face 6 must be at least 0, not -2",
    "face,count\n6,0\n": "holds no rolls",
    '{"1": 3, "8": 2}': "line 1: a face must be at most 6, not 8",
    '[3, {"6": 2}]': "both faces and counts",
    "[3, 4": "not valid JSON",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text, tmp_path):
    (tmp_path / "rolls.txt").write_text(text)
    with pytest.raises(InputError) as refused:
        luck.dice(tmp_path / "rolls.txt")
    assert REFUSED[text] in str(refused.value)
    assert "rolls.txt" in str(refused.value)


def test_what_python_refuses(monkeypatch):
    for arguments, named in (
        ({}, "either rolls or counts"),
        ({"rolls": [1], "counts": [1] * 6}, "either rolls or counts"),
        ({"counts": [1, 2]}, "a die of 6 sides has 6 counts, not 2"),
        ({"rolls": [1], "sides": 1}, "sides must be at least 2"),
        ({"rolls": [1], "level": 1}, "level"),
    ):
        with pytest.raises(InputError, match=named):
            luck.dice(**arguments)
    monkeypatch.setattr("risksim.luck.rolls.MAX_ROLLS", 5)
    with pytest.raises(InputError, match="holds 6 rolls; the most is 5"):
        luck.dice([1] * 6)


def test_faces_of_the_answer():
    answer = luck.dice(FACES)
    assert json.loads(json.dumps(answer.to_dict()))["together"]["counts"] == list(COUNTS)
    frame = answer.to_frame()
    assert frame["count"].tolist() == list(COUNTS)
    assert math.isclose(frame["expected"].sum(), 10)
    assert "<table" in answer._repr_html_()
