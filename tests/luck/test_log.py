"""Reading logs: the forms they may have, and what is refused, with its line."""

import json

import pandas as pd
import pytest

from risksim import luck
from risksim.errors import InputError

ROUND = {"attackers": 5, "defenders": 3, "attack_roll": "6 5 1", "defence_roll": "4 2"}
BATTLE = {"attackers": 8, "defenders": 4, "attackers_left": 3, "defenders_left": 0}
WANTED = luck.luck([ROUND, BATTLE])


def measures(answer):
    return [(row.kind, row.percentile, row.luck_so_far) for row in answer.rows]


FORMS = {
    "commas": "attackers,defenders,attack_roll,defence_roll,attackers_left,defenders_left\n5,3,6 5 1,4 2,,\n8,4,,,3,0\n",
    "quoted": 'Armies,Defender,"attack roll",defense-roll,armies left,defenders left\n5,3,"6,5,1","4,2"\n8,4,,,3,0\n',
    "semicolons": "attackers;defenders;attack_roll;defence_roll;attackers_left;defenders_left\n5;3;6,5,1;42;;\n8;4;;;3;0\n",
    "tabs": "attackers\tdefenders\tattacker_rolls\tdefender_rolls\tarmies_left\tdefenders_left\n5\t3\t651\t4/2\n8\t4\t\t\t3\t0\n",
    "windows": "\ufeffattackers,defenders,attack_roll,defence_roll,attackers_left,defenders_left\r\n5,3,6 5 1,4 2,,\r\n8,4,,,3,0\r\n",
    "a spreadsheet's empty ends": "attackers,defenders,attack_roll,defence_roll,attackers_left,defenders_left,,\n5,3,6 5 1,4 2,,,,\n8,4,,,3,0,,\n",
    "comments": "# a game\n\nattackers,defenders,attack_roll,defence_roll,attackers_left,defenders_left,note\n5,3,6 5 1,4 2,,,ouch\n# later\n8,4,,,3,0,\n",
    "JSON": json.dumps([ROUND | {"attack_roll": [6, 5, 1]}, BATTLE]),
    "JSON over lines": json.dumps([ROUND, BATTLE], indent=1),
    "JSON lines": json.dumps(ROUND) + "\n" + json.dumps(BATTLE) + "\n",
    "whole numbers with a point": "attackers,defenders,attack_roll,defence_roll,attackers_left,defenders_left\n5.0,3.,6 5.0 1,4 2,,\n8,4.00,,,3.0,0.0\n",
    "floats in JSON": json.dumps([ROUND | {"attackers": 5.0, "defenders": "3.0"}, BATTLE | {"defenders_left": 0.0}]),
    "losses": "attackers,defenders,attacker_lost,defender_lost,attackers_left,defenders_left\n5,3,0,2,,\n8,4,,,3,0\n",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form, tmp_path):
    (tmp_path / "game").write_text(FORMS[form], encoding="utf-8", newline="")
    assert measures(luck.luck(tmp_path / "game")) == measures(WANTED)


def test_a_table_of_pandas():
    table = pd.DataFrame([ROUND, BATTLE])  # with gaps, so its numbers are floats
    assert measures(luck.luck(table)) == measures(WANTED)


def test_lines_are_those_of_the_file(tmp_path):
    (tmp_path / "game.csv").write_text(FORMS["comments"])
    (tmp_path / "game.json").write_text(FORMS["JSON over lines"])
    assert [row.line for row in luck.luck(tmp_path / "game.csv").rows] == [4, 6]
    assert [row.line for row in luck.luck(tmp_path / "game.json").rows] == [2, 8]


def test_rows_say_whose_luck_and_where():
    rows = [ROUND | {"side": "Defender", "label": "Siam"}, BATTLE]
    answer = luck.luck(rows)
    assert [(row.side, row.label) for row in answer.rows] == [("defender", "Siam"), ("attacker", None)]
    assert answer.rows[0].percentile == pytest.approx(1 - WANTED.rows[0].percentile)


def said(row, **changes):
    """Return the row with some things said otherwise, without those that are None."""
    return {name: value for name, value in (row | changes).items() if value is not None}


