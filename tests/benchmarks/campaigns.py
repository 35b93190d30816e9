"""Chains of battles against the memoised recursion on dictionaries that people publish.

Sources: ``norvig``.
"""

import numpy as np

from risksim.campaigns import kernels, tables
from risksim.campaigns.exact import Leg
from risksim.rules.clauses import Dice
from tests.benchmarks.harness import Row, compare

NORVIG = (22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1)
SHORT = (3, 5, 2, 4, 3)
ROUNDS = {
    (1, 1): {(0, 1): 15 / 36, (1, 0): 21 / 36},
    (2, 1): {(0, 1): 125 / 216, (1, 0): 91 / 216},
    (3, 1): {(0, 1): 855 / 1296, (1, 0): 441 / 1296},
    (1, 2): {(0, 1): 55 / 216, (1, 0): 161 / 216},
    (2, 2): {(0, 2): 295 / 1296, (1, 1): 420 / 1296, (2, 0): 581 / 1296},
    (3, 2): {(0, 2): 2890 / 7776, (1, 1): 2611 / 7776, (2, 0): 2275 / 7776},
}


def newcomer_campaign(armies, defenders):
    """Return the chance of each (armies left, territories left), by recursion on states kept in a dictionary."""
    known = {}

    def ends(armies, defenders):
        state = armies, defenders
        if state in known:
            return known[state]
        if not defenders:
            found = {state: 1.0}
        elif defenders[0] == 0:
            found = ends(armies - 1, defenders[1:])
        elif armies == 1:
            found = {state: 1.0}
        else:
            found = {}
            for (a, d), p in ROUNDS[min(armies - 1, 3), min(defenders[0], 2)].items():
                for end, chance in ends(armies - a, (defenders[0] - d, *defenders[1:])).items():
                    found[end] = found.get(end, 0.0) + p * chance
        known[state] = found
        return found

    return ends(armies, defenders)


def newcomer_chance(armies, defenders):
    """Return the chance to take everything, by recursion on states kept in a dictionary."""
    known = {}

    def chance(armies, at, left):
        if left == 0:
            return 1.0 if at + 1 == len(defenders) else chance(armies - 1, at + 1, defenders[at + 1])
        if armies == 1:
            return 0.0
        state = armies, at, left
        if state not in known:
            known[state] = sum(
                p * chance(armies - a, at, left - d)
                for (a, d), p in ROUNDS[min(armies - 1, 3), min(left, 2)].items()
            )
        return known[state]

    return chance(armies, 0, defenders[0])


def prepared(armies, defenders):
    """Return a call that walks down a chain with everything laid out beforehand, and where the wins then lie."""
    legs = [Leg(Dice(), each) for each in defenders]
    found, laws = tables.layout(legs, armies - 1)
    chain = found.chain
    channels, rows = np.zeros((1, armies)), np.zeros(8 * armies)
    won, out = np.zeros((1, (chain.n_dice + 1) * armies)), np.zeros((1, found.size))
    offsets = np.zeros(len(legs) + 1, np.int64)

    def call():
        channels[0, :] = 0.0
        channels[0, armies - 1] = 1.0
        out[:] = 0.0
        kernels.walk(chain, laws, channels, rows, won, out, offsets)

    return call, out[0, chain.at_last :]


def rows() -> list[Row]:
    """Measure every row."""
    found = []
    for armies, defenders, required, floor in ((72, NORVIG, 100, 60), (30, SHORT, None, 500)):
        call, taken = prepared(armies, defenders)
        call()
        by_hand = newcomer_chance(armies, defenders)
        everything = newcomer_campaign(armies, defenders)
        assert abs(taken.sum() - by_hand) < 1e-12
        assert abs(sum(p for (_, left), p in everything.items() if not left) - by_hand) < 1e-12
        found.append(
            compare(
                f"{armies} armies through {len(defenders)} territories, every end",
                unit="campaigns",
                ours=("one pass a territory", call, 1),
                baseline=(
                    "recursion on dictionaries, the chance alone",
                    lambda armies=armies, defenders=defenders: newcomer_chance(armies, defenders),
                    1,
                ),
                baseline_floor=floor,
                required=required,
            )
        )
    return found
