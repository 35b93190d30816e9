"""What can come to pass: a search through everything one player can do with poker cards, and have done to him.

The search goes through all states a player can reach from an empty hand, whatever he and the others choose and
however cards and hands fall: his cards, the armies of his pile (as few as it can be counted), an ally's cards, and where
in the round he is. It notes every event on the way.

A round: at the end of the own turn a card or none; a bid or none, unchallenged or played as a hand, with what follows
from a loss; with control a turn of the ally; then every rival's turn may bring a hand to join, two where a rival can
play on. The pile is counted at the first hand of a round and placed at the next own turn.

Cards taken from a player who is out are left out; nobody comes to hold more than ``poker_hand_cap`` by them either.

Sources: ``seed-new-rules``.
"""

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from risksim.poker.bidding import bids
from risksim.rules.clauses import (
    AllIn,
    Betting,
    OwnCardsUsed,
    Poker,
    PokerCardsSpent,
    PoolCountTime,
    PoolIncludesFactories,
    Rebuy,
)
from risksim.rules.ruleset import RuleSet

ARMIES, SUITS = 6, 4
_HAND = 5
#: An event: its name and what is true of it, sorted.
Event = tuple[str, tuple[tuple[str, Any], ...]]


class State(NamedTuple):
    """Where a player is in the round, and what he has."""

    place: str
    """"turn", "end", "played on", "dealt in", "ally" or "rivals" """
    cards: int
    pile: int | None
    """armies of the pile; None where it has not been counted"""
    allys: int
    """cards of the ally"""
    hands_to_come: int = 0
    """hands that rivals may still begin this round"""


Way = tuple[State | None, Event | None]


def event(name: str, **facts: Any) -> Event:
    """Return an event."""
    return name, tuple(sorted(facts.items()))


def reached(rule_set: RuleSet, players: int) -> frozenset[Event]:
    """Return every event that can come to pass at a table of so many players.

    >>> from risksim.rules import load
    >>> found = reached(load("new-rules"), 3)
    >>> sorted(dict(facts)["cards"] for name, facts in found if name == "bid")
    [3, 4, 5]
    """
    poker = rule_set.poker
    least = rule_set.income.minimum_reinforcements if poker.pool_min3 else 0
    has_factories = rule_set.factories.has_factories
    counts_factories = has_factories and poker.pool_includes_factories is not PoolIncludesFactories.NO
    return _reached(poker, least, counts_factories, players)


@functools.lru_cache(maxsize=100_000)
def _reached(poker: Poker, least_pile: int, counts_factories: bool, players: int) -> frozenset[Event]:
    if players >= ARMIES:
        return frozenset({event("hold", cards=cards) for cards in range(poker.poker_hand_cap + 1)})
    found = Search(poker, least_pile, players, False).run()
    if any(name in ("plays on", "doubles") for name, _ in found):
        found |= Search(poker, least_pile, players, True).run()
    if any(name == "hand" for name, _ in found):
        found.add(event("pile counted", factories=counts_factories))
    return frozenset(found)


