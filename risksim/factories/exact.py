"""The payoff model, exactly: both pure plans, where they break even, and the best plan by backward induction.

Everything is linear in two lists: how many sets are completed at the end of each turn (from :mod:`risksim.cards`)
and what an army is worth at each start (discount times the chance that the game still goes on). For independent
cards and a game that is not too long every mean is a fraction.

A factory is a chain of two states, owned and captured. It is bought at the end of a turn, so a round in which it can
be captured lies before its first payment; then, round after round: payment, recapture in the owner's turn, the
exposed round. Capture of one factory is independent of the others.

Sources: ``seed-new-rules``.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from risksim.cards import exact as cards_exact
from risksim.cards import model as cards_model
from risksim.factories import dynamic
from risksim.factories.model import MAX_MATCHES, MAX_PAYMENTS, Question, Real

Floats = npt.NDArray[np.float64]

#: Longest game whose means are kept as fractions.
EXACT_TURNS = 40
#: How far the turn is looked for at which the factory plan gets ahead.
SEARCH_TURNS = 1_000
#: Differences of sums in double precision below this are no differences.
NOISE = 1e-10


# --- cards ---------------------------------------------------------------------------------------------------


def deck_of(name: str) -> cards_model.Deck:
    """Return the deck of that name."""
    return cards_model.DECKS[name]


def is_exact(question: Question) -> bool:
    """Tell whether the means of this question are kept as fractions."""
    return question.deck == "independent" and question.turns <= EXACT_TURNS


def sets_by_turn(question: Question, turns: int) -> list[Real]:
    """Return the expected sets by the end of turn 0 … ``turns``: fractions where the question is exact."""
    if not is_exact(question) or turns > EXACT_TURNS:
        return list(
            cards_exact.expected_sets_by_turn(deck_of(question.deck), turns, float(question.conquest_rate))
        )
    by_card = cards_exact.expected_sets_fractions(turns)
    q = question.conquest_rate
    return [
        sum(
            (math.comb(turn, n) * q**n * (1 - q) ** (turn - n) * by_card[n] for n in range(turn + 1)),
            Fraction(0),
        )
        for turn in range(turns + 1)
    ]


def new_sets(question: Question) -> list[Real]:
    """Return the expected sets completed at the end of turn 0 … T - 1 (those that can still pay)."""
    total = sets_by_turn(question, question.turns - 1)
    return [total[0], *(after - before for before, after in pairwise(total))]


@lru_cache(maxsize=16)
def territory_cards(deck: str) -> tuple[Real, ...]:
    """Return the long-run chances that 0, 1, 2, 3 cards of a set show a territory, trading as soon as possible."""
    if not deck_of(deck).wilds:
        return (Fraction(0), Fraction(0), Fraction(0), Fraction(1))
    chances = [0.0] * (MAX_MATCHES + 1)
    for way, rate in cards_exact.turn_in_rates(deck_of(deck), cards_model.Trade.SOON).items():
        chances[way.territory_cards] += float(rate)
    return tuple(chances)


def match_chances(share: Real, territories: Sequence[Real]) -> list[Real]:
    """Return the chances of 0 … 3 matching cards, given those of 0 … 3 territory cards in the set."""
    return [
        sum(
            (
                chance * math.comb(n, m) * share**m * (1 - share) ** (n - m)
                for n, chance in enumerate(territories)
                if n >= m
            ),
            Fraction(0),
        )
        for m in range(MAX_MATCHES + 1)
    ]


def mean_bonus(question: Question, armies: Sequence[int]) -> Real:
    """Return the mean match bonus of a set, where 0 … 3 matching cards bring ``armies``."""
    if len({after - before for before, after in pairwise(armies)}) == 1:
        # a bonus for each card needs only the mean number of territory cards
        deck = deck_of(question.deck)
        cards = cards_exact.expected_territory_cards(deck) if deck.wilds else Fraction(3)
        return armies[1] * question.share * cards
    chances = match_chances(question.share, territory_cards(question.deck))
    return sum((chance * bonus for chance, bonus in zip(chances, armies, strict=True)), Fraction(0))


def set_value(question: Question) -> Real:
    """Return c, the mean armies of a set with its match bonus.

    >>> from risksim.factories.model import ask
    >>> set_value(ask(share=0.25))
    Fraction(17, 2)
    """
    return question.army_value + mean_bonus(question, question.match_armies)


# --- one factory ---------------------------------------------------------------------------------------------


def owner_chances(hazard: Real, recapture: Real, payments: int) -> list[Real]:
    """Return the chances that payment 1 … ``payments`` goes to the owner.

    >>> owner_chances(Fraction(1, 2), 0, 3)
    [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)]
    """
    chances: list[Real] = []
    owned: Real = Fraction(1)
    for _ in range(payments):
        owned = owned * (1 - hazard)
        chances.append(owned)
        owned = owned + recapture * (1 - owned)
    return chances


def net_payments(hazard: Real, recapture: Real, enemy_weight: Real, payments: int) -> list[Real]:
    """Return the expected armies of payment 1 … ``payments`` for a yield of 1, the captor's at minus his weight."""
    return [owned - enemy_weight * (1 - owned) for owned in owner_chances(hazard, recapture, payments)]


