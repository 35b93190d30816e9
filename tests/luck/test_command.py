"""``risksim luck``: keys, words, pictures, and what it refuses."""

import json
import math
import subprocess
import sys

import matplotlib
import pytest

from risksim import luck
from risksim.cli import main
from risksim.luck import words

matplotlib.use("agg")

GAME = """label,attackers,defenders,attack roll,defence roll,attackers left,defenders left,keep
Brazil,8,4,6 5 1,4 2,,,
Siam,10,5,,,1,3,
Ural,12,4,,,8,2,8
"""


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game.csv").write_text(GAME)
    (tmp_path / "rolls.txt").write_text("6 5 1 4 2 6 6 6")
    (tmp_path / "bad.csv").write_text(GAME + "Peru,5,3,6 6 6 6,1,,,\n")
    return tmp_path


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            main([str(each) for each in arguments])
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    return run


def test_the_keys_of_a_log(run, game):
    code, out, err = run("luck", game / "game.csv", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer == json.loads(json.dumps(luck.luck(game / "game.csv").to_dict()))
    assert {"z", "p_value", "percentile", "p_value_anytime", "luck", "rows", "rules", "rules_digest"} <= set(
        answer
    )
    for row in answer["rows"]:
        assert {"z", "p_value", "percentile", "luck", "armies", "attackers"} - {"z"} <= set(row)
        assert row["attackers"] == row["armies"] - 1
    assert answer["rows"][0]["exact"]["percentile"] == "6331/7776"


def test_the_keys_of_rolls(run, game):
    code, out, err = run("luck", game / "rolls.txt", "--rolls", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert {"p_value", "p_value_anytime", "e_value", "together", "dice", "power"} <= set(answer)
    assert answer["together"]["method"] == "exact"


def test_words_of_a_log(run, game):
    code, out, _ = run("luck", game / "game.csv", "--side", "defender")
    assert code == 0
    assert "1 round and 2 battles as the defender (rules: classic)" in out
    assert "players with these fights" in out
    assert "Siam: 10 v 5, left 1 v 3" in out
    answer = luck.luck(game / "game.csv", side="defender")
    assert f"{answer.luck:+.2f} armies" in out
    assert "nothing that fair dice would not do" in out


def test_words_of_a_long_and_unlikely_log():
    rows = [{"attackers": 9, "defenders": 9, "attacker_lost": 2, "defender_lost": 0, "label": "x"}] * 60
    lines = "\n".join(words.luck(luck.luck(rows)))
    assert "the 30 rows furthest from even luck, of 60" in lines
    assert "hard to believe, however often you looked" in lines
    assert (
        "of 100 players with these rounds, 0 would have been unluckier, 0 just as lucky, 100 luckier" in lines
    )
    doubtful = "\n".join(words.luck(luck.luck(rows[:5])))
    assert "keep an eye on them" in doubtful
    lucky = luck.luck([{"attackers": 30, "defenders": 20, "attackers_left": 29, "defenders_left": 0}])
    (players,) = (line for line in words.luck(lucky) if "players" in line)
    assert f"of 100,000 players with these battles, {100_000 * lucky.p_unluckier:,.0f} would" in players
    assert 0 < lucky.p_luckier < 1e-4


STEERING = "Si\aam \u202emais\x1b[31m"


def test_nothing_in_a_log_steers_the_terminal(run, tmp_path):
    row = {"attackers": 10, "defenders": 5, "attackers_left": 1, "defenders_left": 3}
    (tmp_path / "game.json").write_text(
        json.dumps([row | {"label": STEERING + "\nUral"}, row | {"label": "Peru"}])
    )
    code, out, _ = run("luck", tmp_path / "game.json")
    assert code == 0
    assert all(line.isprintable() for line in out.splitlines())
    one, other = (line for line in out.splitlines() if "left 1 v 3" in line)
    assert r"Si\x07am \u202emais\x1b[31m\nUral: 10 v 5" in one
    assert one.index("-7.77") == other.index("-7.77")
    _, out, _ = run("luck", tmp_path / "game.json", "--json")
    assert json.loads(out)["rows"][0]["label"] == STEERING + "\nUral"
    (tmp_path / "rolls.json").write_text(json.dumps({STEERING: [6] * 9, "white": [1, 2, 3]}))
    code, out, _ = run("luck", tmp_path / "rolls.json", "--rolls", "--plot", tmp_path / "rolls.png")
    assert code == 0
    assert all(line.isprintable() for line in out.splitlines())
    code, _, err = run("luck", tmp_path / f"{STEERING}.csv")
    assert code == 2
    assert err.removesuffix("\n").isprintable()


def test_small_chances_in_titles():
    lost = {"attackers": 9, "defenders": 9, "attacker_lost": 2, "defender_lost": 0}
    title = luck.luck([lost] * 30).plot().get_title(loc="left")
    assert "percentile 4.8e-17, anytime p = " in title
    assert "p = 0" not in title
    assert "percentile 1 - 4.8e-17, anytime p = " in luck.luck([lost] * 30, side="defender").plot().get_title(
        loc="left"
    )
    title = luck.luck([lost] * 900).plot().get_title(loc="left")
    assert "percentile < 1e-300, anytime p = " in title
    assert title.endswith(f"e{math.floor(luck.luck([lost] * 900).log10_p_value_anytime)}")
    title = luck.dice([6] * 40).plot().get_title(loc="left")
    assert title == "40 rolls: p = 4.5e-31 (exact)"


def test_the_legend_lies_beside_the_bars():
    answer = luck.dice({"re$d$": [6] * 10 + [1, 2], "_white": [1] * 10 + [5, 6]})
    ax = answer.plot()
    assert ax.get_title(loc="left") == f"24 rolls: p = {words.chance(answer.p_value)} (corrected for 3 tests)"
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["a fair die", r"re\$d\$", " _white"]
    shares = [line.get_ydata().tolist() for line in ax.lines[-2:]]
    assert shares == [[count / 12 for count in die.counts] for die in answer.dice]
    ax.figure.canvas.draw()
    assert not ax.get_legend().get_window_extent().overlaps(ax.get_window_extent())


def test_words_of_rolls(run, game):
    _, out, _ = run("luck", game / "rolls.txt", "--rolls")
    assert "8 rolls of 6-sided dice" in out
    assert "face 6      came up most above its share" in out
    assert "a face 2 times as likely as it should be" in out
    two = "\n".join(words.dice(luck.dice({"red": [6] * 9, "white": [1, 2, 3]})))
    assert "red         p = 5.95e-07 (exact, 9 rolls), Holm" in two.replace("6e-07", "5.95e-07")
    many = "\n".join(words.dice(luck.dice(counts=[20, 30, 25, 25, 25, 25], seed=1)))
    assert "± 0." in many
    assert "(monte-carlo, 150 rolls)" in many


def test_a_drawn_seed_is_told(run, game):
    (game / "counts.csv").write_text("face,count\n1,30\n2,30\n3,30\n4,30\n5,30\n6,50\n")
    _, out, err = run("luck", game / "counts.csv", "--rolls", "--json")
    assert err.strip() == f"seed {json.loads(out)['seed']}"
    _, out, err = run("luck", game / "counts.csv", "--rolls", "--json", "--seed", "7")
    assert err == ""
    assert json.loads(out)["seed"] == 7


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_pictures(run, game, ending):
    for file, options in (("game.csv", ()), ("rolls.txt", ("--rolls",))):
        picture = game / f"{file}.{ending}"
        code, _, err = run("luck", game / file, *options, "--plot", picture)
        assert code == 0
        assert str(picture) in err
        assert picture.stat().st_size > 5_000


def test_what_the_pictures_show(game):
    answer = luck.luck(game / "game.csv")
    ax = answer.plot()
    (line, _) = ax.lines
    assert line.get_ydata().tolist() == pytest.approx([0, *(row.luck_so_far for row in answer.rows)])
    assert len(ax.collections) == 2
    points = answer.plot_percentiles().collections
    shown = [y for group in points for _, y in group.get_offsets().tolist()]
    assert sorted(shown) == pytest.approx(sorted(row.percentile for row in answer.rows))
    bars = luck.dice([6, 6, 1]).plot().patches
    assert [bar.get_height() for bar in bars] == pytest.approx([1 / 3, 0, 0, 0, 0, 2 / 3])
    single = luck.luck([{"attackers": 5, "defenders": 1, "attacker_lost": 0, "defender_lost": 1}])
    assert len(single.figure().axes) == 2


def test_faces_of_the_answer(game):
    answer = luck.luck(game / "game.csv")
    frame = answer.to_frame()
    assert frame["percentile"].tolist() == [row.percentile for row in answer.rows]
    assert frame["keep"].tolist()[2] == 8
    assert "<table" in answer._repr_html_()


REFUSED = [
    (["bad.csv"], "bad.csv line 5: attack_roll of 4 dice"),
    (["none.csv"], "none.csv' cannot be read"),
    (["game.csv", "--side", "atacker"], "did you mean 'attacker'"),
    (["game.csv", "--sides", "8"], "--sides goes with --rolls"),
    (["game.csv", "--seed", "8"], "--seed goes with --rolls"),
    (["game.csv", "--defence-dice", "1"], "defence_roll of 2 dice; at most 1 die may be rolled here"),
    (["game.csv", "--rules", "clasic"], "did you mean 'classic'"),
    (["game.csv", "--clause", "tyes=both"], "did you mean 'ties'"),
    (["game.csv", "--plot", "luck.txt"], "--plot takes a file"),
    (["rolls.txt", "--rolls", "--side", "attacker"], "--side does not go with --rolls"),
    (["rolls.txt", "--rolls", "--fighting"], "--fighting does not go with --rolls"),
    (["rolls.txt", "--rolls", "--rules", "classic"], "--rules does not go with --rolls"),
    (["rolls.txt", "--rolls", "--attack-sides", "8"], "--attack-sides does not go with --rolls"),
    (["rolls.txt", "--rolls", "--clause", "ties=both"], "--clause does not go with --rolls"),
    (["rolls.txt", "--rolls", "--seed", "1"], "--seed goes with more rolls"),
    (["rolls.txt", "--rolls", "--sides", "1"], "sides must be at least 2, not 1"),
    (["rolls.txt", "--rolls", "--sides", "4"], "rolls.txt line 1: a face must be at most 4, not 6"),
    (["rolls.txt"], "rolls.txt line 1: unknown column"),
    ([], "FILE"),
]


@pytest.mark.parametrize(
    ("arguments", "named"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_one_line_and_exit_2(run, game, monkeypatch, arguments, named):
    monkeypatch.chdir(game)
    code, out, err = run("luck", *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert named in err


def test_standard_input_and_a_light_start(game):
    program = "import sys; from risksim.luck import luck; luck(sys.argv[1]); print([m for m in ('numpy', 'scipy', 'numba', 'pandas', 'matplotlib') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program, str(game / "game.csv")], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    piped = subprocess.run(
        [sys.executable, "-m", "risksim", "luck", "-", "--json"],
        input=GAME,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(piped.stdout)["percentile"] == luck.luck(game / "game.csv").percentile
    bad = subprocess.run(
        [sys.executable, "-m", "risksim", "luck", "-"],
        input="armies\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "standard input has no rows" in bad.stderr
