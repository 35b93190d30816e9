"""The verb, tables and pictures."""

import json

import matplotlib.pyplot as plt
import pytest
from click.testing import CliRunner

from risksim import cards, cli, rules

KEYS = {
    "p_first_set": {"3", "4", "5"},
    "between_sets": {"1", "2", "3", "4", "5"},
    "leftover": {"0", "1", "2"},
}


def ask(*arguments):
    with pytest.raises(SystemExit) as stop:
        cli.main(["cards", *arguments])
    return stop.value.code


def answer_of(capsys, *arguments):
    assert ask(*arguments, "--json") == 0
    captured = capsys.readouterr()
    return json.loads(captured.out), captured.err


@pytest.mark.parametrize("deck", ["classic", "no-wilds", "independent"])
@pytest.mark.parametrize("trade", ["soon", "hold"])
def test_json_keys(capsys, deck, trade):
    answer, err = answer_of(capsys, "--deck", deck, "--trade", trade, "--cards", "7")
    assert not err
    for key, names in KEYS.items():
        assert set(answer[key]) == names
    assert len(answer["sets_by_card"]) == 8
    assert answer["cards_per_set"] == 3
    assert answer["exact"]["cards_per_set"] == "3"
    assert answer["rules_digest"] == rules.load("classic").digest
    assert answer["schedule"][:5] == [4, 6, 8, 10, 12]
    assert answer["expected_turns_first_set"] == answer["expected_cards_first_set"]
    assert answer["exact"]["expected_cards_first_set"] in ("72921/19393", "797/205", "35/9")


def test_the_deck_is_the_rule_sets_own(capsys):
    own, _ = answer_of(capsys)
    classic, _ = answer_of(capsys, "--deck", "classic")
    assert own == classic


def test_turns_to_the_first_set_are_a_fraction_where_the_rate_is_a_simple_one(capsys):
    answer, _ = answer_of(capsys, "--deck", "classic")
    assert answer["exact"]["expected_turns_first_set"] == "72921/19393"
    answer, _ = answer_of(capsys, "--deck", "independent", "--conquest-rate", "0.7")
    assert answer["exact"]["expected_turns_first_set"] == "50/9"
    assert answer["expected_turns_first_set"] == pytest.approx(50 / 9, rel=1e-15)
    answer, _ = answer_of(capsys, "--conquest-rate", "0.7182818284590452")
    assert "expected_turns_first_set" not in answer["exact"]


def test_no_turn_ever_earns_a_card(capsys):
    answer, _ = answer_of(capsys, "--conquest-rate", "0")
    assert answer["expected_turns_first_set"] is None
    assert "expected_turns_first_set" not in answer["exact"]
    assert answer["sets_by_turn"][-1] == 0


def test_simulated_beside_the_exact(capsys):
    arguments = (
        "--simulate",
        "3000",
        "--seed",
        "5",
        "--players",
        "2",
        "--turns",
        "12",
        "--rules",
        "new-rules",
    )
    answer, err = answer_of(capsys, *arguments)
    simulated = answer["simulated"]
    assert answer["rules_digest"] == simulated["rules_digest"] == rules.load("new-rules").digest
    assert (simulated["seed"], simulated["trials"], simulated["players"]) == (5, 3_000, 2)
    assert len(simulated["income_by_turn"]) == 12
    assert {"value", "standard_error", "low", "high", "level", "trials", "seed"} <= set(
        simulated["expected_cards_first_set"]
    )
    assert not err
    again, _ = answer_of(capsys, *arguments, "--workers", "1")
    assert again == answer


def test_a_seed_is_drawn_and_said(capsys):
    answer, err = answer_of(capsys, "--simulate", "600", "--turns", "4")
    assert f"seed {answer['simulated']['seed']}" in err


def test_words(capsys):
    assert ask("--simulate", "600", "--turns", "8", "--seed", "1", "--trade", "hold") == 0
    out = capsys.readouterr().out
    for words in ("holding to five cards", "72921/19393", "4, 6, 8, 10, 12, 15, 20, 25", "seed 1"):
        assert words in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--conquest-rate", "1.5"), "must lie between 0 and 1, not 1.5"),
        (("--conquest-rate", "nan"), "finite"),
        (("--conquest-rate", "-0.5"), "between 0 and 1"),
        (("--deck", "clasic"), "did you mean 'classic'"),
        (("--trade", "sooner"), "did you mean 'soon'"),
        (("--cards", "-3"), "cards must be at least 0, not -3"),
        (("--cards", "2.5"), "2.5"),
        (("--cards", "9999999"), "at most 2000"),
        (("--players", "3"), "goes with --simulate"),
        (("--simulate", "0"), "trials must be at least 2"),
        (("--simulate", "100", "--players", "9", "--seed", "1"), "players must be at most 6"),
        (("--simulate", "100", "--seed", "-4"), "seed"),
        (("--rules", "nowhere"), "nowhere"),
        (("--deks", "classic"), "--deck"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, words):
    assert ask(*arguments) == 2
    captured = capsys.readouterr()
    lines = captured.err.strip().splitlines()
    assert words in lines[-1]
    assert len(lines) == 1
    assert not captured.out


def test_help_names_the_policies():
    assert "best-match" in CliRunner().invoke(cli.cli, ["cards", "--help"]).output


def test_tables_and_pictures():
    answer = cards.economy(cards=10)
    frame = answer.to_frame()
    assert frame["expected_sets"].tolist() == list(answer.sets_by_card)
    assert frame["p_first_set"].sum() == pytest.approx(1)
    assert "<table" in answer._repr_html_()
    simulated = cards.simulate(turns=6, trials=600, seed=6)
    assert len(simulated.to_frame()) == 4 * 6
    for axes in (answer.plot(), answer.plot_sets(), simulated.plot()):
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        plt.close(axes.figure)
    bars = answer.plot().patches
    assert [bar.get_height() for bar in bars[:3]] == list(answer.p_first_set.values())
    plt.close("all")