def going_on(question: Question, turns: int | None = None) -> list[Fraction]:
    """Return the chances that start 1 … ``turns`` is played."""
    if turns is not None and question.stop is not None:
        return [(1 - question.stop) ** t for t in range(turns)]
    ends = list(accumulate(question.horizon, initial=Fraction(0)))
    return [1 - end for end in ends[:-1]]


def step_discount(question: Question) -> Fraction:
    """Return what a payment is worth against the one before: the discount times the chance to get so far."""
    return question.discount * (1 - (question.stop or 0))


def factory_values(question: Question, payments: int) -> list[Real]:
    """Return what a factory with 0 … ``payments`` payments left is worth, in armies at its first payment.

    >>> from risksim.factories.model import ask
    >>> [str(value) for value in factory_values(ask(hazard=0.5), 3)]
    ['0', '1', '3/2', '7/4']
    """
    number = Fraction if payments <= EXACT_TURNS else float
    hazard, recapture, weight, discount, pay = (
        number(value)
        for value in (
            question.hazard,
            question.recapture,
            question.enemy_weight,
            step_discount(question),
            question.factory_yield,
        )
    )
    values: list[Real] = [number(0)]
    factor = number(1)
    for net in net_payments(hazard, recapture, weight, payments):
        values.append(values[-1] + pay * net * factor)
        factor *= discount
    bonus = mean_bonus(question, question.factory_match_armies)
    return [values[0], *(value + bonus for value in values[1:])] if bonus else values


def payments_worth(question: Question) -> int | None:
    """Return the smallest H with H payments worth a set if none is ever lost (a tie builds); None if no H is.

    >>> from risksim.factories.model import ask
    >>> payments_worth(ask(army_value=8)), payments_worth(ask(army_value=8.1, hazard=0.5))
    (4, 5)
    """
    price = set_value(question) - mean_bonus(question, question.factory_match_armies)
    if price <= 0:
        return 0
    return math.ceil(price / question.factory_yield) if question.factory_yield else None


def switch(question: Question) -> tuple[int | None, int | None]:
    """Return the fewest and the most payments left at which a factory is worth at least a set (a tie builds).

    The second is None where more payments never turn it round. With a horizon given turn by turn the payments left
    are those if the game takes all its turns.
    """
    c = set_value(question)
    if question.stop is None:
        worth, build = worths(question), build_values(question)
        left = {question.turns - turn: build[turn] >= c * worth[turn + 1] for turn in range(question.turns)}
        builds = [h_left for h_left in sorted(left) if left[h_left]]
        is_open = bool(builds) and builds[-1] == question.turns
    else:
        # fractions while payments are few; then double precision, where what is equal but for rounding is a tie
        values = factory_values(question, EXACT_TURNS)
        builds = [h_left for h_left, value in enumerate(values) if value >= c]
        values = factory_values(question, MAX_PAYMENTS)
        builds += [
            h_left
            for h_left in range(EXACT_TURNS + 1, MAX_PAYMENTS + 1)
            if values[h_left] >= c - NOISE * max(1, c)
        ]
        is_open = bool(builds) and builds[-1] == MAX_PAYMENTS
    if not builds:
        return None, None
    return builds[0], None if is_open else builds[-1]


def break_even_hazard(
    c: Real,
    pay: Real,
    payments: int,
    *,
    recapture: Real = 0,
    enemy_weight: Real = 0,
    discount: Real = 1,
) -> float | None:
    """Return the hazard at which one factory is worth c; None where no value in 0 … 1 balances.

    Exactly 0 where the factory is worth c only as long as it cannot be captured.

    Parameters
    ----------
    c
        Armies of a set, less what a set that buys a factory earns at once.
    pay
        Armies of a payment.
    payments
        H.
    recapture, enemy_weight, discount
        r, w and g.

    >>> break_even_hazard(10, 2, 5)
    0.0
    >>> round(break_even_hazard(7, 2, 5), 6)
    0.11662
    """
    weights = [float(pay) * float(discount) ** k for k in range(payments)]

    def advantage(hazard: float) -> float:
        net = net_payments(hazard, float(recapture), float(enemy_weight), payments)
        return math.fsum(map(float.__mul__, weights, map(float, net))) - float(c)

    return _decreasing_root(advantage, _sum_of_powers(pay, discount, payments) - c, pay)


