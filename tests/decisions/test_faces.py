"""The faces of decisions: dictionaries, tables, pictures, words, and the verbs."""

import json
import subprocess
import sys

import matplotlib as mpl
import pytest

from risksim import decisions
from risksim.cli import main
from risksim.decisions import words

mpl.use("agg")


@pytest.fixture(scope="module", autouse=True)
def _close_figures():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


ANSWERS = {
    "stop": lambda: decisions.stop(9, 4, continent_value=5, counter=6),
    "dice": lambda: decisions.dice(9, 4),
    "seen": lambda: decisions.dice(9, 4, seen=True),
    "seen three": lambda: decisions.dice(9, 4, seen=True, defence_dice=3),
    "no choice": lambda: decisions.dice(9, 1, seen=True),
    "blitz": lambda: decisions.blitz(11, 10),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_every_face(name):
    answer = ANSWERS[name]()
    assert json.loads(json.dumps(answer.to_dict()))["armies"] == answer.armies
    frame = answer.to_frame()
    assert len(frame) == len(answer.table_armies) * len(answer.table_defenders)
    assert "<table" in answer._repr_html_()
    axes = answer.plot()
    assert axes.get_title(loc="left")
    assert axes.get_legend() is not None
    axes.figure.canvas.draw()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: decisions.stop(120, 120), "against 120:\nstop with 3 armies\nor fewer"),
        (lambda: decisions.stop(9, 4, territory_value=100_000), "against 4:\nnever stop"),
        (lambda: decisions.stop(3, 9, enemy_army_value=0), "against 9:\nstop with as many\nas are shown"),
        (lambda: decisions.blitz(9, 4), "against 4:\nroll by hand with 5 armies\nor fewer"),
    ],
)
def test_the_picture_says_where_the_border_lies(ask, said):
    answer = ask()
    axes = answer.plot()
    assert [text.get_text() for text in axes.texts] == [said]
    # what the words say is what the table has
    column = [row[list(answer.table_defenders).index(answer.defenders)] for row in answer.table]
    first = sum(not is_second for is_second in column)
    assert column == [False] * first + [True] * (len(column) - first)
    (start,) = axes.lines
    assert not start.get_clip_on()  # it may lie in a corner


def test_the_picture_draws_the_border_and_the_start():
    answer = decisions.stop(9, 4, enemy_army_value=0.8, territory_value=1, size=20)
    axes = answer.plot()
    assert [tuple(line.get_xydata()[0]) for line in axes.lines] == [(4.0, 9.0)]
    steps = axes.collections[1].get_segments()
    borders = sum(row[d] != row[d + 1] for row in answer.table for d in range(len(row) - 1)) + sum(
        one != other
        for row, following in zip(answer.table, answer.table[1:], strict=False)
        for one, other in zip(row, following, strict=True)
    )
    assert len(steps) == borders > 20


def test_words_of_a_stop():
    lines = list(words.stop(decisions.stop(9, 4, continent_value=5, counter=6, simulate=1000, seed=1)))
    assert lines[3] == "attack"
    assert "a neighbour's 6 armies attack" in lines[1]
    assert any("move in" in line for line in lines)
    assert any("1,000 attacks, seed 1" in line for line in lines)
    assert any(line.startswith("     9") and line.endswith("[#]") for line in lines)
    assert list(words.stop(decisions.stop(6, 6, enemy_army_value=0.5)))[3] == "stop: do not attack"


def test_words_of_a_large_table_show_the_part_around_the_start():
    lines = list(words.blitz(decisions.blitz(60, 50)))
    assert "--json has the whole table" in lines[-1]
    assert any("[" in line and line.startswith("    60") for line in lines)


def test_words_of_dice():
    lines = list(words.dice(decisions.dice(9, 4)))
    assert any("who announces first makes no difference" in line for line in lines)
    lines = list(words.dice(decisions.dice(9, 4, seen=True)))
    assert any("where the second die is" in line for line in lines)
    many = decisions.dice(9, 4, seen=True, defence_dice=3)
    assert any("3 dice against" in line for line in words.dice(many))


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    return caught.value.code, out, err


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (
            ["stop", "9", "4", "--continent-value", "5", "--counter", "6"],
            {"attack", "value", "table", "gain"},
        ),
        (["stop", "8", "4", "--fighting", "--enemy-army-value", "0.5"], {"best_keep", "value_always"}),
        (["stop", "9", "4", "--simulate", "1000", "--seed", "1"], {"simulated"}),
        (["dice", "9", "4"], {"attack_dice", "defence_dice", "p_win", "p_win_all", "order_matters"}),
        (["dice", "9", "4", "--seen", "--aim", "losses"], {"rules_seen", "table_rule", "replies"}),
        (["blitz", "9", "4"], {"blitz", "p_win", "p_win_blitz", "p_win_hand", "gain", "table"}),
        (["blitz", "9", "4", "--defence-dice", "3"], {"blitz"}),
    ],
)
def test_verbs(capsys, arguments, keys):
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    answer = json.loads(out)
    assert keys <= answer.keys()
    assert (answer["armies"], answer["attackers"], answer["defenders"]) == (9, 8, 4)
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert out.splitlines()[0].startswith("9 armies on the territory, 8 can attack, against 4 defenders")


def test_a_plain_stop_has_no_simulation(capsys):
    assert "simulated" not in json.loads(run(capsys, "stop", "9", "4", "--json")[1])


def test_verbs_draw(capsys, tmp_path):
    for verb in ("stop", "dice", "blitz"):
        path = tmp_path / f"{verb}.png"
        assert run(capsys, verb, "9", "4", "--plot", str(path))[0] == 0
        assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["stop", "1", "4"], "at least 2, not 1"),
        (["stop", "-3", "4"], "-3"),
        (["stop", "9", "4", "--army-value", "nan"], "nan"),
        (["stop", "9", "4", "--counter", "-1"], "counter"),
        (["stop", "9", "4", "--seed", "3"], "--seed goes with --simulate"),
        (["stop", "9", "4", "--simulate", "1"], "at least 2"),
        (["stop", "9", "4", "--rules", "balanced-blitz"], "battle_outcome=rolled"),
        (["stop", "9", "4", "--contninent-value", "5"], "--continent-value"),
        (["stop", "900", "900"], "too large"),
        (["dice", "9", "0"], "defenders"),
        (["dice", "9", "4", "--aim", "glory"], "glory"),
        (["dice", "9", "4", "--seen", "--attack-sides", "100"], "too many"),
        (["blitz", "9", "4", "--rules", "classic"], "'classic' has no blitz"),
        (["blitz", "9", "4", "--plot", "table.gif"], "table.gif"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert words in err


def test_a_short_question_needs_no_numpy():
    program = (
        "import sys; from risksim import decisions; decisions.stop(9, 4, counter=6); decisions.dice(9, 4, seen=True); "
        "decisions.blitz(9, 4); sys.exit('numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
