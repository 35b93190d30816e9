"""An equilibrium of the betting between the player on turn and one rival.

Hands fall into classes (:mod:`risksim.poker.betting.classes`), bets into a few sizes (:mod:`risksim.poker.betting.tree`);
within these the equilibrium is exact to the solver's precision, and the exploitability says so: it is found by best
replies to the plans, not by the solver. Against a player who may bet any number of armies, or who sorts his hands more
finely, the plans are no better than their classes.

Sources: ``seed-new-rules``, ``koller-megiddo-stengel-1996``.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from risksim import rules as rule_sets
from risksim.errors import InputError, check_count, check_real
from risksim.poker.betting.calls import Rules, check_rules
from risksim.poker.betting.model import Play, PlayRow, SidePotRow, SidePots
from risksim.rules.clauses import AllIn, Betting
from risksim.rules.ruleset import RuleSet

ROUNDS = ("flop", "river")
#: Largest pile, and most bets and raises in a round.
MOST_ARMIES, MOST_RAISES = 1_000, 4
MOST_CLASSES = 12
#: Largest game, in sequences of both players together: about half a minute.
MOST_SEQUENCES = 11_000
MOST_VALUE = 1_000_000

Progress = Callable[[int, int], None]


def equilibrium(
    piles: Sequence[int] = (3, 3),
    rules: Rules = "new-rules",
    *,
    rounds: int = 2,
    sizes: Sequence[float] = (0.5, 1.0),
    raises: int = 2,
    fixed: int | None = None,
    classes: int = 6,
    ally_value: float = 0.0,
    trials: int = 2_000_000,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
    **clauses: Any,
) -> Play:
    """Find how two players bet who both play as well as they can.

    Parameters
    ----------
    piles
        Armies of the player on turn and of his rival, before the ante.
    rules
        The rule set; ``betting``, ``all_in``, ``ante`` and ``queen_high`` matter.
    rounds
        2: bets after the flop and after the river; 1: after the flop only.
    sizes
        Bets and raises as shares of the pot. Without a limit the whole pile is a further one; up to the pot those above
        1 are refused; fixed bets leave them aside.
    raises
        Bets and raises in a round, at most.
    fixed
        Armies of every bet and raise, where ``betting`` is ``fixed``; 1 when None.
    classes
        Classes of hands after the flop, and again after the river.
    ally_value
        Armies that the ally's turn is worth to the player on turn and costs the rival; he gets it with every hand he wins
        outright, by a fold too. The suit is passed over.
    trials, seed, workers, progress
        Deals over which the classes' meetings are counted.
    clauses
        Clauses to change for this question, such as ``all_in="side-pot"``.

    Raises
    ------
    InputError
        If a number is out of range, the game is too large, or a clause is unknown.

    >>> answer = equilibrium((3, 3), rounds=1, classes=3, trials=100_000)
    >>> answer.exploitability < 1e-9, answer.first_actions
    (True, ('check', 'bet 1', 'bet 2'))

    Sources: ``seed-new-rules``, ``koller-megiddo-stengel-1996``.
    """
    from risksim.poker.betting import classes as hand_classes
    from risksim.poker.betting import sequence, tree

    rule_set = check_rules(rules, clauses)
    stakes = ask(rule_set, piles, sizes, raises, fixed, ally_value)
    n_rounds = check_count("rounds", rounds, 1, len(ROUNDS))
    n_classes = check_count("classes", classes, 2, MOST_CLASSES)
    check_count("trials", trials, 1_000)
    n_sequences = tree.count_sequences(stakes, [n_classes] * n_rounds)
    if n_sequences > MOST_SEQUENCES:
        raise InputError(
            f"piles {stakes.piles[0]} and {stakes.piles[1]} with {n_classes} classes and {n_rounds} rounds make "
            f"{n_sequences:,} sequences of actions; at most {MOST_SEQUENCES:,} are solved: take smaller piles, fewer "
            "classes, sizes, raises or rounds"
        )
    deal = hand_classes.deal(
        rule_set.poker.queen_high.value,
        flop=n_classes,
        river=n_classes,
        rounds=n_rounds,
        trials=trials,
        seed=seed,
        workers=workers,
        progress=progress,
    )
    built = tree.build(stakes, deal)
    solution = sequence.solve(built.game)
    pots = tree.pots(built, deal, solution.first, solution.second)
    rows = tuple(_rows(built, deal, solution))
    first = built.places[0]
    actions = [
        [row.p for row in rows if _is_first(row) and row.flop_class == k + 1] for k in range(n_classes)
    ]
    idle = deal.rounds[-1]
    return Play(
        rule_set=rule_set,
        piles=stakes.piles,
        ante=stakes.ante,
        betting=rule_set.poker.betting.value,
        all_in=rule_set.poker.all_in.value,
        rounds=n_rounds,
        sizes=_sizes(stakes),
        raises=stakes.raises,
        classes=deal.classes,
        ally_value=stakes.ally,
        trials=trials,
        seed=seed,
        value=solution.value,
        value_without_bets=float(idle.won.sum()) * stakes.ally,
        exploitability=max(0.0, solution.exploitability),
        pot=pots["pot"],
        p_showdown=pots["showdown"],
        p_fold=(pots["fold_first"], pots["fold_second"]),
        p_unequal=pots["unequal"],
        first_action=tuple(map(tuple, actions)),
        first_actions=first.actions,
        first_equity=tuple(deal.equity.tolist()),
        places=len(built.places),
        sequences=(built.game.first.sequences, built.game.second.sequences),
        rows=rows,
    )


def ask(
    rule_set: RuleSet,
    piles: Sequence[int],
    sizes: Sequence[float],
    raises: int,
    fixed: int | None,
    ally_value: float,
) -> Any:
    """Return checked stakes, with every clause resolved to what may be bet.

    Raises
    ------
    InputError
        If a number is out of range, or somebody cannot pay the ante.
    """
    from risksim.poker.betting.tree import ALL, Stakes

    poker, where = rule_set.poker, f"rule set {rule_set.label!r}"
    if len(piles) != 2:
        raise InputError(f"piles names the armies of two players, not {len(piles)}")
    first, second = (check_count("pile", pile, max(1, poker.ante), MOST_ARMIES, where) for pile in piles)
    most = 1.0 if poker.betting is Betting.POT else 100.0
    wanted = tuple(check_real("size", size, 0.01, most, f"shares of the pot; {where}") for size in sizes)
    if not wanted:
        raise InputError("sizes must name at least one share of the pot")
    n_raises = check_count("raises", raises, 0, MOST_RAISES)
    bet = check_count("fixed", 1 if fixed is None else fixed, 1, MOST_ARMIES)
    if fixed is not None and poker.betting is not Betting.FIXED:
        raise InputError(f"fixed goes with betting = fixed, not {poker.betting.value} ({where})")
    if poker.betting is Betting.NO_LIMIT:
        wanted = (*wanted, ALL)
    return Stakes(
        piles=(first, second),
        ante=poker.ante,
        sizes=wanted,
        fixed=bet if poker.betting is Betting.FIXED else None,
        raises=0 if poker.betting is Betting.ANTE_ONLY else n_raises,
        is_literal=poker.all_in is AllIn.WINNER_TAKES_POT,
        ally=check_real("ally_value", ally_value, 0, MOST_VALUE),
    )


def _sizes(stakes: Any) -> tuple[str, ...]:
    if stakes.raises == 0:
        return ()
    if stakes.fixed is not None:
        return (f"{stakes.fixed}",)
    return tuple("all" if math.isinf(size) else f"{size:g} of the pot" for size in stakes.sizes)


def _is_first(row: PlayRow) -> bool:
    return row.player == 1 and row.round == ROUNDS[0] and row.history == ""


def _rows(built: Any, deal: Any, solution: Any) -> "list[PlayRow]":
    """Return what both players do, place by place and class by class."""
    from risksim.poker.betting import sequence

    sides = (built.game.first, built.game.second)
    plans = [
        sequence.choices(side, plan)
        for side, plan in zip(sides, (solution.first, solution.second), strict=True)
    ]
    rows = []
    for place in built.places:
        for each in range(place.n_sets):
            flop, river = (each, None) if place.round == 0 else divmod(each, deal.classes[1])
            for action, p in zip(place.actions, plans[place.player][place.first_set + each], strict=True):
                rows.append(
                    PlayRow(
                        player=place.player + 1,
                        round=ROUNDS[place.round],
                        history=place.history,
                        flop_class=flop + 1,
                        river_class=None if river is None else river + 1,
                        action=action,
                        p=float(p),
                    )
                )
    return rows


def side_pots(
    piles: Sequence[tuple[int, int]] = ((3, 3), (3, 10), (10, 3), (1, 10)),
    rules: Rules = "new-rules",
    *,
    rounds: int = 1,
    **question: Any,
) -> SidePots:
    """Compare betting in equilibrium under every reading of the all-in clause.

    Parameters
    ----------
    piles
        Pairs of piles.
    rules
        The rule set.
    rounds
        Rounds of betting.
    **question
        As for :func:`equilibrium`; ``all_in`` is left to the rows.

    Raises
    ------
    InputError
        As for :func:`equilibrium`.

    >>> rows = side_pots([(3, 10)], classes=3, trials=100_000).rows
    >>> rows[0].value > rows[1].value == rows[2].value
    True
    """
    rule_set = rule_sets.load(rules)
    rows = []
    answer = None
    for pair in piles:
        for reading in AllIn:
            asked = question | {"all_in": reading.value}
            answer = equilibrium(pair, rule_set, rounds=rounds, **asked)
            rows.append(
                SidePotRow(
                    piles=answer.piles,
                    all_in=reading.value,
                    value=answer.value,
                    pot=answer.pot,
                    p_showdown=answer.p_showdown,
                    p_unequal=answer.p_unequal,
                    exploitability=answer.exploitability,
                )
            )
    if answer is None:
        raise InputError("piles must name at least one pair")
    return SidePots(
        rule_set=rule_set,
        rounds=rounds,
        classes=answer.classes,
        rows=tuple(rows),
    )
