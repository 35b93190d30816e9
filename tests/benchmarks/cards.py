"""Card turns (draw, hold, turn in) against plain Python over lists of cards."""

import random

import numpy as np

from risksim.cards import kernels, tables
from risksim.engine.random import new_state
from risksim.rules.clauses import Cards
from tests.benchmarks.harness import Row, compare

TURNS = 200
INFANTRY, CAVALRY, ARTILLERY, WILD = range(4)


def plain_python(turns, seed):
    """Play ``turns`` turns of one player as short and as quick as lists allow; return the sets turned in."""
    rng = random.Random(seed)
    pile = [INFANTRY] * 14 + [CAVALRY] * 14 + [ARTILLERY] * 14 + [WILD] * 2
    rng.shuffle(pile)
    discards, hand, n_sets = [], [], 0
    for _ in range(turns):
        if len(hand) >= 3:
            infantry, cavalry, artillery, wild = (hand.count(symbol) for symbol in range(4))
            used = None
            if infantry and cavalry and artillery:
                used = (INFANTRY, CAVALRY, ARTILLERY)
            elif infantry >= 3:
                used = (INFANTRY,) * 3
            elif cavalry >= 3:
                used = (CAVALRY,) * 3
            elif artillery >= 3:
                used = (ARTILLERY,) * 3
            elif wild:
                held = [symbol for symbol in (INFANTRY, CAVALRY, ARTILLERY) if symbol in hand]
                if len(held) > 1:
                    used = (WILD, held[0], held[1])
                else:
                    used = (WILD, held[0], held[0] if hand.count(held[0]) > 1 else WILD)
            if used:
                for symbol in used:
                    hand.remove(symbol)
                discards += used
                n_sets += 1
        if rng.random() < 1.0:
            if not pile:
                pile, discards = discards, []
                rng.shuffle(pile)
            hand.append(pile.pop())
    return n_sets


def card_turns():
    """Return a call that plays a group of games of one player each, and the turns in it."""
    card_tables = tables.card_tables((14, 14, 14, 2), True, "soon", Cards(), 0.0, TURNS)
    lanes = np.zeros(kernels.N_FIELDS * kernels.LANES, dtype=np.uint32)
    hands, matched = np.zeros((2, kernels.LANES), dtype=np.uint32)
    record = np.zeros(TURNS * kernels.LANES, dtype=np.uint8)
    certain, state = np.uint64(tables.threshold(1.0)), new_state(1)

    def play():
        kernels.play(1, TURNS, certain, card_tables, state, lanes, hands, matched, record)
        return np.count_nonzero(record)

    turns = TURNS * kernels.LANES
    assert abs(play() / turns - plain_python(turns, 1) / turns) < 0.01, (
        "both sides have to play the same game"
    )
    return play, turns


def rows() -> list[Row]:
    """Measure."""
    play, turns = card_turns()
    n = 20_000
    return [
        compare(
            "card turns: draw, hold, turn in; 44 cards, one player",
            unit="turns",
            ours=("tables of hands, 512 games in lockstep", play, turns),
            baseline=("plain Python lists", lambda: plain_python(n, 1), n),
            baseline_floor=0.5e6 / 1.5,
            required=200,
        )
    ]