def _sum_of_powers(pay: Real, discount: Real, payments: int) -> Real:
    if discount == 1:
        return pay * payments
    if payments <= EXACT_TURNS:
        return sum((pay * discount**k for k in range(payments)), Fraction(0))
    return math.fsum(float(pay) * float(discount) ** k for k in range(payments))


def _decreasing_root(advantage: Callable[[float], float], at_zero: Real, scale: Real) -> float | None:
    """Return the zero in 0 … 1 of a function that falls; its value at 0 is given exactly."""
    if at_zero < 0 or scale == 0:
        return None
    if at_zero == 0:
        return 0.0
    if advantage(1.0) > NOISE:
        return None
    low, high = 0.0, 1.0
    while high - low > 0 and low < (middle := (low + high) / 2) < high:
        if advantage(middle) > 0:
            low = middle
        else:
            high = middle
    return high if abs(advantage(high)) <= abs(advantage(low)) else low


def break_even_discount(
    c: Real,
    pay: Real,
    payments: int,
    *,
    hazard: Real = 0,
    recapture: Real = 0,
    enemy_weight: Real = 0,
) -> float | None:
    """Return the discount at which one factory is worth c; None where no value in 0 … 1 balances.

    Where a captor's payments make it balance twice, the larger value.

    Parameters
    ----------
    c
        Armies of a set, less what a set that buys a factory earns at once.
    pay
        Armies of a payment.
    payments
        H.
    hazard, recapture, enemy_weight
        h, r and w.

    >>> break_even_discount(10, 2, 5)
    1.0
    >>> round(break_even_discount(7, 2, 5), 6)
    0.820599
    """
    net = net_payments(hazard, recapture, enemy_weight, payments)
    return _largest_root([pay * value - (c if k == 0 else 0) for k, value in enumerate(net)])


def _largest_root(coefficients: Sequence[Real]) -> float | None:
    """Return the largest zero in 0 … 1 of a polynomial (lowest power first); None if it has none."""
    terms = list(coefficients)
    if sum(terms) == 0:
        return 1.0
    floats = [float(term) for term in terms]

    def value(x: float) -> float:
        total = 0.0
        for term in reversed(floats):
            total = total * x + term
        return total

    steps = 2_000
    for step in range(steps, 0, -1):
        low, high = (step - 1) / steps, step / steps
        if value(low) == 0.0:
            return low
        if (value(low) > 0) != (value(high) > 0):
            sign = value(high) > 0
            while low < (middle := (low + high) / 2) < high:
                if (value(middle) > 0) == sign:
                    high = middle
                else:
                    low = middle
            return high
    return None


# --- whole plans ---------------------------------------------------------------------------------------------


def worths(question: Question) -> list[Real]:
    """Return what an army at start 1 … T is worth (index 0 is unused): discount times the chance to get there."""
    number = Fraction if is_exact(question) else float
    discount = number(question.discount)
    return [
        number(0),
        *(discount**t * number(chance) for t, chance in enumerate(going_on(question))),
    ]


def build_values(question: Question) -> list[Real]:
    """Return what a factory bought at the end of turn 0 … T - 1 is worth, with the mean bonus a factory set earns."""
    number = Fraction if is_exact(question) else float
    turns, worth = question.turns, worths(question)
    net = net_payments(
        number(question.hazard), number(question.recapture), number(question.enemy_weight), turns
    )
    pay = number(question.factory_yield)
    bonus = mean_bonus(question, question.factory_match_armies)
    if question.hazard == 0:
        # each payment goes to the owner: sum from the end
        tails = list(accumulate(reversed(worth), initial=number(0)))[::-1]
        values = [pay * tails[turn + 1] for turn in range(turns)]
    else:
        values = [
            pay * _total(worth[turn + k] * net[k - 1] for k in range(1, turns - turn + 1))
            for turn in range(turns)
        ]
    return [value + bonus * worth[turn + 1] for turn, value in enumerate(values)]


def _total(values: Any) -> Real:
    numbers = list(values)
    if any(isinstance(number, float) for number in numbers):
        return math.fsum(numbers)
    return sum(numbers, Fraction(0))