LOST = said(ROUND, attack_roll=None, defence_roll=None, attacker_lost=1, defender_lost=1)
REFUSED = {
    "nothing said": ({}, "no 'attackers'"),
    "no attackers": (said(ROUND, attackers=None), "no 'attackers'"),
    "no defenders": (said(ROUND, defenders=None), "no 'defenders'"),
    "no result": ({"attackers": 5, "defenders": 3}, "a round needs attack_roll and defence_roll"),
    "half a roll": (said(ROUND, defence_roll=None), "no 'defence_roll'"),
    "half the losses": (said(LOST, defender_lost=None), "no 'defender_lost'"),
    "half an end": (said(BATTLE, defenders_left=None), "no 'defenders_left'"),
    "a stop without an end": ({"attackers": 5, "defenders": 3, "keep": 2}, "no 'attackers_left'"),
    "a round and a battle": (ROUND | BATTLE, "attack_roll is said of a round, attackers_left of a battle"),
    "one army": (said(ROUND, attackers=1), "attackers must be at least 2, not 1"),
    "no army defends": (said(ROUND, defenders=0), "defenders must be at least 1, not 0"),
    "a word": (said(ROUND, attackers="ten"), "attackers must be a whole number, not 'ten'"),
    "half an army": (said(ROUND, attackers=2.5), "attackers must be a whole number, not 2.5"),
    "yes": (said(ROUND, attackers=True), "attackers must be a whole number, not True"),
    "too many": (said(ROUND, attackers=10**9), "attackers must be at most 100000"),
    "a face too high": (said(ROUND, attack_roll="7 1 1"), "attack_roll: a face must be at most 6, not 7"),
    "a face of zero": (said(ROUND, defence_roll="0 1"), "defence_roll: a face must be at least 1, not 0"),
    "no face": (said(ROUND, defence_roll="4 x"), "defence_roll: a face must be a whole number, not 'x'"),
    "four dice": (said(ROUND, attack_roll="6 5 1 1"), "attack_roll of 4 dice; at most 3 dice may be rolled here"),
    "more dice than armies": (said(ROUND, attackers=3), "attack_roll of 3 dice; at most 2 dice may be rolled here"),
    "two dice of one defender": (said(ROUND, defenders=1), "defence_roll of 2 dice; at most 1 die may be rolled here"),
    "dice that were not rolled": (said(ROUND, attack_dice=2), "attack_dice 2, but attack_roll shows 3 dice"),
    "losses that the roll did not cost": (said(ROUND, attacker_lost=1), "attacker_lost 1, but by its roll it lost 0"),
    "three lost": (said(LOST, attacker_lost=3), "attacker_lost 3 and defender_lost 1; a round of 3 dice against 2"),
    "losses that do not add up": (said(LOST, defender_lost=0), "costs 0 and 2, 1 and 1, 2 and 0"),
    "more lost than there were": (said(LOST, attackers=2, attacker_lost=2, defender_lost=0), "costs 0 and 1, 1 and 0"),
    "losses below zero": (said(LOST, attacker_lost=-1), "attacker_lost must be at least 0, not -1"),
    "dice nobody may roll": (said(LOST, attack_dice=4), "attack_dice must be at most 3, not 4"),
    "no dice": (said(LOST, defence_dice=0), "defence_dice must be at least 1, not 0"),
    "more left than began": (said(BATTLE, attackers_left=9), "attackers_left must be at most 8, not 9"),
    "none left": (said(BATTLE, attackers_left=0), "attackers_left must be at least 1, not 0"),
    "more defenders left": (said(BATTLE, defenders_left=5), "defenders_left must be at most 4, not 5"),
    "stopped for no reason": (said(BATTLE, defenders_left=2), "say that in advance (keep, until or most_rounds)"),
    "stopped too early": (said(BATTLE, defenders_left=2, keep=2), "say that in advance"),
    "passed its stop": (said(BATTLE, keep=4), "7 attackers against 4 defenders cannot end at 2 attackers"),
    "passed its other stop": (said(BATTLE, until=2), "cannot end at 2 attackers (able to attack) against 0 defenders"),
    "too few rounds": (said(BATTLE, most_rounds=1), "cannot be left after 1 round"),
    "no rounds": (said(BATTLE, most_rounds=0), "most_rounds must be at least 1, not 0"),
    "kept more than there were": (said(BATTLE, keep=8), "keep must be at most 7, not 8"),
    "worn to nothing new": (said(BATTLE, until=4), "until must be at most 3, not 4"),
    "a side nobody takes": (said(ROUND, side="attaker"), "did you mean 'attacker'?"),
    "rules nobody knows": (said(ROUND, rules="clasic"), "did you mean 'classic'?"),
    "an unknown column": (ROUND | {"defendrs_left": 3}, "unknown column 'defendrs_left'; did you mean 'defenders_left'?"),
    "a column twice": (ROUND | {"armies": 5}, "columns 'attackers' and 'armies' say the same (attackers)"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_refused_names_its_row(kind):
    row, named = REFUSED[kind]
    with pytest.raises(InputError) as refused:
        luck.luck([ROUND, row])
    assert str(refused.value).startswith("row 2: ")
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("rows", "clauses", "named"),
    [
        (LOST, {"defender_dice_limit": "armies-1", "lone_defender": "cannot-be-attacked", "n": 1}, "cannot be attacked"),
        (said(ROUND, attack_roll="4 1", defence_roll="4 1", attackers=3), {"ties": "re-roll"}, "rolled again"),
        (said(BATTLE, most_rounds=3), {"battle_outcome": "balanced-blitz"}, "balanced-blitz decides it at once"),
        (said(BATTLE, attackers_left=1, defenders_left=4), {"battle_outcome": "balanced-blitz"}, "under balanced-blitz"),
    ],
)  # fmt: skip
def test_what_the_rules_refuse(rows, clauses, named):
    clauses = dict(clauses)
    rows = said(rows, defenders=clauses.pop("n")) if "n" in clauses else rows
    with pytest.raises(InputError, match=r"^row 1: .*" + named):
        luck.luck([rows], **clauses)


FILES = {
    "a number without end": (
        '[{"attackers": 5},\n{"attackers": ' + "9" * 5000 + "}]",
        "game.csv line 2: a number of more than 4,300",
    ),
    "a long number": (
        '[{"attackers": ' + "9" * 4000 + ', "defenders": 3}]',
        "line 1: attackers must be at most 1000000, not 999",
    ),
    "a long number in CSV": (
        "attackers,defenders\n99999999999999999999999,3\n",
        "line 2: attackers must be at most 1000000, not 99999999999999999999999 (",
    ),
    "a very long number in CSV": (
        "attackers,defenders\n" + "9" * 5000 + ",3\n",
        "line 2: attackers must be a whole number, not '999",
    ),
    "half an army in CSV": (
        "attackers,defenders\n10.5,3\n",
        "line 2: attackers must be a whole number, not '10.5'",
    ),
    "empty": ("", "game.csv has no rows"),
    "a heading alone": ("attackers,defenders\n", "game.csv has no rows"),
    "an empty list": ("[]", "game.csv has no rows"),
    "not JSON": ('[{"attackers": 5,\n "defenders" 3}]', "game.csv line 2: not valid JSON"),
    "cut off": ('[{"attackers": 5, "defenders": 3},', "game.csv line 1: not valid JSON: Expecting ']'"),
    "more after the list": ('[{"attackers": 5}] 3', "not valid JSON: Extra data"),
    "no comma": ('[{"attackers": 5}\n{"attackers": 5}]', "game.csv line 2: not valid JSON"),
    "a key twice": ('{"attackers": 5, "attackers": 6}', "game.csv line 1: 'attackers' is said twice"),
    "not a number": ('{"attackers": NaN}', "game.csv line 1: NaN"),
    "not an object": ("[3]", "game.csv line 1: a row is an object"),
    "nested": ("[" * 100_000, "nested too deep"),
    "an unknown heading": ("armees,defenders\n5,3\n", "game.csv line 1: unknown column 'armees'"),
    "too many cells": ("attackers,defenders\n5,3,2\n", "game.csv line 2: more cells than the 2 columns"),
    "an open quotation": ('attackers,defenders\n"5,3\n', "game.csv line 2: "),
    "a bad line": (
        "attackers,defenders,attacker_lost,defender_lost\n5,3,1,1\n\n5,3,2,2\n",
        "game.csv line 4: attacker_lost 2 and defender_lost 2",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_bad_files(kind, tmp_path):
    text, named = FILES[kind]
    (tmp_path / "game.csv").write_text(text)
    with pytest.raises(InputError) as refused:
        luck.luck(tmp_path / "game.csv")
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_rows_from_python_with_a_number_without_end():
    with pytest.raises(InputError, match="at most 1000000, not a number of thousands of digits"):
        luck.luck([ROUND | {"attackers": 10**5000}])


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        luck.luck(tmp_path / "none.csv")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        luck.luck(tmp_path)
    (tmp_path / "bytes.csv").write_bytes(b"attackers\n\xff\n")
    with pytest.raises(InputError, match="not UTF-8 text"):
        luck.luck(tmp_path / "bytes.csv")
    with pytest.raises(InputError, match="a list of rows"):
        luck.luck({"attackers": 5})
    with pytest.raises(InputError, match="a list of rows"):
        luck.luck(5)


def test_options_that_would_be_ignored():
    rows = [ROUND | {"side": "attacker", "rules": "classic"}] * 2
    with pytest.raises(InputError, match="side defender would be ignored"):
        luck.luck(rows, side="defender")
    with pytest.raises(InputError, match="rules russian would be ignored"):
        luck.luck(rows, rules="russian")
    with pytest.raises(InputError, match="did you mean 'attacker'"):
        luck.luck(rows, side="atacker")


def test_too_many_rows(monkeypatch):
    from risksim.luck import log

    monkeypatch.setattr(log, "MAX_ROWS", 3)
    with pytest.raises(InputError, match="has 4 rows; the most is 3"):
        luck.luck([ROUND] * 4)
