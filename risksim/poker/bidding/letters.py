"""Dead letters: sentences of the document that nothing in play can ever come to.

The sentences lie in ``letters.toml``, each with what must come to pass for it to matter. What can come to pass under a
rule set is found by the search in :mod:`risksim.poker.bidding.events`; no list says which sentences are dead. For each
dead one clauses are then changed, first one, then two at a time, until the search finds it alive.

It is assumed that ``poker_hand_cap`` holds for cards taken from an eliminated player as well. Where it did not,
``elim_poker_cards = take`` could bring somebody a sixth card, and sentences about six cards would matter.

Sources: ``seed-new-rules``.
"""

import contextlib
import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from risksim.errors import InputError, check_count
from risksim.poker.bidding import events
from risksim.poker.bidding.events import Event
from risksim.poker.bidding.model import DeadLetters, Letter
from risksim.poker.bidding.turns import Rules, check_rules
from risksim.rules.clauses import CLAUSES
from risksim.rules.ruleset import RuleSet

#: Clauses the search depends on; of numbers the values tried.
TRIED: dict[str, tuple[Any, ...]] = {
    name: values or tuple(CLAUSES[name].readings)
    for name, values in {
        "bid_min_cards": tuple(range(1, 7)),
        "bid_forced_at": (),
        "poker_hand_cap": tuple(range(3, 11)),
        "join_min_cards": tuple(range(4)),
        "own_cards_used": (),
        "board_cards": tuple(range(2, 6)),
        "poker_cards_spent": (),
        "rebuy": (),
        "betting": (),
        "all_in": (),
        "pool_count_time": (),
        "pool_min3": (False, True),
        "pool_includes_factories": (),
        "ante": tuple(range(4)),
        "ally_draws_poker": (False, True),
        "ally_can_bid": (False, True),
    }.items()
}
#: Players with whom no army is left without one.
NO_ALLY = events.ARMIES

_NOUNS = {
    ("hold", "cards"): "poker cards in hand",
    ("bid", "cards"): "cards with which a player can come to bid",
    ("forced", "cards"): "cards that force a bid",
    ("join", "cards"): "cards with which a player can come to join",
    ("hand", "used"): "own cards in a hand",
    ("hand", "left"): "cards beside those of a hand",
    ("hand", "board"): "cards on the board",
    ("hand", "pile"): "armies of the smallest pile",
    ("pile counted", "factories"): "factories in the betting pile",
    ("lost", "left"): "cards left after a lost hand",
    ("plays on", "by"): "ways to play on after a lost hand",
    ("ally", "draws"): "an ally's turn earns a poker card",
    ("ally", "suits"): "suits of an ally, at most",
    ("ally", "cards"): "poker cards an ally comes to hold",
    ("short of a bet", "side_pot"): "a side pot for who is short of a bet",
}


class Sentence(NamedTuple):
    """A sentence of the document."""

    name: str
    quote: str
    place: str
    needs: list[dict[str, Any]]
    explained_by: list[list[str]]

    def is_alive(self, reached: Iterable[Event]) -> bool:
        """Return whether one of its needs is met by an event."""
        return any(_meets(happened, need) for happened in reached for need in self.needs)


def sentences() -> list[Sentence]:
    """Return the sentences that are looked at.

    >>> sentences()[0].place
    'How to Play 4.4'
    """
    import tomllib

    with open(os.path.join(os.path.dirname(__file__), "letters.toml"), "rb") as file:
        return [Sentence(**entry) for entry in tomllib.load(file)["sentence"]]