def plans(question: Question, switch_at: int | None = None) -> tuple[Real, Real, Real, Real]:
    """Return the armies plan, the factory plan, the optimal plan on average, and a switching plan.

    Parameters
    ----------
    question
        What is asked.
    switch_at
        The switching plan builds while at least so many payments remain; None makes it the armies plan.

    >>> from risksim.factories.model import ask
    >>> [str(value) for value in plans(ask(6))[:3]]
    ['7', '38/9', '7']
    """
    worth, build, new = worths(question), build_values(question), new_sets(question)
    c = set_value(question)
    cash = [c * worth[turn + 1] for turn in range(question.turns)]
    armies = _total(sets * value for sets, value in zip(new, cash, strict=True))
    factories = _total(sets * value for sets, value in zip(new, build, strict=True))
    best = _total(sets * max(pair) for sets, *pair in zip(new, cash, build, strict=True))
    switched = _total(
        sets * (build[turn] if switch_at is not None and question.turns - turn >= switch_at else cash[turn])
        for turn, sets in enumerate(new)
    )
    return armies, factories, best, switched


def optimal(
    question: Question, *, may_hold: bool = True, holding: list[dynamic.Holding] | None = None
) -> Real:
    """Return the optimal plan: the dynamic programme over hand, matches, cards gone and payments left.

    Parameters
    ----------
    question
        What is asked.
    may_hold
        Whether a set may be held back.
    holding
        Filled, last turn first, with the hands where that gains most (independent cards only).

    >>> from risksim.factories.model import ask
    >>> optimal(ask(10)) == plans(ask(10))[2]
    True
    """
    worth = worths(question)[1:]
    bare = replace(question, factory_match_armies=(0, 0, 0, 0))
    build = build_values(bare)
    # a fraction for every hand is affordable only where hands are few
    if not is_exact(question) or question.matches_matter:
        worth, build = [float(value) for value in worth], [float(value) for value in build]
    value = type(worth[0])(question.army_value)
    cash = [value * army for army in worth]
    if question.deck == "independent":
        return dynamic.independent(question, cash, build, worth, may_hold=may_hold, holding=holding)
    return dynamic.from_deck(question, cash, build, worth, may_hold=may_hold)


def equal_values(question: Question) -> tuple[Real | None, Real | None]:
    """Return c* and y*: the set value, and the yield, that make both pure plans equal; None where nothing does."""
    worth, new = worths(question), new_sets(question)
    weight = _total(sets * worth[turn + 1] for turn, sets in enumerate(new))
    unit = replace(question, factory_yield=Fraction(1), factory_match_armies=(0, 0, 0, 0))
    for_yield = _total(sets * value for sets, value in zip(new, build_values(unit), strict=True))
    armies, factories, *_ = plans(question)
    bonus = mean_bonus(question, question.factory_match_armies) * weight
    c_star = factories / weight if weight else None
    y_star = (armies - bonus) / for_yield if for_yield > 0 else None
    return c_star, y_star


def by_length(
    question: Question,
) -> tuple[list[Real], list[Real], list[Real | None], list[Real | None]]:
    """Return, for games that end after start 1 … T at the latest, both pure plans, c* and y*."""
    worth, new, turns = worths(question), new_sets(question), question.turns
    net = net_payments(question.hazard, question.recapture, question.enemy_weight, turns)
    if not is_exact(question):
        net = [float(value) for value in net]
    c, pay = set_value(question), question.factory_yield
    bonus = mean_bonus(question, question.factory_match_armies)
    if not is_exact(question):
        c, pay, bonus = float(c), float(pay), float(bonus)  # type: ignore[assignment]
    weights: list[Real] = [worth[0]]
    units: list[Real] = [worth[0]]
    for start in range(2, turns + 1):
        weights.append(weights[-1] + worth[start] * new[start - 1])
        paid = _total(new[turn] * net[start - turn - 1] for turn in range(1, start))
        units.append(units[-1] + worth[start] * paid)
    armies = [c * weight for weight in weights]
    factories = [pay * unit + bonus * weight for unit, weight in zip(units, weights, strict=True)]
    equal = [factory / weight if weight else None for factory, weight in zip(factories, weights, strict=True)]
    yields = [
        (c - bonus) * weight / unit if unit > 0 else None for unit, weight in zip(units, weights, strict=True)
    ]
    return armies, factories, equal, yields


def rules_of_thumb(question: Question, holding: Sequence[dynamic.Holding]) -> list[dict[str, Any]]:
    """Return, by payments left, a factory's worth, with how many matching cards to build, and what holding gains.

    Parameters
    ----------
    question
        What is asked.
    holding
        What :func:`optimal` filled in: last turn first; empty for decks of cards.
    """
    worth = worths(question)
    build = build_values(replace(question, factory_match_armies=(0, 0, 0, 0)))
    rows: list[dict[str, Any]] = []
    for left in range(1, question.turns + 1):
        turn = question.turns - left
        army, factory = worth[turn + 1], build[turn]
        builds = [
            factory + after * army >= (question.army_value + before) * army
            for before, after in zip(question.match_armies, question.factory_match_armies, strict=True)
        ]
        held = holding[left - 1] if holding else None
        rows.append(
            {
                "payments": left,
                "factory": float(factory / army) if army else None,
                "build_up_to": (builds.index(False) if False in builds else len(builds)) - 1,
                "hold_gain": held.gain if held else None,
                "hold_with": held.hand if held else None,
            }
        )
    return rows