class Search:
    """One search; ``is_long`` lets every rival begin two hands a turn."""

    def __init__(self, poker: Poker, least_pile: int, players: int, is_long: bool) -> None:
        self.poker, self.least_pile = poker, least_pile
        self.hands = (players - 1) * (2 if is_long else 1)
        self.suits = -(-SUITS // (ARMIES - players))
        self.ways = {
            "turn": self.turn,
            "end": self.end,
            "played on": self.bidders_hand,
            "dealt in": self.dealt_in,
            "ally": self.ally,
            "rivals": self.rivals,
        }

    def run(self) -> set[Event]:
        """Return the events that come to pass."""
        start = State("turn", 0, None, 0)
        seen, waiting, events = {start}, [start], set()
        while waiting:
            state = waiting.pop()
            for after, happened in self.ways[state.place](state):
                if happened is not None:
                    events.add(happened)
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return events

    def turn(self, state: State) -> Iterator[Way]:
        """The own turn: the pile is placed, and a card drawn or not."""
        for cards in {state.cards, bids.drawn(self.poker, state.cards)}:
            yield State("end", cards, None, state.allys), event("hold", cards=cards)

    def end(self, state: State) -> Iterator[Way]:
        """The end of the own turn: a bid or none."""
        cards = state.cards
        must = bids.must_bid(self.poker, cards)
        if not must:
            yield self._to_rivals(state), None
        if not bids.may_bid(self.poker, cards):
            return
        yield None, event("bid", cards=cards, forced=must)
        if must:
            yield None, event("forced", cards=cards)
        left = cards - bids.spent_unchallenged(self.poker, cards)
        yield state._replace(place="ally", cards=left), event("unchallenged", cards=cards)
        yield from self.bidders_hand(state)
        if cards >= bids.TWO_HANDS and self._armies(state) >= 2 * max(1, self.poker.ante):
            yield None, event("doubles", cards=cards)

    def bidders_hand(self, state: State) -> Iterator[Way]:
        """A hand that a rival's challenge brings about, and what follows."""
        armies = self._armies(state)
        if armies < max(1, self.poker.ante):
            return
        for used in self._used(state.cards):
            yield from self._notes(state.cards, used, armies)
            gone = state.cards - used
            kept = self._kept(state.cards, used)
            won = state._replace(cards=kept, pile=self._pile(armies))
            yield won._replace(place="ally"), None
            yield self._to_rivals(won), event("tied")
            if self.suits < SUITS:
                yield self._to_rivals(won), event("won without the suit")
            yield None, event("lost", left=gone)
            for rest in self._after_loss(armies):
                lost = state._replace(cards=gone, pile=rest)
                yield self._to_rivals(lost._replace(pile=self._pile(rest))), None
                yield from self._plays_on(lost, state.cards)

    def _plays_on(self, lost: State, before: int) -> Iterator[Way]:
        """What the loser of a hand may do, who has an army left."""
        if not lost.pile:
            return
        if bids.may_play_again(self.poker, lost.cards):
            yield lost._replace(place="played on"), event("plays on", by="cards", cards=before)
        if self.poker.rebuy is Rebuy.DEALT_IN:
            yield lost._replace(place="dealt in"), event("plays on", by="dealer", cards=before)

    def dealt_in(self, state: State) -> Iterator[Way]:
        """A hand with the dealer's cards."""
        armies = self._armies(state)
        yield state._replace(place="ally", pile=self._pile(armies)), None
        for rest in self._after_loss(armies):
            yield self._to_rivals(state._replace(pile=self._pile(rest))), None
            if rest >= max(1, self.poker.ante):
                yield state._replace(pile=rest), None

    def ally(self, state: State) -> Iterator[Way]:
        """A turn of the ally, and the bid it may make with cards of its own."""
        draws = self.poker.ally_draws_poker
        yield None, event("ally", draws=draws, suits=self.suits, cards=state.allys)
        held = {state.allys, bids.drawn(self.poker, state.allys)} if draws else {state.allys}
        for allys in held:
            after = state._replace(allys=allys)
            yield self._to_rivals(after), event("ally", draws=draws, suits=self.suits, cards=allys)
            if self.poker.ally_can_bid and bids.may_bid(self.poker, allys):
                left = allys - bids.in_hand(self.poker, allys)
                yield after._replace(allys=left), event("ally bids", cards=allys)

    def rivals(self, state: State) -> Iterator[Way]:
        """The rest of the round: hands that rivals begin, to join or to stay out of."""
        if state.hands_to_come == 0:
            yield State("turn", state.cards, None, state.allys), None
            return
        after = state._replace(hands_to_come=state.hands_to_come - 1)
        yield after, None
        if state.cards < self.poker.join_min_cards:
            return
        armies = self._armies(state)
        if state.pile == 0:
            yield None, event("kept out without armies")
        if armies < max(1, self.poker.ante):
            return
        yield None, event("join", cards=state.cards)
        if state.pile is not None:
            yield None, event("pile counted before")
        for used in self._used(state.cards):
            yield from self._notes(state.cards, used, armies)
            yield after._replace(cards=self._kept(state.cards, used), pile=self._pile(armies)), event("tied")
            for rest in self._after_loss(armies):
                yield after._replace(cards=state.cards - used, pile=self._pile(rest)), None

    def _to_rivals(self, state: State) -> State:
        return state._replace(place="rivals", hands_to_come=self.hands)

    def _armies(self, state: State) -> int:
        return self.least_pile if state.pile is None else state.pile

    def _pile(self, armies: int) -> int | None:
        """Return the pile after a hand, None where the next hand counts it again."""
        return None if self.poker.pool_count_time is PoolCountTime.EACH_HAND else armies

    def _kept(self, cards: int, used: int) -> int:
        """Return the cards after a hand that was not lost."""
        return cards if self.poker.poker_cards_spent is PokerCardsSpent.ONLY_IF_LOST else cards - used

    def _used(self, cards: int) -> range:
        """Return how many own cards may be played; the dealer deals what is missing."""
        most = bids.in_hand(self.poker, cards)
        return range(most, most + 1) if self._is_fixed else range(min(1, most), most + 1)

    @property
    def _is_fixed(self) -> bool:
        return self.poker.own_cards_used is OwnCardsUsed.EXACTLY_THREE

    def _after_loss(self, armies: int) -> set[int]:
        """Return what may be left of a pile."""
        rest = max(0, armies - self.poker.ante)
        return {rest} if self.poker.betting is Betting.ANTE_ONLY else {rest, 0}

    def _notes(self, cards: int, used: int, armies: int) -> Iterator[Way]:
        """What a hand shows by itself."""
        poker = self.poker
        board = poker.board_cards
        is_five = used + board >= _HAND
        yield (
            None,
            event("hand", cards=cards, used=used, left=cards - used, five=is_five, board=board, pile=armies),
        )
        if poker.betting is Betting.ANTE_ONLY:
            if armies <= poker.ante:
                yield None, event("all in")
            return
        yield None, event("bets")
        yield None, event("all in")
        if poker.all_in is not AllIn.CAPPED:
            yield None, event("short of a bet", side_pot=poker.all_in is AllIn.SIDE_POT)
