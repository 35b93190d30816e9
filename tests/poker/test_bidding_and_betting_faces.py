"""The faces of bids and bets: dictionaries, tables, pictures, words, and the verbs."""

import json

import matplotlib as mpl
import pytest

from risksim.cli import main
from risksim.poker import betting, bidding
from risksim.poker.betting import words as betting_words
from risksim.poker.bidding import words as bidding_words

mpl.use("agg")


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


SMALL = {"rounds": 1, "classes": 2, "trials": 5_000}
ANSWERS = {
    "economy": (lambda: bidding.economy(success=0.6, contested=0.5, p_control=0.4), bidding_words.economy),
    "endless": (
        lambda: bidding.economy(ally_draws_poker=True, ally_can_bid=True, poker_cards_spent="hand-played"),
        bidding_words.economy,
    ),
    "no card": (lambda: bidding.economy(success=0), bidding_words.economy),
    "readings": (lambda: bidding.readings(success=0.6), bidding_words.readings),
    "table": (lambda: bidding.table(3, bid_from=5), bidding_words.table),
    "nobody challenges": (lambda: bidding.table(3), bidding_words.table),
    "challenge": (
        lambda: bidding.challenge(10, 3, card_value=0.4, p_control=[0.4, 0.38]),
        bidding_words.challenge,
    ),
    "no rival": (lambda: bidding.challenge(10, 3, rivals=0), bidding_words.challenge),
    "thresholds": (lambda: bidding.thresholds([2, 3]), bidding_words.thresholds),
    "call": (lambda: betting.call(2, 20, 1, equity=0.5), betting_words.call),
    "all-in": (lambda: betting.all_in([1, 10, 20]), betting_words.all_in),
    "stakes": (lambda: betting.stakes(factories=1), betting_words.stakes),
    "play": (lambda: betting.equilibrium((3, 10), **SMALL, ally_value=2), betting_words.play),
    "side pots": (lambda: betting.side_pots([(3, 4)], **SMALL), betting_words.side_pots),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_every_face(name):
    ask, words = ANSWERS[name]
    answer = ask()
    fields = json.loads(json.dumps(answer.to_dict()))
    assert fields["rules"].startswith("new-rules")
    assert len(fields["rules_digest"]) == 64
    assert len(answer.to_frame()) > 0
    assert "<table" in answer._repr_html_()
    axes = answer.plot()
    assert axes.get_title(loc="left")
    lines = list(words(answer))
    assert len(lines) > 2
    assert all("\n" not in line and "None" not in line and "nan" not in line for line in lines)


def test_words_say_what_columns_are():
    assert "chance that control comes in the turn" in "\n".join(bidding_words.economy(bidding.economy()))
    for words, answer, said in (
        (betting_words.call, betting.call(2, 20, 1), "call: armies it costs"),
        (betting_words.all_in, betting.all_in([1, 10]), "pays, may win: armies"),
        (betting_words.stakes, betting.stakes(), "pile: armies to bet with"),
        (betting_words.side_pots, betting.side_pots([(3, 4)], **SMALL), "on turn, rival: piles"),
    ):
        assert said in "\n".join(words(answer))


def test_words_say_who_has_looked_at_his_cards():
    text = "\n".join(bidding_words.challenge(bidding.challenge(1, 2)))
    assert "never, without looking at his cards" in text
    assert "challenges with 0.1516 of all hands" in text
    text = "\n".join(bidding_words.thresholds(bidding.thresholds([2])))
    assert "without looking at his cards" in text
    assert "0.1516" in text


def test_dead_letters_have_every_face_but_a_picture():
    answer = bidding.dead_letters(revive=False)
    assert json.loads(json.dumps(answer.to_dict()))["sentences"] == answer.sentences
    assert list(answer.to_frame()["quote"]) == [letter.quote for letter in answer.letters]
    text = "\n".join(bidding_words.dead_letters(bidding.dead_letters(players=[3])))
    assert "alive with bid_min_cards = 1" in text
    assert "elim_poker_cards = take" in text
    found = bidding.dead_letters()
    always = sum(letter.players == (2, 3, 4, 5, 6) for letter in found.letters)
    text = "\n".join(bidding_words.dead_letters(found))
    assert text.startswith(
        f"{always} of {found.sentences} sentences about bids and hands never matter at any table"
    )
    assert "1 more never with 5 or 6 players" in text
    assert bidding.dead_letters(players=[6], revive=False).to_frame().empty


def run(capsys, *words):
    with pytest.raises(SystemExit) as left:
        main(list(words))
    assert left.value.code == 0
    return capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["bid", "--success", "0.6"], "turns_between"),
        (
            ["bid", "--contested", "0.5", "--p-control", "0.4", "--clause", "rebuy=dealt-in", "--tries", "2"],
            "held",
        ),
        (["bid", "--readings", "--success", "0.6"], "rows"),
        (["bid", "--players", "3", "--bid-from", "5", "--p-control", "0.4,0.3"], "p_contested"),
        (["bid", "--players", "2", "--join", "0.5"], "players_in_hand"),
        (["bid", "--success", "0"], "p_ally"),
        (["bid", "--value", "10", "--players", "3"], "equilibria"),
        (["bid", "--thresholds", "--players", "2"], "rows"),
        (["bid", "--dead-letters", "--players", "3"], "letters"),
        (["bet", "2", "20", "1"], "rows"),
        (["bet", "--everyone", "1,10,20"], "piles"),
        (["bet", "--stakes", "--territories", "7,12"], "rows"),
        (["bet", "--solve", "3,4", "--rounds", "1", "--classes", "2", "--trials", "5000"], "exploitability"),
        (["bet", "--solve", "3,4", "--compare", "--classes", "2", "--trials", "5000"], "rows"),
    ],
)
def test_verbs_answer_in_words_and_as_json(capsys, words, key):
    assert run(capsys, *words).out.strip()
    told = run(capsys, *words, "--json").out
    assert key in json.loads(told)