def dead_letters(
    rules: Rules = "new-rules",
    *,
    players: Sequence[int] = (2, 3, 4, 5, 6),
    revive: bool = True,
    **clauses: Any,
) -> DeadLetters:
    """Find the sentences of the document that can never matter under a rule set, and what would change that.

    Parameters
    ----------
    rules
        The rule set; it must have allied armies.
    players
        Numbers of players at the table, 2 … 6.
    revive
        Whether to look for the smallest change of clauses that brings each to life.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, a clause is unknown, or the rules have no allied armies.

    >>> found = dead_letters(players=[3], revive=False)
    >>> "doubling down" in [letter.name for letter in found.letters]
    True
    >>> "doubling down" in dead_letters(players=[3], revive=False, poker_hand_cap=6, bid_forced_at="six").alive
    True

    Sources: ``seed-new-rules``.
    """
    rule_set = check_rules(rules, clauses)
    if not players:
        raise InputError("players must name at least one number of players")
    tables = tuple(sorted({check_count("players", n, 2, NO_ALLY) for n in players}))
    reached = {n: events.reached(rule_set, n) for n in tables}
    with_allies = tuple(n for n in tables if n < NO_ALLY)
    varied = Varied(rule_set)
    found, alive = [], []
    for sentence in sentences():
        dead = tuple(n for n in with_allies if not sentence.is_alive(reached[n]))
        if not dead:
            alive.append(sentence.name)
            continue
        found.append(
            Letter(
                name=sentence.name,
                quote=sentence.quote,
                place=sentence.place,
                reason=_reason(sentence, reached[dead[-1]]),
                players=(*dead, *(n for n in tables if n not in with_allies)),
                revived_by=tuple(varied.revivals(sentence, dead)) if revive else (),
            )
        )
    return DeadLetters(
        rule_set=rule_set,
        players=tables,
        sentences=len(found) + len(alive),
        letters=tuple(found),
        alive=tuple(alive) if with_allies else (),
        only_without_allies=tuple(alive) if NO_ALLY in tables else (),
    )


def _meets(happened: Event, need: Mapping[str, Any]) -> bool:
    name, facts = happened
    if name != need["event"]:
        return False
    true = dict(facts)
    return all(_fits(true[key], wanted) for key, wanted in need.items() if key != "event")


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return bool(wanted[0] <= value <= wanted[1])
    return bool(value == wanted)


def _reason(sentence: Sentence, happened: frozenset[Event]) -> str:
    """Say what does come to pass instead."""
    parts = [f"{_NOUNS[name, key]}: {_listed(happened, name, key)}" for name, key in sentence.explained_by]
    return "; ".join(parts) or f"never: {sentence.needs[0]['event']}"


def _listed(happened: Iterable[Event], event: str, key: str) -> str:
    values = {dict(facts)[key] for name, facts in happened if name == event}
    if not values:
        return "none"
    if all(isinstance(value, bool) for value in values):
        return " and ".join("yes" if value else "no" for value in sorted(values))
    return ", ".join(str(value) for value in sorted(values))


class Varied:
    """A rule set with clauses changed, and what can come to pass then; every change is searched once."""

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set
        self.own = rule_set.readings(*TRIED)
        self.changed: dict[int, list[tuple[dict[str, Any], RuleSet]]] = {}

    def revivals(self, sentence: Sentence, players: tuple[int, ...]) -> list[dict[str, Any]]:
        """Return the smallest changes that bring a sentence to life for all these numbers of players."""
        for n_clauses in (1, 2):
            found = [
                changes
                for changes, varied in self._changes(n_clauses)
                if all(sentence.is_alive(events.reached(varied, n)) for n in players)
            ]
            if found:
                least = min(map(self._distance, found))
                return [changes for changes in found if self._distance(changes) == least]
        return []

    def _changes(self, n_clauses: int) -> list[tuple[dict[str, Any], RuleSet]]:
        """Return all changes of so many clauses that can be played together."""
        if n_clauses not in self.changed:
            self.changed[n_clauses] = list(self._playable(n_clauses))
        return self.changed[n_clauses]

    def _playable(self, n_clauses: int) -> Iterator[tuple[dict[str, Any], RuleSet]]:
        for names in itertools.combinations(TRIED, n_clauses):
            choices = [[value for value in TRIED[name] if value != self.own[name]] for name in names]
            for values in itertools.product(*choices):
                changes = dict(zip(names, values, strict=True))
                with contextlib.suppress(InputError):
                    yield changes, self.rule_set.vary(**changes)

    def _distance(self, changes: dict[str, Any]) -> int:
        """Return by how much numbers change; another reading counts one."""
        return sum(
            abs(value - self.own[name]) if type(value) is int else 1 for name, value in changes.items()
        )
