"""C26: doubling down with six cards.

Sources: ``seed-new-rules``.
"""

import math
from dataclasses import replace
from fractions import Fraction

from risksim import statistics
from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.showdowns import OWN, PLAYERS, QUEENS_AS_USUAL, SIX, Dealt
from risksim.poker import deck, tallies
from risksim.poker.kernels import doubles
from risksim.poker.numbers import Mean
from risksim.poker.simulate import Doubled
from risksim.poker.worths import ALL_SUITS
from risksim.rules.clauses import DoubleDownBoard, SuitTestOn
from risksim.statistics import Estimate

HEARTS = 1 << deck.HEARTS


def measure(case: Case) -> Measured:
    """Play six cards as two hands, and the best three of the six as one."""
    players, seed = case.whole("players"), case.effort.seed
    held = (SIX, *(case.whole("rival_cards"),) * (players - 1))
    ally = next(suits for suits in showdowns.allied(case, players) if suits & HEARTS)
    same, separate = showdowns.doubled(case, held)
    one = showdowns.dealt(case, held)
    two = same if case.rules.poker.double_down_board is DoubleDownBoard.SAME else separate
    control = _control(two, ally, seed), _control_with_one(one, ally, seed)
    armies = (
        _armies(two, case).estimate(seed),
        one.read()["expected_winnings"][0].estimate(seed),
    )
    gain = showdowns.difference(*control)
    paid = showdowns.difference(armies[1], armies[0])
    others = [
        Number.estimated("armies it costs on average", paid, "armies"),
        _price(paid, gain),
        one.number("best three of six: chance to win", one.read()["p_win"]),
        Number.estimated("best three of six: control", control[1], "probability"),
        Number.estimated("best three of six: armies won", armies[1], "armies"),
    ]
    for words, way in (("on one board", same), ("in separate deals", separate)):
        won, controlled = _control(way, ALL_SUITS, seed), _control(way, ally, seed)
        others += [
            Number.estimated(f"two hands {words}: chance to win with either", won, "probability"),
            Number.estimated(f"two hands {words}: control", controlled, "probability"),
            Number.estimated(f"two hands {words}: armies won", _armies(way, case).estimate(seed), "armies"),
        ]
    return Measured(
        Number.estimated("chance of control gained by doubling down", gain, "probability"), tuple(others)
    )


def _control(way: Doubled, suits: int, seed: int) -> Estimate:
    """Return the chance that one of two hands wins outright, the five cards of the winning ones with some suit."""
    deals = int(way.suits.sum())
    won = int(way.suits[tallies.SETS & suits != 0].sum())
    return statistics.proportion(won, deals, seed=seed)


def _control_with_one(one: Dealt, suits: int, seed: int) -> Estimate:
    won = one.holding(suits, SuitTestOn.WINNING_FIVE).successes
    return statistics.proportion(won, one.tally.deals, seed=seed)


def _armies(way: Doubled, case: Case) -> Mean:
    unit = Fraction(case.rules.poker.ante, doubles.ANTE)
    return Mean(int(way.suits.sum()), way.net, way.squares, unit)


def _price(paid: Estimate, gained: Estimate) -> Number:
    """Return the ratio of two estimates, its error by the delta method; none where nothing may be gained."""
    label = "armies it costs for each chance of control gained"
    if gained.low <= 0:
        return Number(label, None, unit="armies")
    value = paid.value / gained.value
    error = math.hypot(paid.standard_error, value * gained.standard_error) / gained.value
    half = statistics.normal_multiple(paid.level) * error
    price = replace(
        paid, value=value, standard_error=error, low=value - half, high=value + half, method="delta"
    )
    return Number.estimated(label, price, "armies")


CLAIM = Claim(
    "C26",
    "two hands of six control an ally oftener",
    "if you have six poker cards, you have to play, and you have the option of doubling down with two hands",
    "seed-new-rules",
    measure,
    "probability",
    proposition=(
        "Whoever comes to hold six poker cards has an option: with two hands at once, an ante each, he wins the right "
        "to play an ally that he named beforehand more often than with the best three of the six alone. One rival with "
        "three cards; one board, as the rules have it here."
    ),
    low=0.0,
    high=1.0,
    reason="an option that costs an ante and does not raise the chance is none",
    settings={"players": 2, "rival_cards": OWN},
    readings=(
        AS_WRITTEN,
        Reading("two hands in separate deals", clauses={"double_down_board": "separate"}),
        Reading("rivals with five cards", settings={"rival_cards": 5}),
        *PLAYERS,
        QUEENS_AS_USUAL,
    ),
)