def test_verbs_say_what_python_does(capsys):
    told = json.loads(
        run(capsys, "bid", "--success", "0.6", "--contested", "0.5", "--p-control", "0.4", "--json").out
    )
    assert told == json.loads(json.dumps(ANSWERS["economy"][0]().to_dict()))
    told = json.loads(run(capsys, "bet", "2", "20", "1", "--equity", "0.5", "--json").out)
    assert told == json.loads(json.dumps(ANSWERS["call"][0]().to_dict()))


def test_answers_are_drawn_into_files(capsys, tmp_path):
    for words in (["bid"], ["bet", "2", "20", "1"]):
        target = tmp_path / f"{words[0]}.svg"
        run(capsys, *words, "--plot", str(target))
        assert target.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["bid", "--success", "1.2"], "1.2"),
        (["bid", "--success", "nan"], "nan"),
        (["bid", "--contested", "0.5"], "p_control"),
        (["bid", "--p-control", "0.4,0.3"], "--p-control"),
        (["bid", "--rules", "classic"], "classic"),
        (["bid", "--cards", "4"], "--cards"),
        (["bid", "--value", "3", "--readings"], "--value"),
        (["bid", "--value", "-3"], "-3"),
        (["bid", "--players", "7"], "7"),
        (["bid", "--players", "3", "--double-down"], "--double-down"),
        (["bid", "--double-down"], "poker_hand_cap"),
        (["bid", "--clause", "poker_cards_spent"], "NAME=VALUE"),
        (["bid", "--dead-letters", "--plot", "a.png"], "--dead-letters"),
        (["bid", "--join", "0.5"], "--join"),
        (["bid", "--p-control", "0.4"], "--contested"),
        (["bid", "--contested", "0.5", "--p-control", "0.4", "--tries", "2"], "rebuy=dealt-in"),
        (["bid", "--contested", "0.5", "--p-control", "0.4", "--p-control-two", "0.6"], "--double-down"),
        (["bid", "--ally-success", "0.4"], "ally_draws_poker=true"),
        (["bid", "--double-down", "--clause", "poker_hand_cap=6"], "--contested"),
        (["bid", "--bid-from", "6", "--clause", "poker_hand_cap=6"], "forced at 5"),
        (["bid", "--value", "1", "--trials", "0"], "trials"),
        (["bid", "--thresholds", "--clause", "poker_cards_spent=hand-played"], "poker_cards_spent"),
        (["bid", "--clause", "success=0.5"], "success"),
        (["bet", "--clause", "rules=classic", "1", "2", "3"], "rules"),
        (["bet", "--solve", "3,4", "--fixed", "2"], "betting = fixed"),
        (["bet", "--solve", "3,4", "--fixed", "0"], "at least 1"),
        (["bet", "--solve", "3,4", "--sizes", "1", "--clause", "betting=fixed"], "--sizes"),
        (["bet", "--solve", "3,4", "--compare", "--clause", "all_in=capped"], "all_in"),
        (["bet", "1", "2", "3", "--p-fold", "0.5"], "--equity"),
        (["bet", "1", "2", "3", "--rules", "classic"], "no allied armies"),
        (["bet", "--everyone", "1,2", "--rules", "classic"], "no allied armies"),
        (["bet", "--stakes", "--rules", "classic"], "no allied armies"),
        (["bet", "--solve", "3,4", "--rules", "classic"], "no allied armies"),
        (["bet"], "nothing asked"),
        (["bet", "1", "2"], "three"),
        (["bet", "1", "2", "0"], "pile"),
        (["bet", "1", "2", "3", "--stakes"], "--stakes"),
        (["bet", "1", "2", "3", "--seed", "4"], "--seed"),
        (["bet", "--solve", "3"], "two players"),
        (["bet", "--solve", "3,x"], "3,x"),
        (["bet", "--compare"], "--solve"),
        (["bet", "--everyone", "3"], "2 … 6"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(capsys, words, told):
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert told in err
