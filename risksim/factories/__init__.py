"""A factory now against armies now: what a set of cards is worth either way.

Ask :func:`payoffs` for one game, :func:`curves` turn by turn, :func:`equal_values` for the set value and the yield
that would be fair, :func:`marginal` for one set by payments left, :func:`break_even` for the hazard of capture,
:func:`sensitivity` for what matters most, :func:`policy` for the best plan, :func:`cycle` for the armies a factory
pays until the next set, and :func:`simulate` for the same games played out.

All of them take the parameters of :func:`payoffs`. Sets are independent of the board here: how often territories are
taken, matched and lost is given as chances, and whole games are not played.

>>> from risksim import factories
>>> answer = factories.payoffs(10)
>>> answer.exact["armies_plan"], answer.exact["factory_plan"], answer.switch_below
('49/3', '172/9', 4)
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from risksim.errors import InputError, check_count, unknown_name
from risksim.factories.model import (
    DECKS,
    MAX_PAYMENTS,
    MAX_TURNS,
    BreakEven,
    Curves,
    Cycle,
    DiceAgainstFactory,
    EqualValues,
    Marginal,
    Payoffs,
    Policy,
    Question,
    Real,
    Sensitivity,
    Simulated,
    ask,
)
from risksim.factories.simulate import simulate

__all__ = [
    "DECKS",
    "MAX_PAYMENTS",
    "MAX_TURNS",
    "BreakEven",
    "Curves",
    "Cycle",
    "DiceAgainstFactory",
    "EqualValues",
    "Marginal",
    "Payoffs",
    "Policy",
    "Question",
    "Sensitivity",
    "Simulated",
    "ask",
    "break_even",
    "curves",
    "cycle",
    "equal_values",
    "marginal",
    "payoffs",
    "policy",
    "sensitivity",
    "simulate",
]

_TURNS = tuple(range(5, 31))
_RATES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
_PAYMENTS = tuple(range(1, 31))
_HAZARDS = tuple(percent / 100 for percent in range(41))

#: Ranges of the tornado chart, where none are given.
RANGES: dict[str, tuple[float, float]] = {
    "turns": (6, 20),
    "conquest_rate": (0.5, 1.0),
    "army_value": (4.0, 10.0),
    "factory_yield": (1.0, 3.0),
    "share": (0.0, 0.5),
    "hazard": (0.0, 0.2),
    "recapture": (0.0, 0.5),
    "enemy_weight": (0.0, 1.0),
    "discount": (0.8, 1.0),
    "stop": (0.0, 0.1),
}


def payoffs(turns: int = 10, *, payments: int | None = None, **question: Any) -> Payoffs:
    """Compare turning sets in for armies with buying factories, exactly.

    Parameters
    ----------
    turns
        T, turns in the game (1 … 200).
    payments
        H, payments left to the one factory that is looked at by itself; None is ``turns``.
    **question
        ``deck``, ``conquest_rate``, ``army_value``, ``factory_yield``, ``share``, ``hazard``, ``recapture``,
        ``enemy_weight``, ``discount``, ``stop``, ``horizon``, ``rules``: see :func:`risksim.factories.model.ask`.

    Raises
    ------
    InputError
        If a number is out of range, the deck is unknown, or the rule set has no factories.

    >>> answer = payoffs(10, share=0.25)
    >>> answer.set_value, round(answer.optimal_plan, 3), round(answer.optimal_plan_mean, 3)
    (8.5, 24.136, 23.556)

    Sources: ``seed-new-rules``.
    """
    from risksim.factories import exact

    asked = ask(turns, **question)
    left = check_count("payments", asked.turns if payments is None else payments, 1, MAX_PAYMENTS)
    c = exact.set_value(asked)
    armies, factory, best_on_average, _ = exact.plans(asked)
    best = exact.optimal(asked)
    at_once = exact.optimal(asked, may_hold=False)
    sets = exact.sets_by_turn(asked, asked.turns - 1)[-1]
    c_star, y_star = exact.equal_values(asked)
    spreads = exact.spreads(asked)
    bonus = exact.mean_bonus(asked, asked.match_armies)
    price = c - exact.mean_bonus(asked, asked.factory_match_armies)
    owned = exact.owner_chances(float(asked.hazard), float(asked.recapture), left)
    builds = exact.switch(asked)
    played = exact.played_plans(asked, asked.turns + 1)
    overtakes, falls_behind = exact.overtaking(asked)
    hazard_plan, discount_plan = exact.break_evens_of_plans(asked)
    chain = {"recapture": asked.recapture, "enemy_weight": asked.enemy_weight}
    values = {
        "set_value": c,
        "sets": sets,
        "armies_plan": armies,
        "factory_plan": factory,
        "optimal_plan": best,
        "optimal_plan_mean": best_on_average,
        "optimal_plan_at_once": at_once,
        "equal_army_value": c_star,
        "equal_yield": y_star,
    }
    return Payoffs(
        rules=asked.rules,
        rules_digest=asked.rules_digest,
        turns=asked.turns,
        payments=left,
        deck=asked.deck,
        conquest_rate=float(asked.conquest_rate),
        army_value=float(asked.army_value),
        factory_yield=float(asked.factory_yield),
        share=float(asked.share),
        hazard=float(asked.hazard),
        recapture=float(asked.recapture),
        enemy_weight=float(asked.enemy_weight),
        discount=float(asked.discount),
        stop=None if asked.stop is None else float(asked.stop),
        armies_plan_sd=spreads[0][-1] if spreads else None,
        armies_plan_played=played[0],
        factory_plan_played=played[1],
        factory_plan_sd=spreads[1][-1] if spreads else None,
        nearest_dice=exact.nearest_dice(c_star),
        nearest_dice_before_bonus=exact.nearest_dice(None if c_star is None else c_star - bonus),
        nearest_2d6=exact.nearest_two_dice(c_star),
        switch_below=exact.payments_worth(asked),
        build_from=builds[0],
        build_to=builds[1],
        overtakes_at_turn=overtakes,
        falls_behind_at_turn=falls_behind,
        break_even_hazard=exact.break_even_hazard(price, asked.factory_yield, left, **chain),
        break_even_hazard_given_discount=exact.break_even_hazard(
            price, asked.factory_yield, left, discount=exact.step_discount(asked), **chain
        ),
        break_even_hazard_plan=hazard_plan,
        break_even_discount=exact.break_even_discount(price, asked.factory_yield, left),
        break_even_discount_given_hazard=exact.break_even_discount(
            price, asked.factory_yield, left, hazard=asked.hazard, **chain
        ),
        break_even_discount_plan=discount_plan,
        payments_to_owner=float(sum(owned)),
        payments_to_captor=float(left - sum(owned)),
        dice_against_factory=DiceAgainstFactory(*exact.dice_against_factory(asked, left)),
        exact={name: str(value) for name, value in values.items() if isinstance(value, Fraction)},
        **{name: None if value is None else float(value) for name, value in values.items()},  # type: ignore[arg-type]
    )


def curves(turns: int = 30, **question: Any) -> Curves:
    """Follow both pure plans turn by turn, with the spread from game to game.

    Parameters
    ----------
    turns
        The longest game.
    **question
        As for :func:`payoffs`.

    Raises
    ------
    InputError
        As for :func:`payoffs`; or if so many turns run through more than one deck, for which no spread is known.

    >>> answer = curves(12)
    >>> next(turn for turn, a, f in zip(answer.turn, answer.armies, answer.factories) if f > a)
    9
    """
    from risksim.factories import exact

    asked = ask(turns, **question)
    spreads = exact.spreads(asked)
    if spreads is None:
        limit = (exact.deck_of(asked.deck).size or 0) + 1
        raise InputError(
            f"turns must be at most {limit} for the spread with deck {asked.deck!r}, not {asked.turns}"
        )
    armies, factories, equal, yields = exact.by_length(asked)
    return Curves(
        rules=asked.rules,
        turn=tuple(range(1, asked.turns + 1)),
        sets=tuple(float(sets) for sets in exact.sets_by_turn(asked, asked.turns - 1)),
        armies=tuple(float(value) for value in armies),
        armies_sd=tuple(spreads[0]),
        factories=tuple(float(value) for value in factories),
        factories_sd=tuple(spreads[1]),
        difference_sd=tuple(spreads[2]),
        equal_army_value=tuple(None if value is None else float(value) for value in equal),
        equal_yield=tuple(None if value is None else float(value) for value in yields),
        nearest_dice=tuple(exact.nearest_dice(value) for value in equal),
    )


def equal_values(
    turns: Sequence[int] = _TURNS,
    conquest_rates: Sequence[Real] = _RATES,
    **question: Any,
) -> EqualValues:
    """Return c*(T) and y*(T) over lengths of the game and conquest rates.

    Parameters
    ----------
    turns
        Lengths of the game.
    conquest_rates
        Conquest rates.
    **question
        As for :func:`payoffs`.

    Raises
    ------
    InputError
        As for :func:`payoffs`.

    >>> [row["nearest_dice"] for row in equal_values([6, 10, 20], [1.0]).rows]
    ['2d6-3', '2d6+1', '6d6-3']
    """
    from risksim.factories import exact

    lengths = [check_count("turns", length, 1, MAX_TURNS) for length in turns]
    check_count("lengths of the game", len(lengths), 1)
    check_count("conquest rates", len(conquest_rates), 1)
    if question.get("horizon") is not None:
        raise InputError("equal values are asked for lengths of the game, not for a horizon")
    rows = []
    label = ""
    for rate in conquest_rates:
        asked = ask(max(lengths), conquest_rate=rate, **question)
        label = asked.rules
        _, _, equal, yields = exact.by_length(asked)
        for length in lengths:
            c_star, y_star = equal[length - 1], yields[length - 1]
            rows.append(
                {
                    "turns": length,
                    "conquest_rate": float(rate),
                    "equal_army_value": None if c_star is None else float(c_star),
                    "equal_yield": None if y_star is None else float(y_star),
                    "nearest_dice": exact.nearest_dice(c_star),
                    "nearest_2d6": exact.nearest_two_dice(c_star),
                }
            )
    return EqualValues(rules=label, rows=tuple(rows))


def marginal(payments: int = 20, **question: Any) -> Marginal:
    """Weigh one set against one factory, by payments left.

    Parameters
    ----------
    payments
        The most payments looked at (1 … 1,000).
    **question
        As for :func:`payoffs`.

    Raises
    ------
    InputError
        As for :func:`payoffs`.

    >>> answer = marginal(5)
    >>> answer.factory, [round(36 * p) for p in answer.dice_more]
    ((2.0, 4.0, 6.0, 8.0, 10.0), [35, 30, 21, 10, 3])
    """
    from risksim.factories import exact

    most = check_count("payments", payments, 1, MAX_PAYMENTS)
    asked = ask(**question)
    price = exact.set_value(asked) - exact.mean_bonus(asked, asked.factory_match_armies)
    owned = [
        float(chance) for chance in exact.owner_chances(float(asked.hazard), float(asked.recapture), most)
    ]
    left = tuple(range(1, most + 1))
    outcomes = [exact.dice_against_factory(asked, h_left) for h_left in left]
    chain = {"recapture": asked.recapture, "enemy_weight": asked.enemy_weight}
    return Marginal(
        rules=asked.rules,
        payments=left,
        set_value=float(exact.set_value(asked)),
        factory=tuple(float(value) for value in exact.factory_values(asked, most)[1:]),
        payments_to_owner=tuple(sum(owned[:h_left]) for h_left in left),
        payments_to_captor=tuple(h_left - sum(owned[:h_left]) for h_left in left),
        dice_more=tuple(outcome[0] for outcome in outcomes),
        dice_equal=tuple(outcome[1] for outcome in outcomes),
        dice_fewer=tuple(outcome[2] for outcome in outcomes),
        break_even_hazard=tuple(
            exact.break_even_hazard(price, asked.factory_yield, h_left, **chain) for h_left in left
        ),
        break_even_discount=tuple(
            exact.break_even_discount(price, asked.factory_yield, h_left) for h_left in left
        ),
    )


def break_even(
    payments: Sequence[int] = _PAYMENTS,
    hazards: Sequence[Real] = _HAZARDS,
    **question: Any,
) -> BreakEven:
    """Return what one factory is worth more than a set over payments left and hazard, and where it is worth as much.

    Parameters
    ----------
    payments
        Payments left, rising.
    hazards
        Hazards, rising.
    **question
        As for :func:`payoffs`; ``hazard`` itself is not used.

    Raises
    ------
    InputError
        As for :func:`payoffs`.

    >>> line = break_even(range(1, 41), enemy_weight=1).line
    >>> peak = max(range(40), key=lambda k: line[k] or 0)
    >>> line[2], 0 < peak < 39
    (None, True)
    """
    from risksim.factories import exact

    left = tuple(check_count("payments", h_left, 1, MAX_PAYMENTS) for h_left in payments)
    check_count("payments to look at", len(left), 1)
    check_count("hazards to look at", len(hazards), 1)
    question.pop("hazard", None)
    asked = ask(**question)
    price = exact.set_value(asked) - exact.mean_bonus(asked, asked.factory_match_armies)
    advantage = []
    for hazard in hazards:
        values = exact.factory_values(ask(**question, hazard=hazard), max(left))
        advantage.append(tuple(float(values[h_left] - exact.set_value(asked)) for h_left in left))
    return BreakEven(
        rules=asked.rules,
        set_value=float(exact.set_value(asked)),
        enemy_weight=float(asked.enemy_weight),
        recapture=float(asked.recapture),
        payments=left,
        hazards=tuple(float(hazard) for hazard in hazards),
        advantage=tuple(advantage),
        line=tuple(
            exact.break_even_hazard(
                price,
                asked.factory_yield,
                h_left,
                recapture=asked.recapture,
                enemy_weight=asked.enemy_weight,
                discount=exact.step_discount(asked),
            )
            for h_left in left
        ),
    )


def sensitivity(
    turns: int = 10, ranges: "dict[str, tuple[float, float]] | None" = None, **question: Any
) -> Sensitivity:
    """Change one parameter at a time and see what becomes of factory plan less armies plan.

    Parameters
    ----------
    turns
        T.
    ranges
        Low and high end by parameter; None is a range for each.
    **question
        As for :func:`payoffs`, except ``horizon``.

    Raises
    ------
    InputError
        As for :func:`payoffs`; or if a parameter is unknown.

    >>> [row["parameter"] for row in sensitivity(10).rows[:2]]
    ['turns', 'factory_yield']
    """
    from risksim.factories import exact

    if question.get("horizon") is not None:
        raise InputError("sensitivity takes turns and stop, not a horizon")

    def difference(**changes: Any) -> float:
        armies, factory, *_ = exact.plans(ask(**{"turns": turns, **question, **changes}))
        return float(factory - armies)

    asked = ask(turns, **question)
    rows = []
    for name, (low, high) in (RANGES if ranges is None else ranges).items():
        if name not in RANGES:
            raise unknown_name("parameter", name, RANGES)
        ends = [int(end) if name == "turns" else end for end in (low, high)]
        at_low, at_high = difference(**{name: ends[0]}), difference(**{name: ends[1]})
        rows.append({"parameter": name, "low": low, "high": high, "at_low": at_low, "at_high": at_high})
    rows.sort(key=lambda row: -abs(float(row["at_high"]) - float(row["at_low"])))  # type: ignore[arg-type]
    return Sensitivity(rules=asked.rules, turns=asked.turns, base=difference(), rows=tuple(rows))


def policy(turns: int = 10, **question: Any) -> Policy:
    """Return the best plan, and what of it a player can keep in the head.

    Parameters
    ----------
    turns
        T.
    **question
        As for :func:`payoffs`.

    Raises
    ------
    InputError
        As for :func:`payoffs`.

    >>> answer = policy(10, share=0.3)
    >>> [(row["payments"], row["build_up_to"]) for row in answer.rules_of_thumb[:6]]
    [(1, -1), (2, -1), (3, -1), (4, 0), (5, 1), (6, 2)]
    """
    from risksim.factories import exact

    asked = ask(turns, **question)
    best_on_average = exact.plans(asked)[2]
    holding: list[Any] = []
    best = exact.optimal(asked, holding=holding)
    played = [exact.played_plans(asked, at) for at in range(1, asked.turns + 2)]
    armies, factory, _ = played[0]
    switched = [(plans[2], -at) for at, plans in enumerate(played, start=1)]
    best_switch = max(switched)
    return Policy(
        rules=asked.rules,
        turns=asked.turns,
        rules_of_thumb=tuple(exact.rules_of_thumb(asked, holding)),
        optimal_plan=float(best),
        optimal_plan_at_once=float(exact.optimal(asked, may_hold=False)),
        optimal_plan_mean=float(best_on_average),
        best_switch=-best_switch[1],
        best_switch_plan=best_switch[0],
        armies_plan=float(armies),
        factory_plan=float(factory),
    )


def cycle(**question: Any) -> Cycle:
    """Return what a factory pays until the next set is completed.

    Parameters
    ----------
    **question
        ``deck``, ``conquest_rate``, ``factory_yield``, ``rules`` matter.

    Raises
    ------
    InputError
        As for :func:`payoffs`.

    >>> answer = cycle()
    >>> answer.armies_at_most, answer.armies_in_long_run, round(answer.armies_first_cycle, 3)
    (10.0, 6.0, 6.0)
    """
    from risksim.factories import exact

    asked = ask(**question)
    first, second = exact.cards_to_sets(asked.deck, 2)
    q, pay = float(asked.conquest_rate), float(asked.factory_yield)

    def turns(cards: float) -> float | None:
        return cards / q if q else None

    def armies(cards: float) -> float | None:
        return pay * cards / q if q else None

    return Cycle(
        rules=asked.rules,
        deck=asked.deck,
        conquest_rate=q,
        factory_yield=pay,
        turns_to_first_set=turns(first),
        turns_between_first_and_second=turns(second - first),
        turns_between_sets=turns(3),
        most_cards=5,
        armies_first_cycle=armies(second - first),
        armies_in_long_run=armies(3),
        armies_at_most=armies(5),
    )