def cards_to_sets(deck: str, sets: int) -> list[float]:
    """Return the expected cards until 1, 2 … ``sets`` sets are completed.

    The kth set comes with card 3k, 3k + 1 or 3k + 2, so two means give its expected place.

    >>> [round(9 * cards) for cards in cards_to_sets("independent", 1)]
    [35]
    """
    by_card = cards_exact.expected_sets(deck_of(deck), 3 * sets + 1)
    return [3 * k + (k - by_card[3 * k]) + (k - by_card[3 * k + 1]) for k in range(1, sets + 1)]


def overtaking(question: Question) -> tuple[int | None, int | None]:
    """Return the fewest turns (4 or more) from which the factory plan is ahead, and those from which no more.

    Both are looked for up to 1,000 turns, in games that end after a fixed number of turns (or by ``stop``). If it
    stays ahead for good the first is where that begins; otherwise it is where it is ahead first, and the second comes
    after the last turn with a lead.
    """
    turns = SEARCH_TURNS
    cards = cards_exact.expected_sets_by_turn(deck_of(question.deck), turns, float(question.conquest_rate))
    new = np.diff(np.array(cards), prepend=0.0)[:turns]
    step = float(step_discount(question))
    worth = step ** np.arange(turns, dtype=np.float64)  # start 1 … turns
    net = np.array(
        net_payments(float(question.hazard), float(question.recapture), float(question.enemy_weight), turns)
    )
    # payments at start T go to factories bought at the end of turn t = 1 … T - 1, for the (T - t)th time
    paid = np.convolve(new, net)[1:turns]
    bonus = float(mean_bonus(question, question.factory_match_armies))
    later = float(question.factory_yield) * paid + bonus * new[1:]
    factories = np.concatenate(([0.0], np.cumsum(worth[1:] * later)))
    armies = np.concatenate(([0.0], np.cumsum(worth[1:] * float(set_value(question)) * new[1:])))
    lead = factories - armies
    ahead = lead > NOISE * np.maximum(1.0, armies)
    ahead[:3] = False
    if not ahead.any():
        return None, None
    behind = np.flatnonzero(~ahead)
    if ahead[-1]:
        return int(behind[-1]) + 2 if len(behind) else 4, None
    leads = np.flatnonzero(ahead)
    return int(leads[0]) + 1, int(leads[-1]) + 2


def break_evens_of_plans(question: Question) -> tuple[float | None, float | None]:
    """Return the hazard, and the discount, at which the factory plan equals the armies plan, all else as given."""
    turns, new, c = question.turns, new_sets(question), set_value(question)
    bonus = mean_bonus(question, question.factory_match_armies)
    worth = worths(question)
    safe = plans(replace(question, hazard=Fraction(0)))
    received = [
        _total(new[turn] * worth[turn + k] for turn in range(turns - k + 1)) for k in range(1, turns + 1)
    ]
    weights = [float(question.factory_yield) * float(value) for value in received]
    fixed = float((c - bonus) * received[0]) if received else 0.0

    def advantage(hazard: float) -> float:
        net = net_payments(hazard, float(question.recapture), float(question.enemy_weight), turns)
        return math.fsum(map(float.__mul__, weights, map(float, net))) - fixed

    gap = safe[1] - safe[0]
    if not is_exact(question) and abs(float(gap)) <= NOISE * max(1.0, float(safe[0])):
        gap = Fraction(0)
    hazard = _decreasing_root(advantage, gap, safe[1])
    net = net_payments(question.hazard, question.recapture, question.enemy_weight, turns)
    alive = [Fraction(0), *going_on(question)]
    terms: list[Real] = []
    for start in range(2, turns + 1):
        paid = _total(new[turn] * net[start - turn - 1] for turn in range(1, start))
        terms.append(alive[start] * (question.factory_yield * paid - (c - bonus) * new[start - 1]))
    while terms and terms[0] == 0:
        terms.pop(0)
    return hazard, _largest_root(terms) if any(terms) else None


