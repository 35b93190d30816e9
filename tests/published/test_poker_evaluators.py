"""The usual order of hands against public evaluators, each by other means: hashed, prime products, bits.

Sources: ``phevaluator``, ``treys``.
"""

import itertools

import numpy as np
import pytest

from risksim.poker import tables

CARDS = list(itertools.combinations(range(52), 5))


def names(hand):
    return ["23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in hand]


@pytest.fixture(scope="module")
def ranks():
    """The rank of every hand of CARDS."""
    from risksim.poker.kernels import hands

    out = np.empty(len(CARDS), dtype=np.uint16)
    hands.rank_hands(np.array(CARDS, dtype=np.uint8), tables.ranks("ignore"), out)
    return out


def is_same_order(ours, theirs):
    """Tell whether two lists put 7,462 classes in the same order (theirs: smaller is better), ties included."""
    first, second = np.divmod(np.unique(ours.astype(np.int64) * 10_000 + theirs), 10_000)
    return len(first) == 7_462 and bool(np.all(np.diff(first) > 0) and np.all(np.diff(second) < 0))


def test_every_hand_against_phevaluator(ranks):
    phevaluator = pytest.importorskip("phevaluator.evaluator")
    evaluate = phevaluator._pheval.evaluate_5cards
    theirs = np.array([evaluate(*hand) for hand in CARDS])
    assert evaluate(*CARDS[12345]) == phevaluator.evaluate_cards(*names(CARDS[12345]))
    assert is_same_order(ranks, theirs)
    assert not is_same_order(np.roll(ranks, 1), theirs)


def test_hands_of_every_class_against_treys(ranks):
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    card = [treys.Card.new(name) for name in names(range(52))]
    _, firsts = np.unique(ranks, return_index=True)
    chosen = np.concatenate([firsts, np.random.default_rng(7).integers(0, len(CARDS), 60_000)])
    theirs = np.array([evaluator.evaluate([card[each] for each in CARDS[index]], []) for index in chosen])
    assert is_same_order(ranks[chosen], theirs)


def test_another_reading_is_another_order(ranks):
    phevaluator = pytest.importorskip("phevaluator.evaluator")
    other = tables.ranks("compare")
    chosen = np.random.default_rng(8).integers(0, len(CARDS), 20_000)
    theirs = [phevaluator._pheval.evaluate_5cards(*CARDS[index]) for index in chosen]
    ours = [int(other.rank[tables.number_of(CARDS[index])]) for index in chosen]
    by_ours = sorted(zip(ours, theirs, strict=True))
    assert any(one[1] < two[1] for one, two in itertools.pairwise(by_ours) if one[0] < two[0])
