"""Exact answers about single hands."""

import os
from typing import TYPE_CHECKING

from risksim import rules as rule_sets
from risksim.poker import orders
from risksim.poker.model import CATEGORIES, Hands
from risksim.poker.orders import Order

if TYPE_CHECKING:
    from risksim.rules.ruleset import RuleSet


def hands(
    order: str | os.PathLike[str] | Order | None = None,
    rules: "str | os.PathLike[str] | RuleSet" = "classic",
) -> Hands:
    """Count the hands of five cards by category, and the classes of hands that tie.

    Parameters
    ----------
    order
        A reading of ``queen_high``, the path of an order file, or an order; the reading of ``rules`` when None.
    rules
        A rule set, read only where no order is given.

    Raises
    ------
    InputError
        If there is no such order or rule set, or the order tells more than 65,535 classes apart.

    >>> answer = hands("ignore")
    >>> answer.categories["full house"], answer.classes
    (3744, 7462)
    >>> hands("above-ace").categories["straight flush"]
    34
    """
    import numpy as np

    from risksim.poker import tables

    chosen = orders.of(rule_sets.load(rules).poker.queen_high.value if order is None else order)
    table = tables.ranks(chosen)
    by_class = np.bincount(table.rank, minlength=len(table.category))
    counts = np.bincount(table.category, weights=by_class, minlength=len(CATEGORIES)).astype(int)
    classes = np.bincount(table.category, minlength=len(CATEGORIES))
    best_first = range(len(CATEGORIES) - 1, -1, -1)
    return Hands(
        order=chosen.name,
        words=chosen.words,
        hands=len(table.rank),
        categories={CATEGORIES[each]: int(counts[each]) for each in best_first},
        classes=len(table.category),
        classes_by_category={CATEGORIES[each]: int(classes[each]) for each in best_first},
    )
