"""Poker hands against public evaluators, each by its fastest call, and against our own C++.

Sources: ``phevaluator``, ``treys``, ``eval7``.
"""

import ctypes
import importlib
import itertools
import sys
import warnings

import numpy as np

from risksim.engine.random import new_state
from risksim.poker import tables
from risksim.poker.kernels import hands, showdowns
from tests.benchmarks import native
from tests.benchmarks.harness import Row, compare

N_HANDS = 200_000
N_CALLS = 20_000
GROUPS = 200


def loaded(name):
    """Import a public evaluator, or say on standard error that it is not there."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: hands are not compared with it", file=sys.stderr)
        return None


def names(cards):
    return ["23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in cards]


def phevaluator(sample):
    """Return a call that ranks a sample of hands, its cards made ready; smaller is better."""
    module = loaded("phevaluator.evaluator")
    if module is None:
        return None
    evaluate, cards = module._pheval.evaluate_5cards, list(map(tuple, sample.tolist()))
    return lambda: list(itertools.starmap(evaluate, cards))


def eval7(sample):
    """The same; larger is better."""
    module = loaded("eval7")
    if module is None:
        return None
    deck = [module.Card(name) for name in names(range(52))]
    evaluate, cards = module.evaluate, [[deck[card] for card in hand] for hand in sample.tolist()]
    return lambda: list(map(evaluate, cards))


def treys(sample):
    """The same; smaller is better. The call below ``evaluate`` for exactly five cards."""
    module = loaded("treys")
    if module is None:
        return None
    deck = [module.Card.new(name) for name in names(range(52))]
    evaluate, cards = module.Evaluator()._five, [[deck[card] for card in hand] for hand in sample.tolist()]
    return lambda: list(map(evaluate, cards))


def same_order(ours, theirs):
    """Tell whether two lists of ranks order hands alike, in one direction or the other."""
    pairs = np.unique(np.stack([np.asarray(ours, np.int64), np.asarray(theirs, np.int64)]), axis=1)
    steps = np.diff(pairs)
    return bool((steps[0] > 0).all() and ((steps[1] > 0).all() or (steps[1] < 0).all()))


def batch_rows():
    """Look hands up in one batch, against one call a hand."""
    ranks = tables.ranks("ignore")
    generator = np.random.default_rng(1)
    cards = np.argsort(generator.random((N_HANDS, 52)), axis=1)[:, :5].astype(np.uint8)
    out = np.empty(N_HANDS, np.uint16)
    hands.rank_hands(cards, ranks, out)
    rivals = (
        (phevaluator, "phevaluator, its C call for five cards", 5.5e6, 12),
        (eval7, "eval7, its C call", 1.8e6, 35),
        (treys, "treys, its call for five cards", 1.6e6, 35),
    )
    rows = []
    for rival, words, rate, required in rivals:
        theirs = rival(cards[:N_CALLS])
        if theirs is None:
            continue
        assert same_order(out[:N_CALLS], theirs())
        rows.append(
            compare(
                "ranks of five-card hands, any order",
                unit="hands",
                ours=("look-up, 512 lanes", lambda: hands.rank_hands(cards, ranks, out), N_HANDS),
                baseline=(words, theirs, N_CALLS),
                baseline_floor=rate / 1.5,
                required=required,
            )
        )
    return rows


def native_rows():
    """Deal and compare, against the same in C++, under an order that tells suits apart."""
    library = native.shared_object("poker")
    if library is None:
        return []
    ranks = tables.ranks("compare")
    scratch, counts = showdowns.new_scratch(), np.zeros((2, 4), np.int64)
    states = [new_state(1), new_state(1)]
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (ranks.rank, states[1], counts[1])]

    def ours(n_groups=GROUPS):
        showdowns.deal_and_compare(n_groups, 2, ranks, states[0], scratch, counts[0])

    def theirs(n_groups=GROUPS):
        library.deal_and_compare(ctypes.c_int64(n_groups), ctypes.c_int64(2), *pointers)

    ours()
    theirs()
    assert counts[0].tolist() == counts[1].tolist(), "the same deals, bit by bit"
    n_hands = 2 * hands.LANES * GROUPS
    return [
        compare(
            "dealing and comparing two hands, 3 own cards and 2 on the board",
            unit="hands",
            ours=("512 tables in lockstep", ours, n_hands),
            baseline=("the same in C++, `-O3 -march=native`", theirs, n_hands),
            baseline_floor=40e6,
            required=0.4,
        )
    ]


def rows() -> list[Row]:
    """Measure every row."""
    return batch_rows() + native_rows()