# --- spread --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _pairs_by_card(deck: str, n_cards: int) -> tuple[Floats, Floats] | None:
    """Return the chances that card n completes a set, and that cards n and m both do; None beyond one deck."""
    if deck == "independent":
        return _pairs_independent(n_cards)
    chain = cards_exact.DeckChain(deck_of(deck), cards_model.Trade.SOON)
    if n_cards > chain.size:
        return None
    one, two = np.zeros(n_cards + 1), np.zeros((n_cards + 1, n_cards + 1))
    begin = np.zeros((len(chain.held), len(chain.layers[chain.size].piles)))
    begin[0, chain.start(0)] = 1.0
    for n in range(1, n_cards + 1):
        size = chain.size - n + 1
        following, _ = chain.draw(size, begin)
        completed = np.zeros_like(following)
        for held in (2, 3, 4):
            before = np.where((chain.held == held)[:, None], begin, 0.0)
            after, _ = chain.draw(size, before)
            completed += np.where((chain.held == held - 2)[:, None], after, 0.0)
        one[n] = completed.sum()
        state = completed
        for m in range(n + 1, n_cards + 1):
            state, events = chain.draw(chain.size - m + 1, state)
            two[n, m] = events.sum()
        begin = following
    return one, two


def _pairs_independent(n_cards: int) -> tuple[Floats, Floats]:
    chain = cards_exact.hands(cards_model.Trade.SOON, False)
    n_hands = len(chain.states)
    stays, completes = np.zeros((n_hands, n_hands)), np.zeros((n_hands, n_hands))
    for draw in range(len(chain.draws)):
        for hand in range(n_hands):
            matrix = completes if chain.turn_in[draw, hand, 0] else stays
            matrix[hand, chain.successor[draw, hand, 0]] += 1 / 3
    later = [completes.sum(axis=1)]
    for _ in range(n_cards):
        later.append((stays + completes) @ later[-1])
    one, two = np.zeros(n_cards + 1), np.zeros((n_cards + 1, n_cards + 1))
    state = np.eye(n_hands)[0]
    for n in range(1, n_cards + 1):
        completed = state @ completes
        one[n] = completed.sum()
        two[n, n + 1 :] = [completed @ later[m - n - 1] for m in range(n + 1, n_cards + 1)]
        state = state @ stays + completed
    return one, two


def pairs_by_turn(question: Question) -> tuple[Floats, Floats] | None:
    """Return the chances that turn t completes a set, and that turns t < u both do (shapes (T,), (T, T)).

    None where the discards may be shuffled back.
    """
    n = question.turns - 1
    by_card = _pairs_by_card(question.deck, n)
    if by_card is None:
        return None
    one, two = by_card
    q = float(question.conquest_rate)
    if q == 1:
        return one, two
    waits = _waits(n, q)
    ahead = np.array([two[k, k:] @ waits[: n + 1 - k] for k in range(n + 1)])  # by first card, turns between
    both = waits.T @ ahead
    pairs = np.zeros((n + 1, n + 1))
    for t in range(n + 1):
        pairs[t, t + 1 :] = both[t, 1 : n + 1 - t]
    return one @ waits, pairs


