"""Slow, obvious recomputations of what claims rest on: every card, every roll, every choice, one by one."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

WILD = "W"


def is_set(cards):
    """Three alike or three different, where a wild card is whatever is needed."""
    symbols = [card for card in cards if card != WILD]
    return len(symbols) < 3 or len(set(symbols)) in (1, 3)


def holds_set(hand):
    return any(is_set(three) for three in combinations(hand, 3))


def p_set_in(deck, n):
    """Return the chance that n cards of a deck hold a set, hand by hand."""
    hands = list(combinations(deck, n))
    return Fraction(sum(holds_set(hand) for hand in hands), len(hands))


def without(hand, used):
    rest = list(hand)
    for card in used:
        rest.remove(card)
    return tuple(rest)


def turn_in_at_once(cards):
    """Return the numbers of the cards (from 1) with which a set is completed, turning in at once."""
    hand, moments = (), []
    for number, card in enumerate(cards, start=1):
        hand = (*hand, card)
        used = next((three for three in combinations(hand, 3) if is_set(three)), None)
        if used is not None:
            hand = without(hand, used)
            moments.append(number)
    return moments


def pure_plans(turns, pay=2, worth=7):
    """Return armies and factory plan for independent symbols, over every sequence of cards."""
    armies = factories = Fraction(0)
    sequences = list(product("ICA", repeat=turns - 1))
    for cards in sequences:
        for moment in turn_in_at_once(cards):
            armies += worth
            factories += pay * (turns - moment)  # a payment at every start after the turn it is bought in
    return armies / len(sequences), factories / len(sequences)


def best_plan(turns, pay=2, worth=7):
    """Return the best a player can do with independent symbols: hold, or turn any set in for armies or a factory."""

    @cache
    def value(turn, hand):
        """The most from the draw of this turn on."""
        if turn == turns:
            return Fraction(0)  # nothing bought at the end of the last turn pays
        return sum((choose(turn, tuple(sorted((*hand, card)))) for card in "ICA"), Fraction(0)) / 3

    @cache
    def choose(turn, hand):
        left = turns - turn
        choices = [
            max(worth, pay * left) + choose(turn, without(hand, three))
            for three in combinations(hand, 3)
            if is_set(three)
        ]
        if len(hand) < 5:
            choices.append(value(turn + 1, hand))
        return max(choices)

    return value(1, ())


@cache
def p_conquer(armies, defenders):
    """Return the chance that armies on a territory (one stays) take another, rolling every die."""
    if defenders == 0:
        return Fraction(1)
    if armies < 2:
        return Fraction(0)
    n_attack, n_defence = min(3, armies - 1), min(2, defenders)
    return sum(
        (
            p * p_conquer(armies - lost, defenders - (min(n_attack, n_defence) - lost))
            for lost, p in round_of(n_attack, n_defence).items()
        ),
        Fraction(0),
    )


@cache
def round_of(n_attack, n_defence):
    """Return the chances of the attacker's losses in one round."""
    losses = {}
    for dice in product(range(1, 7), repeat=n_attack + n_defence):
        attack, defence = sorted(dice[:n_attack], reverse=True), sorted(dice[n_attack:], reverse=True)
        lost = sum(a <= d for a, d in zip(attack, defence, strict=False))
        losses[lost] = losses.get(lost, 0) + 1
    return {lost: Fraction(count, 6 ** (n_attack + n_defence)) for lost, count in losses.items()}
