"""The clauses: one name each, a description, a range or readings, and the whole ledger of readings."""

import msgspec
import pytest

from risksim.rules import CLAUSES, SECTIONS
from risksim.rules.clauses import BidForcedAt, Poker, PokerCardsSpent

DERIVED = {23: Poker.six_cards_reachable}


def test_every_ledger_number_is_a_clause_or_follows_from_clauses():
    named = {clause.switch for clause in CLAUSES.values() if clause.switch is not None}
    assert named | set(DERIVED) == set(range(1, 52))
    assert not named & set(DERIVED)


def test_six_cards_are_reachable_only_beyond_the_cap_of_five():
    assert not Poker().six_cards_reachable
    assert not Poker(poker_hand_cap=6).six_cards_reachable
    assert Poker(poker_hand_cap=6, bid_forced_at=BidForcedAt.SIX).six_cards_reachable
    assert Poker(poker_hand_cap=6, poker_cards_spent=PokerCardsSpent.HAND_PLAYED).six_cards_reachable
    assert not Poker(poker_hand_cap=5, bid_forced_at=BidForcedAt.NEVER).six_cards_reachable


def test_no_two_sections_share_a_clause_name():
    assert sum(len(msgspec.structs.fields(struct)) for struct in SECTIONS.values()) == len(CLAUSES)


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=CLAUSES)
def test_a_clause_describes_itself_and_its_default_is_allowed(clause):
    assert len(clause.description) > 10
    assert msgspec.convert(msgspec.to_builtins(clause.default), clause.annotation) == clause.default
    if clause.readings:
        assert len(set(clause.readings)) == len(clause.readings)
    else:
        assert clause.low < clause.high


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("ties", {"defender", "attacker", "both", "neither", "re-roll"}),
        ("fortify", {"one-adjacent", "one-along-path", "any-two-own", "many-adjacent"}),
        ("queen_high", {"ignore", "compare", "compare-min", "compare-single", "reorder", "above-ace"}),
        ("lone_defender", {"auto-lost", "cannot-be-attacked", "rolls-1"}),
        ("bid_forced_at", {"five", "six", "never"}),
        ("elim_cards", {"victor-takes", "shown-and-discarded", "kept-out"}),
        ("pool_includes_factories", {"no", "yes-not-placed", "yes-and-placed"}),
    ],
)
def test_the_readings_of_the_ledger_are_there(name, readings):
    assert set(CLAUSES[name].readings) == readings
