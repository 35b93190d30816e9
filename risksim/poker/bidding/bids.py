"""What the clauses make of one bid: who must, who may, what it uses, what is spent, what is left.

Every reading of a clause is resolved here, for the chain of one player, for a whole table and for the search of
sentences that never come to pass alike.

Cards in a hand
    ``own_cards_used``: exactly three, at most two, or any number, for which three (or all, where fewer are held) are
    taken into a hand and one into a bid that nobody challenges. A player with fewer cards than that plays all he has;
    the dealer deals the rest.

Sources: ``seed-new-rules``.
"""

from typing import Any, NamedTuple

from risksim.rules.clauses import BidForcedAt, OwnCardsUsed, Poker, PokerCardsSpent, Rebuy

#: Cards that two hands at once take.
TWO_HANDS = 6

_FORCED_AT = {BidForcedAt.FIVE: 5, BidForcedAt.SIX: 6, BidForcedAt.NEVER: None}
_IN_A_HAND = {OwnCardsUsed.EXACTLY_THREE: 3, OwnCardsUsed.AT_MOST_TWO: 2, OwnCardsUsed.ANY: 3}


class Chances(NamedTuple):
    """What comes of a challenged bid, numbers or fractions."""

    control: Any
    """the bidder may play the ally"""
    lost: Any
    """somebody else has the best hand; what is left to 1 is won or shared without control"""
    control_of_two: Any
    """with two hands at once"""
    lost_of_two: Any
    control_dealt: Any
    """with cards from the dealer"""
    lost_dealt: Any


class Result(NamedTuple):
    """One way a bid can end."""

    p: Any
    is_control: bool
    cards: int
    """left in the bidder's hand"""
    hands: int
    """hands played, an ante paid for each; 0 where nobody challenged"""


def forced_at(poker: Poker) -> int | None:
    """Return the number of cards at which a player must bid."""
    return _FORCED_AT[poker.bid_forced_at]


def must_bid(poker: Poker, cards: int) -> bool:
    """Return whether a player with so many cards has to bid."""
    limit = forced_at(poker)
    return limit is not None and cards >= max(limit, poker.bid_min_cards)


def may_bid(poker: Poker, cards: int) -> bool:
    """Return whether a player with so many cards may bid."""
    return cards >= poker.bid_min_cards


def drawn(poker: Poker, cards: int) -> int:
    """Return the cards after drawing one; a full hand stays as it is."""
    return min(cards + 1, poker.poker_hand_cap)


def in_hand(poker: Poker, cards: int) -> int:
    """Return how many of so many cards are played in a hand."""
    return min(cards, _IN_A_HAND[poker.own_cards_used])


def spent_unchallenged(poker: Poker, cards: int) -> int:
    """Return the cards a bid costs that nobody challenges."""
    if poker.poker_cards_spent is not PokerCardsSpent.EVERY_BID:
        return 0
    return 1 if poker.own_cards_used is OwnCardsUsed.ANY else in_hand(poker, cards)


def spent_in_hand(poker: Poker, cards: int, is_lost: bool) -> int:
    """Return the cards a hand costs the one who played it."""
    is_free = poker.poker_cards_spent is PokerCardsSpent.ONLY_IF_LOST and not is_lost
    return 0 if is_free else in_hand(poker, cards)


def may_play_again(poker: Poker, cards_left: int) -> bool:
    """Return whether the loser of a hand has the cards for another."""
    return poker.rebuy is Rebuy.THREE_MORE_CARDS and cards_left >= 3


def unchallenged(poker: Poker, cards: int) -> Result:
    """Return what comes of a bid that nobody challenges."""
    return Result(1, True, cards - spent_unchallenged(poker, cards), 0)


def challenged(poker: Poker, cards: int, chances: Chances, doubles: bool, tries: int) -> list[Result]:
    """Return what may come of a bid that somebody challenges.

    Parameters
    ----------
    poker
        The clauses.
    cards
        The bidder's.
    chances
        Of control and of losing.
    doubles
        Whether the bidder plays two hands at once where he has six cards; the rules of ``bid_forced_at`` do not matter.
    tries
        Hands he plays on with cards from the dealer after a loss, where ``rebuy`` lets him.
    """
    if doubles and cards >= TWO_HANDS:
        control, lost, hands = chances.control_of_two, chances.lost_of_two, 2
        kept = cards - (3 if poker.poker_cards_spent is PokerCardsSpent.ONLY_IF_LOST else TWO_HANDS)
        gone = cards - TWO_HANDS
    else:
        control, lost, hands = chances.control, chances.lost, 1
        kept = cards - spent_in_hand(poker, cards, False)
        gone = cards - spent_in_hand(poker, cards, True)
    results = [Result(control, True, kept, hands), Result(1 - control - lost, False, kept, hands)]
    for again in _after_loss(poker, gone, chances, tries):
        results.append(again._replace(p=lost * again.p, hands=again.hands + hands))
    return results


def _after_loss(poker: Poker, cards: int, chances: Chances, tries: int) -> list[Result]:
    """Return how it goes on after a lost hand: with three more cards, with the dealer's, or not at all."""
    if may_play_again(poker, cards):
        return challenged(poker, cards, chances, False, tries)
    if poker.rebuy is not Rebuy.DEALT_IN or tries == 0:
        return [Result(1, False, cards, 0)]
    control, lost = chances.control_dealt, chances.lost_dealt
    results = [Result(control, True, cards, 1), Result(1 - control - lost, False, cards, 1)]
    for again in _after_loss(poker, cards, chances, tries - 1):
        results.append(again._replace(p=lost * again.p, hands=again.hands + 1))
    return results
