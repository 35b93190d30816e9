"""Slow and obvious: factories and armies straight from the rules, with fractions, by walking every branch."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

WILD = "W"


def is_set(three):
    symbols = [symbol for symbol, _ in three if symbol != WILD]
    return len(symbols) <= 2 or len(set(symbols)) in (1, 3)


def sets_of(hand):
    """Every way to take three cards that are a set out of a hand: (rest, matching cards)."""
    found = set()
    for places in combinations(range(len(hand)), 3):
        three = [hand[place] for place in places]
        if is_set(three):
            rest = tuple(card for place, card in enumerate(hand) if place not in places)
            found.add((rest, sum(matching for _, matching in three)))
    return found


def factory_payments(start, last, hazard, recapture, enemy_weight, worth):
    """Expected payments (yield 1) at starts ``start`` … ``last`` of a factory bought in the turn before."""

    def walk(t, is_owned):
        if t > last:
            return Fraction(0)
        total = Fraction(0)
        # the exposed round before the payment at start t
        for survives, chance in (
            ((True, 1 - hazard), (False, hazard)) if is_owned else ((False, Fraction(1)),)
        ):
            paid = worth(t) if survives else -enemy_weight * worth(t)
            # the owner's own turn t
            ways = ((True, Fraction(1)),) if survives else ((True, recapture), (False, 1 - recapture))
            total += chance * (paid + sum(p * walk(t + 1, owned) for owned, p in ways if p))
        return total

    return walk(start, True)


def best_plan(
    turns,
    *,
    deck=None,
    army_value=Fraction(7),
    pay=Fraction(2),
    share=Fraction(0),
    hazard=Fraction(0),
    recapture=Fraction(0),
    enemy_weight=Fraction(0),
    conquest_rate=Fraction(1),
    worth=lambda start: Fraction(1),
    may_hold=True,
    match_armies=(0, 2, 4, 6),
    factory_match_armies=(0, 0, 0, 0),
):
    """The best of all plans, walking a turn as it is played: start, campaign, card, end.

    ``deck``: None for independent symbols, else cards of each symbol, the fourth number being wild cards.
    """
    value_of = cache(
        lambda turn: pay * factory_payments(turn + 1, turns, hazard, recapture, enemy_weight, worth)
    )

    @cache
    def start_of(turn, hand, drawn):
        """Start of a turn: turn a set in for armies, or do not (five cards must)."""
        if turn > turns:
            return Fraction(0)
        choices = [
            worth(turn) * (army_value + match_armies[matching]) + campaign(turn, rest, drawn)
            for rest, matching in sets_of(hand)
        ]
        if not choices or (len(hand) < 5 and may_hold):
            choices.append(campaign(turn, hand, drawn))
        return max(choices)

    @cache
    def campaign(turn, hand, drawn):
        """Take a territory, perhaps, and draw a card."""
        total = (1 - conquest_rate) * end_of(turn, hand, drawn)
        for number, symbol in enumerate("ICA" + WILD):
            if deck is None:
                p = Fraction(int(symbol != WILD), 3)
            else:
                p = Fraction(deck[number] - drawn[number], sum(deck) - sum(drawn))
            if not p:
                continue
            now = tuple(count + (place == number) for place, count in enumerate(drawn))
            for matching, chance in ((1, share), (0, 1 - share)) if symbol != WILD else ((0, Fraction(1)),):
                if chance:
                    held = tuple(sorted((*hand, (symbol, matching))))
                    total += conquest_rate * p * chance * end_of(turn, held, now)
        return total

    @cache
    def end_of(turn, hand, drawn):
        """End of a turn: buy a factory, or do not."""
        choices = [start_of(turn + 1, hand, drawn)]
        if turn < turns:
            choices += [
                value_of(turn)
                + factory_match_armies[matching] * worth(turn + 1)
                + start_of(turn + 1, rest, drawn)
                for rest, matching in sets_of(hand)
            ]
        return max(choices)

    return start_of(1, (), (0, 0, 0, 0))


def sets_at(symbols):
    """The turns (1, 2, …) at whose end a set is completed, trading as soon as possible; no wild cards."""
    hand, completed = [], []
    for turn, symbol in enumerate(symbols, 1):
        hand.append(symbol)
        if all(hand.count(each) for each in "ICA"):
            completed.append(turn)
            for each in "ICA":
                hand.remove(each)
        elif hand.count(symbol) == 3:
            completed.append(turn)
            hand = [each for each in hand if each != symbol]
    return completed


def games(turns):
    """Every sequence of independent symbols drawn in the turns that can still pay, as completed sets."""
    return [sets_at(symbols) for symbols in product("ICA", repeat=turns - 1)]


def mean(values):
    values = list(values)
    return sum(values, Fraction(0)) / len(values)


def armies_plan(turns, c=Fraction(7)):
    return mean(c * len(completed) for completed in games(turns))


def factory_plan(turns, pay=Fraction(2)):
    """Count the payments start by start."""
    return mean(
        sum((pay for start in range(1, turns + 1) for turn in completed if turn < start), Fraction(0))
        for completed in games(turns)
    )