def p_sets(question: Question) -> list[float]:
    """Return the chances of 0, 1, 2 … sets by the end of turn T - 1.

    Cards drawn are three for each set and those in hand (four at most when nothing is held back), so after n cards
    the number of sets takes one of two values, and its mean gives their chances.

    >>> from risksim.factories.model import ask
    >>> [round(p, 6) for p in p_sets(ask(9))]
    [0.0, 0.0, 1.0]
    """
    n = question.turns - 1
    by_card = cards_exact.expected_sets(deck_of(question.deck), n)
    *_, drawn = cards_exact.draws_by_turn(n, float(question.conquest_rate))
    chances = [0.0] * (n // 3 + 1)
    for cards, chance in enumerate(drawn):
        low = max(0, math.ceil((cards - 4) / 3))
        upper = by_card[cards] - low
        chances[low] += float(chance) * (1 - upper)
        if upper > 0 and low + 1 < len(chances):
            chances[low + 1] += float(chance) * upper
    return chances


def _factory_moments(question: Question, payments: int) -> tuple[list[float], list[float]]:
    """Return mean and variance of one factory's 0 … ``payments`` payments, seen from the first, yield included."""
    h, r, w, g, pay = (
        float(value)
        for value in (
            question.hazard,
            question.recapture,
            question.enemy_weight,
            question.discount,
            question.factory_yield,
        )
    )
    to_owned = np.array([1 - h, r * (1 - h)])
    now = np.array([1.0, -w])
    mean, square = np.zeros(2), np.zeros(2)
    means, variances = [0.0], [0.0]
    for _ in range(payments):
        next_mean = to_owned * mean[0] + (1 - to_owned) * mean[1]
        next_square = to_owned * square[0] + (1 - to_owned) * square[1]
        mean, square = now + g * next_mean, now**2 + 2 * g * now * next_mean + g * g * next_square
        first = (1 - h) * mean[0] + h * mean[1]
        second = (1 - h) * square[0] + h * square[1]
        means.append(pay * first)
        variances.append(pay * pay * max(0.0, second - first * first))
    return means, variances


def spreads(question: Question) -> tuple[list[float], list[float], list[float]] | None:
    """Return standard deviations by start 1 … T: armies plan, factory plan, factories less armies in one game.

    None where the discards may be shuffled back. How long the game lasts is part of the spread.
    """
    pairs = pairs_by_turn(question)
    if pairs is None:
        return None
    one, two = pairs
    turns, g = question.turns, float(question.discount)
    chances = np.array([float(p) for p in match_chances(question.share, territory_cards(question.deck))])
    dice = question.dice
    dice_variance = dice[0] * (dice[1] ** 2 - 1) / 12 if dice else 0.0
    bonus = np.array(question.match_armies, dtype=np.float64)
    factory_bonus = np.array(question.factory_match_armies, dtype=np.float64)
    mean_net, variance_net = (np.array(values) for values in _factory_moments(question, turns))

    def bonus_moments(armies: Floats) -> tuple[float, float]:
        mean = float(chances @ armies)
        return mean, max(0.0, float(chances @ armies**2) - mean**2)

    army_mean, army_variance = bonus_moments(bonus)
    extra_mean, extra_variance = bonus_moments(factory_bonus)
    less_variance = bonus_moments(factory_bonus - bonus)[1]
    army_mean += float(question.army_value)
    raw = np.zeros((turns + 1, 3, 2))  # by length of the game: first and second moments of the three
    weight = g ** np.arange(turns, dtype=np.float64)
    for length in range(1, turns + 1):
        when = np.arange(length)
        left = length - when
        at = weight[when] if g != 1 else np.ones(length)
        army = at * army_mean
        factory = at * (mean_net[left] + extra_mean)
        means = np.stack([army, factory, factory - army])
        variances = np.stack(
            [
                at**2 * (army_variance + dice_variance),
                at**2 * (variance_net[left] + extra_variance),
                at**2 * (variance_net[left] + less_variance + dice_variance),
            ]
        )
        p, both = one[:length], two[:length, :length]
        raw[length, :, 0] = means @ p
        raw[length, :, 1] = (variances + means**2) @ p + 2 * np.einsum("it,tu,iu->i", means, both, means)
    ends = np.array([float(p) for p in question.horizon])
    deviations = []
    for turn in range(1, turns + 1):
        lasts = ends[:turn].copy()
        lasts[-1] = 1.0 - ends[: turn - 1].sum()
        moments = np.tensordot(lasts, raw[1 : turn + 1], axes=1)
        deviations.append(np.sqrt(np.maximum(0.0, moments[:, 1] - moments[:, 0] ** 2)))
    by_plan = np.array(deviations).T.tolist()
    return by_plan[0], by_plan[1], by_plan[2]


def played_plans(question: Question, switch_at: int) -> tuple[float, float, float]:
    """Return the armies plan, the factory plan and a switching plan with the sets that really come at each turn.

    They differ from :func:`plans` where a deck has wild cards and matches pay: there c is the long-run mean, while
    the first sets from a fresh deck hold a little more or fewer territory cards. Beyond one deck the long-run mean
    is taken here too.

    Parameters
    ----------
    question
        What is asked.
    switch_at
        The switching plan builds while at least so many payments remain.
    """
    worth = [float(value) for value in worths(question)]
    new = [float(sets) for sets in new_sets(question)]
    bare = replace(question, factory_match_armies=(0, 0, 0, 0))
    build = [float(value) for value in build_values(bare)]
    waits = _waits(question.turns - 1, float(question.conquest_rate))
    territories = waits.T @ _territories_by_card(question.deck, question.turns - 1)
    armies = factories = switched = 0.0
    for turn in range(1, question.turns):
        chances = [float(p) for p in match_chances(float(question.share), territories[turn].tolist())]
        bonus = math.fsum(p * extra for p, extra in zip(chances, question.match_armies, strict=True))
        kept = math.fsum(p * extra for p, extra in zip(chances, question.factory_match_armies, strict=True))
        cash = worth[turn + 1] * (new[turn] * float(question.army_value) + bonus)
        built = new[turn] * build[turn] + worth[turn + 1] * kept
        armies += cash
        factories += built
        switched += built if question.turns - turn >= switch_at else cash
    return armies, factories, switched


def _waits(n: int, q: float) -> Floats:
    """Return the (n + 1, n + 1) chances that card k comes with turn t."""
    waits = np.zeros((n + 1, n + 1))
    waits[0, 0] = 1.0
    for k in range(1, n + 1):
        for t in range(k, n + 1):
            waits[k, t] = math.comb(t - 1, k - 1) * q**k * (1 - q) ** (t - k)
    return waits


def _territories_by_card(deck: str, n_cards: int) -> Floats:
    """Return the (cards + 1, 4) chances that card n completes a set of which 0 … 3 cards show a territory."""
    new = np.diff(np.array(cards_exact.expected_sets(deck_of(deck), n_cards)), prepend=0.0)
    found = np.outer(new, [float(p) for p in territory_cards(deck)])
    if deck_of(deck).wilds:
        chain = cards_exact.DeckChain(deck_of(deck), cards_model.Trade.SOON)
        chance = np.zeros((len(chain.held), len(chain.layers[chain.size].piles)))
        chance[0, chain.start(0)] = 1.0
        for n in range(1, min(n_cards, chain.size) + 1):
            chance, events = chain.draw(chain.size - n + 1, chance)
            found[n] = 0.0
            for way, p in zip(chain.hands.turn_ins, events, strict=True):
                found[n, way.territory_cards] += p
    return found


# --- chances -------------------------------------------------------------------------------------------------


def p_payments_to_owner(hazard: float, recapture: float, payments: int) -> Floats:
    """Return the chances that the owner gets 0 … ``payments`` of the payments."""
    owned, captured = np.zeros(payments + 1), np.zeros(payments + 1)
    owned[0] = 1.0
    for _ in range(payments):
        owned, captured = owned * (1 - hazard), captured + owned * hazard
        owned[1:] = owned[:-1].copy()
        owned[0] = 0.0
        owned, captured = owned + recapture * captured, captured * (1 - recapture)
    return owned + captured


def p_dice(dice: tuple[int, int, int]) -> dict[int, Fraction]:
    """Return the chances of each total of (number, sides, bonus)."""
    number, sides, bonus = dice
    ways = {bonus: 1}
    for _ in range(number):
        following: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                following[total + face] = following.get(total + face, 0) + count
        ways = following
    return {total: Fraction(count, sides**number) for total, count in sorted(ways.items())}


def dice_against_factory(question: Question, payments: int) -> tuple[float, float, float]:
    """Return the chances that a set turned in brings more, as many, fewer armies than a factory.

    Undiscounted; the captor's payments count at minus their weight. A value given instead of dice does not vary.

    >>> from risksim.factories.model import ask
    >>> [round(36 * p) for p in dice_against_factory(ask(), 3)]
    [21, 5, 10]
    """
    rolls = p_dice(question.dice) if question.dice else {question.army_value: Fraction(1)}
    matches = match_chances(question.share, territory_cards(question.deck))
    chances = p_payments_to_owner(float(question.hazard), float(question.recapture), payments)
    outcome: tuple[list[float], list[float], list[float]] = ([], [], [])
    for owned, p_owned in enumerate(chances):
        if p_owned == 0:
            continue
        paid = question.factory_yield * (owned - question.enemy_weight * (payments - owned))
        for roll, p_roll in rolls.items():
            for m, p_matches in enumerate(matches):
                armies = roll + question.match_armies[m] - question.factory_match_armies[m]
                place = 0 if armies > paid else 1 if armies == paid else 2
                outcome[place].append(float(p_roll) * float(p_matches) * float(p_owned))
    more, equal, fewer = (math.fsum(parts) for parts in outcome)
    return more, equal, fewer


# --- dice ----------------------------------------------------------------------------------------------------


def nearest_dice(value: Real | None) -> str | None:
    """Return the roll NdM + k (M = 6, N = 1 … 6, -3 ≤ k ≤ 3) whose mean is nearest; ties to fewer dice, k nearer to 0.

    >>> nearest_dice(7), nearest_dice(Fraction(19, 2)), nearest_dice(2.2)
    ('2d6', '3d6-1', '1d6-1')
    """
    if value is None:
        return None
    rolls = [(n, k) for n in range(1, 7) for k in range(-3, 4)]
    n, k = min(
        rolls,
        key=lambda roll: (abs(Fraction(7 * roll[0], 2) + roll[1] - Fraction(value)), roll[0], abs(roll[1])),
    )
    return _roll(n, k)


def nearest_two_dice(value: Real | None) -> str | None:
    """Return the roll 2d6 + k whose mean is nearest; ties to the k nearer to 0.

    >>> nearest_two_dice(10.4)
    '2d6+3'
    """
    if value is None:
        return None
    above = Fraction(value) - 7
    below = math.floor(above)
    return _roll(2, min((below, below + 1), key=lambda k: (abs(k - above), abs(k))))


def _roll(n: int, k: int) -> str:
    return f"{n}d6{k:+d}" if k else f"{n}d6"
