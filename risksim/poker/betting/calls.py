"""What a bet and its call cost and bring under each reading of the all-in clause.

A player who is short of a bet may call with all he has. As written (``winner-takes-pot``) he can then win the whole pot,
what others paid beyond his own pile included. With a ``side-pot`` what exceeds his pile comes back to the bettor, or is
played for among those who can pay it. ``capped`` bets never exceed the shortest pile in the hand.

Equity is the share of the pot that a hand wins on average, shared pots counted by the share.

Sources: ``seed-new-rules``.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from risksim import rules as rule_sets
from risksim.errors import InputError, NotApplicableError, check_count, check_real
from risksim.poker.betting.model import AllIn, AllInRow, Call, CallRow, StakeRow, Stakes
from risksim.rules.clauses import AllIn as AllInClause
from risksim.rules.clauses import Income, PoolIncludesFactories, Reinforcements12To14
from risksim.rules.ruleset import RuleSet

Rules = str | os.PathLike[str] | RuleSet

MOST_ARMIES = 1_000_000
MOST_PLAYERS = 6


def check_rules(rules: Rules, clauses: Mapping[str, Any]) -> RuleSet:
    """Return a rule set with some clauses changed, in which poker is played for allies.

    Raises
    ------
    InputError
        If there is no such rule set or clause.
    NotApplicableError
        If there is no ally to play for.
    """
    rule_set = rule_sets.load(rules).vary(**clauses)
    if not rule_set.poker.has_allied_armies:
        raise NotApplicableError(f"rule set {rule_set.label!r} has no allied armies to bet for")
    return rule_set


def call(
    pot: int,
    bet: int,
    pile: int,
    rules: Rules = "new-rules",
    *,
    shortest: int | None = None,
    equity: float | None = None,
    p_fold: float = 0.0,
    **clauses: Any,
) -> Call:
    """Find the equity from which a bet is worth calling, and worth making, under each reading of ``all_in``.

    Parameters
    ----------
    pot
        Armies in the pot before the bet.
    bet
        Armies bet, all the bettor has if he shoves.
    pile
        Armies the caller has left.
    rules
        The rule set.
    shortest
        Armies left in the shortest pile in the hand, for capped bets; the caller's when None.
    equity
        The caller's share of the pot on average; without it no values are given.
    p_fold
        Chance that the bet is not called, for the bettor's value.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range or a clause is unknown.

    >>> answer = call(pot=2, bet=20, pile=1)
    >>> [(row.all_in, row.pays, round(row.equity_to_call, 3), row.bettor_risks) for row in answer.rows]
    [('winner-takes-pot', 1, 0.043, 20), ('side-pot', 1, 0.25, 1), ('capped', 1, 0.25, 1)]

    Sources: ``seed-new-rules``.
    """
    rule_set = check_rules(rules, clauses)
    check_count("pot", pot, 0, MOST_ARMIES)
    check_count("bet", bet, 1, MOST_ARMIES)
    check_count("pile", pile, 1, MOST_ARMIES)
    short = min(pile, bet) if shortest is None else check_count("shortest", shortest, 1, pile)
    share = None if equity is None else check_real("equity", equity, 0, 1)
    folds = check_real("p_fold", p_fold, 0, 1)
    rows = [
        _call_row(reading, pot, bet, pile, short, share, folds, rule_set.poker.all_in)
        for reading in AllInClause
    ]
    return Call(
        rule_set=rule_set,
        pot=pot,
        bet=bet,
        pile=pile,
        shortest=short,
        equity=share,
        p_fold=folds,
        rows=tuple(rows),
    )


def _call_row(
    reading: AllInClause,
    pot: int,
    bet: int,
    pile: int,
    shortest: int,
    equity: float | None,
    p_fold: float,
    rule: AllInClause,
) -> CallRow:
    made = min(bet, shortest) if reading is AllInClause.CAPPED else bet
    pays = min(made, pile)
    risks = made if reading is AllInClause.WINNER_TAKES_POT else pays
    total = pot + risks + pays
    called = None if equity is None else (1 - equity) * total - risks
    return CallRow(
        all_in=reading.value,
        is_rule=reading is rule,
        bet=made,
        pays=pays,
        pot=total,
        equity_to_call=pays / total,
        bettor_risks=risks,
        bettor_wins=pot + pays,
        equity_to_bet=risks / total,
        folds_needed=risks / (pot + risks),
        call_value=None if equity is None else equity * total - pays,
        bet_value=None if called is None else p_fold * pot + (1 - p_fold) * called,
    )


def all_in(piles: Sequence[int], rules: Rules = "new-rules", **clauses: Any) -> AllIn:
    """Find what everyone pays, may win and needs where all players put all they have into one pot.

    Parameters
    ----------
    piles
        Armies of each of 2 … 6 players, antes included.
    rules
        The rule set.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range or a clause is unknown.

    >>> [(row.pile, row.may_win, round(row.net_if_equal, 3)) for row in all_in([1, 10, 20]).rows[:3]]
    [(1, 31, 9.333), (10, 31, 0.333), (20, 31, -9.667)]

    Sources: ``seed-new-rules``.
    """
    rule_set = check_rules(rules, clauses)
    if not 2 <= len(piles) <= MOST_PLAYERS:
        raise InputError(f"a hand has 2 … {MOST_PLAYERS} players, not {len(piles)}")
    held = tuple(check_count("pile", pile, 1, MOST_ARMIES) for pile in piles)
    rows = []
    for reading in AllInClause:
        paid = _paid(held, reading)
        for player, (pile, pays) in enumerate(zip(held, paid, strict=True), 1):
            is_literal = reading is AllInClause.WINNER_TAKES_POT
            wins = sum(paid) if is_literal else sum(min(pays, theirs) for theirs in paid)
            # with side pots every layer is won by one of those who paid into it
            net = sum(paid) / len(paid) - pays if is_literal else 0.0
            needed = pays / wins if is_literal else _layered(pays, paid)
            rows.append(AllInRow(player, pile, reading.value, pays, wins, needed, net))
    return AllIn(rule_set=rule_set, piles=held, rows=tuple(rows))


def _paid(piles: tuple[int, ...], reading: AllInClause) -> tuple[int, ...]:
    """Return what each pays: all, as much as somebody else matches, or the shortest pile."""
    if reading is AllInClause.CAPPED:
        return (min(piles),) * len(piles)
    if reading is AllInClause.SIDE_POT:
        second = sorted(piles)[-2]
        return tuple(min(pile, second) for pile in piles)
    return piles


def _layered(pays: int, paid: tuple[int, ...]) -> float:
    """Return the share of every pot he is in that returns what he pays, alike in all of them."""
    return pays / sum(min(pays, theirs) for theirs in paid)


def split(pot: int, sharers: int) -> tuple[int, int]:
    """Return the armies each of several players with the best hand takes, and those that cannot be divided.

    The document says that the pot is split, not what becomes of the rest.

    >>> split(3, 2)
    (1, 1)
    """
    return divmod(check_count("pot", pot), check_count("sharers", sharers, 1, MOST_PLAYERS))


def income(rule_set: RuleSet, territories: int, has_minimum: bool = True) -> int:
    """Return the armies for a number of territories at the start of a turn, continents apart.

    >>> [income(rule_sets.load("new-rules"), territories) for territories in (7, 12, 15)]
    [3, 4, 5]
    """
    clause: Income = rule_set.income
    least = clause.minimum_reinforcements if has_minimum else 0
    armies = territories // clause.territories_per_army
    if clause.reinforcements_12_to_14 is Reinforcements12To14.THREE and 12 <= territories <= 14:
        armies = 3
    return max(least, armies)


def stakes(
    rules: Rules = "new-rules",
    *,
    territories: Sequence[int] = (3, 7, 9, 12, 15, 18, 21),
    continents: int = 0,
    factories: int = 0,
    **clauses: Any,
) -> Stakes:
    """Find how much of a turn's armies an ante and an all-in are.

    Parameters
    ----------
    rules
        The rule set.
    territories
        Territories held; at the start everyone has seven of the 42.
    continents
        Armies for whole continents.
    factories
        Factories held.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range or a clause is unknown.

    >>> rows = stakes(territories=[7]).rows
    >>> [(row.pool_includes_factories, row.pile, round(row.ante_of_turn, 3)) for row in rows][0]
    ('no', 3, 0.333)

    Sources: ``seed-new-rules``.
    """
    rule_set = check_rules(rules, clauses)
    bonus = check_count("continents", continents, 0, MOST_ARMIES)
    n_factories = check_count("factories", factories, 0, MOST_ARMIES)
    held = [check_count("territories", each, 1, 42) for each in territories]
    rows = [
        _stake_row(rule_set, each, bonus, n_factories, reading)
        for each in held
        for reading in PoolIncludesFactories
    ]
    return Stakes(rule_set=rule_set, ante=rule_set.poker.ante, rows=tuple(rows))


def _stake_row(
    rule_set: RuleSet, territories: int, continents: int, factories: int, reading: PoolIncludesFactories
) -> StakeRow:
    poker = rule_set.poker
    built = factories * rule_set.factories.factory_yield if rule_set.factories.has_factories else 0
    counted = income(rule_set, territories, poker.pool_min3) + continents
    pile = counted if reading is PoolIncludesFactories.NO else counted + built
    placed = 0 if reading is PoolIncludesFactories.YES_NOT_PLACED else built
    turn = pile + placed
    return StakeRow(
        territories=territories,
        continents=continents,
        factories=factories,
        pool_includes_factories=reading.value,
        is_rule=reading is poker.pool_includes_factories,
        income=counted,
        pile=pile,
        turn=turn,
        ante_of_pile=poker.ante / pile if pile else None,
        ante_of_turn=poker.ante / turn if turn else None,
        pile_of_turn=pile / turn if turn else None,
    )
