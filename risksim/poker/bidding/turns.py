"""Turns between controls: one player's poker cards as a Markov chain, exactly.

A step is one own turn. It earns a poker card with a chance; with enough cards the player bids for an ally, and has to
from ``bid_forced_at`` on. Nobody challenges, or a hand is played; control gives one turn of an ally. What a bid costs is
the clause ``poker_cards_spent``, see :mod:`risksim.poker.bidding.bids`. Where an ally's turn earns poker cards and these
may bid (``ally_draws_poker``, ``ally_can_bid``), one ally collects them and bids for a further turn of an ally as the
player does; other players' turns with it are left out.

Sources: ``seed-new-rules``.
"""

import itertools
import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from risksim import rules as rule_sets
from risksim.errors import InputError, NotApplicableError, check_count, check_real
from risksim.poker.bidding import bids, chain
from risksim.poker.bidding.bids import Chances
from risksim.poker.bidding.model import CLAUSES, Economy, ReadingRow, Readings
from risksim.rules.clauses import CLAUSES as ALL_CLAUSES
from risksim.rules.clauses import Poker
from risksim.rules.ruleset import RuleSet

#: Largest chain that is solved in fractions.
MOST_EXACT = 24
#: Longest wait that is followed, and what may lie beyond it.
MOST_TURNS, TAIL = 400, 1e-9
#: Most hands played on with the dealer's cards.
MOST_TRIES = 100

Rules = str | os.PathLike[str] | RuleSet


class Question(NamedTuple):
    """What is asked, checked."""

    rule_set: RuleSet
    success: Fraction
    ally_success: Fraction
    contested: Fraction
    chances: Chances
    bid_from: int
    doubles: bool
    tries: int

    @property
    def poker(self) -> Poker:
        """The clauses about poker."""
        return self.rule_set.poker

    def is_bid(self, cards: int) -> bool:
        """Return whether the player bids with so many cards."""
        is_due = cards >= self.bid_from or bids.must_bid(self.poker, cards)
        return is_due and bids.may_bid(self.poker, cards)

    def results(self, cards: int) -> list[bids.Result]:
        """Return what may come of a bid."""
        found = [bids.unchallenged(self.poker, cards)._replace(p=1 - self.contested)]
        for result in bids.challenged(self.poker, cards, self.chances, self.doubles, self.tries):
            found.append(result._replace(p=result.p * self.contested))
        return [result for result in found if result.p]


class AllyTurns(NamedTuple):
    """The turns of an ally that follow one control, from a number of the ally's cards."""

    expected: Any
    after: dict[int, Any]
    """the ally's cards when it is over: chances"""


class Step(NamedTuple):
    """One way an own turn can go."""

    p: Any
    to: tuple[int, int]
    is_control: bool
    ally_turns: Any
    hands: int
    bid_with: int | None
    """the cards a bid was made with"""


def check_rules(rules: Rules, clauses: Mapping[str, Any]) -> RuleSet:
    """Return a rule set with some clauses changed, in which allies can be won.

    Raises
    ------
    InputError
        If there is no such rule set or clause, or no ally to be won.
    """
    rule_set = rule_sets.load(rules).vary(**clauses)
    if not rule_set.poker.has_allied_armies:
        raise NotApplicableError(f"rule set {rule_set.label!r} has no allied armies to bid for")
    return rule_set


def check_bid_from(rule_set: RuleSet, bid_from: int | None) -> int:
    """Return the cards with which a player bids of his own will: the fewest allowed when None.

    Raises
    ------
    InputError
        If he may not bid with so few, or can never hold so many.
    """
    poker = rule_set.poker
    if bid_from is None:
        return poker.bid_min_cards
    return check_count(
        "bid_from", bid_from, poker.bid_min_cards, poker.poker_hand_cap, f"rule set {rule_set.label!r}"
    )


def fraction(name: str, value: Any, high: float | Fraction = 1) -> Fraction:
    """Return a number of 0 … ``high`` as the fraction it was written as.

    >>> fraction("q", 0.6)
    Fraction(3, 5)
    """
    if isinstance(value, Fraction):
        check_real(name, value, 0, float(high))
        return value
    return Fraction(repr(check_real(name, value, 0, float(high))))


def chances_of(
    p_control: Any,
    p_lost: Any = None,
    p_control_two: Any = None,
    p_control_dealt: Any = None,
) -> Chances:
    """Return the chances of a challenged bid, those not given derived from those that are.

    Without ``p_lost`` all that is not control is lost. Two hands at once are, without ``p_control_two``, two
    independent ones. The dealer's cards are as good as one's own.

    Raises
    ------
    InputError
        If one is no chance, or two together exceed 1.
    """
    control = fraction("p_control", p_control)
    lost = 1 - control if p_lost is None else fraction("p_lost", p_lost)
    if control + lost > 1:
        raise InputError(
            f"p_control {float(control):g} and p_lost {float(lost):g} together exceed 1; they exclude each other"
        )
    is_even = p_control_two is None
    of_two = 1 - (1 - control) ** 2 if is_even else fraction("p_control_two", p_control_two)
    lost_of_two = lost if control == 1 else (1 - of_two) * lost / (1 - control)
    dealt = control if p_control_dealt is None else fraction("p_control_dealt", p_control_dealt)
    lost_dealt = lost if control == 1 else (1 - dealt) * lost / (1 - control)
    return Chances(control, lost, of_two, lost_of_two, dealt, lost_dealt)


def ask(
    rules: Rules = "new-rules",
    *,
    success: Any = 1,
    contested: Any = 0,
    p_control: Any = None,
    p_lost: Any = None,
    p_control_two: Any = None,
    p_control_dealt: Any = None,
    ally_success: Any = None,
    bid_from: int | None = None,
    doubles: bool = False,
    tries: int = 1,
    **clauses: Any,
) -> Question:
    """Return a checked question; parameters as for :func:`economy`.

    Raises
    ------
    InputError
        As for :func:`economy`.
    """
    rule_set = check_rules(rules, clauses)
    where = f"rule set {rule_set.label!r}"
    poker = rule_set.poker
    q = fraction("success", success)
    c = fraction("contested", contested)
    if p_control is None:
        if c:
            raise InputError("p_control must be given where bids are contested")
        p_control = 1
    if doubles and poker.poker_hand_cap < bids.TWO_HANDS:
        raise InputError(
            f"two hands at once take {bids.TWO_HANDS} cards; poker_hand_cap is {poker.poker_hand_cap} ({where})"
        )
    return Question(
        rule_set,
        q,
        q if ally_success is None else fraction("ally_success", ally_success),
        c,
        chances_of(p_control, p_lost, p_control_two, p_control_dealt),
        check_bid_from(rule_set, bid_from),
        doubles,
        check_count("tries", tries, 0, MOST_TRIES),
    )


def economy(rules: Rules = "new-rules", **question: Any) -> Economy:
    """Find how often a player gets a turn of an ally, exactly.

    Parameters
    ----------
    rules
        The rule set; it must have allied armies.
    **question
        ``success`` (chance that a turn earns a poker card), ``ally_success`` (the same for an ally's turn, as
        ``success``), ``contested`` (chance that a bid is challenged), ``p_control`` (chance of control in a hand),
        ``p_lost`` (chance that somebody else wins it, 1 - ``p_control``), ``p_control_two`` (of two hands at once,
        of two independent ones), ``p_control_dealt`` (with the dealer's cards, ``p_control``), ``bid_from`` (cards
        with which the player bids of his own will, ``bid_min_cards``), ``doubles`` (two hands at once with six cards),
        ``tries`` (hands played on with the dealer's cards after a loss, 1, where ``rebuy`` allows it), and clauses to
        change.

    Raises
    ------
    InputError
        If a number is out of range, a clause is unknown, or the rules have no allied armies.

    >>> economy().turns_between, economy(poker_cards_spent="hand-played").turns_between
    (3.0, 1.0)
    >>> economy(success=0.6, contested=0.5, p_control=0.4).exact["turns_between"]
    '50/7'

    Sources: ``seed-new-rules``.
    """
    return answer(ask(rules, **question))


def answer(asked: Question) -> Economy:
    """Return everything about one chain."""
    ally = ally_turns(asked)
    states, steps = own_turns(asked, ally)
    common: dict[str, Any] = {
        "rule_set": asked.rule_set,
        "success": float(asked.success),
        "contested": float(asked.contested),
        "p_control": float(asked.chances.control),
        "p_lost": float(asked.chances.lost),
        "bid_from": asked.bid_from,
        "doubles": asked.doubles,
    }
    rows = [[(step.p, states[step.to]) for step in way] for way in steps]
    hits = [sum(step.p for step in way if step.is_control) for way in steps]
    missed = [[(step.p, states[step.to]) for step in way if not step.is_control] for way in steps]
    first = chain.first_passage(missed, hits, 0)
    first_waits = chain.waits(missed, hits, [1, *[0] * (len(states) - 1)], MOST_TURNS, TAIL)
    if any(way is None for way in ally.values()) and _is_met(states, rows, ally):
        return Economy(**common, is_endless=True, expected_first=_float(first), first=tuple(first_waits))
    share = chain.long_run(rows, 0)
    p_ally = sum(p * hit for p, hit in zip(share, hits, strict=True))
    turned = sum(p * _mean(way, "ally_turns") for p, way in zip(share, steps, strict=True))
    after = _after_control(share, steps, states, p_ally)
    between = chain.waits(missed, hits, after, MOST_TURNS, TAIL) if p_ally else []
    numbers = {
        "p_ally": p_ally,
        "turns_between": None if p_ally == 0 else 1 / p_ally,
        "ally_turns": turned,
        "expected_first": first,
        "bids": sum(p * _chance_of_bid(way) for p, way in zip(share, steps, strict=True)),
        "hands": sum(p * _mean(way, "hands") for p, way in zip(share, steps, strict=True)),
        "cards_held": sum(p * state[0] for p, state in zip(share, states, strict=True)),
        "cards_refused": asked.success
        * sum(p for p, state in zip(share, states, strict=True) if state[0] == asked.poker.poker_hand_cap),
    }
    averages: dict[str, Any] = {name: _float(value) for name, value in numbers.items()}
    return Economy(
        **common,
        **averages,
        first=tuple(first_waits),
        between=tuple(between),
        held=_by_cards(share, states, asked.poker.poker_hand_cap),
        bid_with=_bid_with(share, steps),
        values=card_values(asked),
        exact={name: str(value) for name, value in numbers.items() if isinstance(value, (Fraction, int))},
    )


def card_values(asked: Question, discount: float = 1.0) -> tuple[float, ...]:
    """Return what 0, 1, 2, … cards in hand at the end of a turn are worth, in turns of an ally to come.

    Against no cards, in the long run; or, with ``discount`` below 1, in all, a turn of an ally being worth so much less
    for every own turn it is away. Nothing where an ally's cards bid, for what one's own are worth then depends on those,
    and where no turn earns a card.
    """
    if _ally_bids(asked.poker) or not asked.success:
        return ()
    holdings = [(cards, 0) for cards in range(asked.poker.poker_hand_cap + 1)]
    states, steps = own_turns(asked, {}, holdings)
    rows = [[(step.p, states[step.to]) for step in way] for way in steps]
    rewards = [_mean(way, "ally_turns") for way in steps]
    if discount < 1:
        return tuple(float(value) * discount for value in chain.discounted_values(rows, rewards, discount))
    return tuple(float(value) for value in chain.relative_values(rows, rewards))


def own_turns(
    asked: Question, ally: Mapping[int, AllyTurns | None], starts: Iterable[tuple[int, int]] = ((0, 0),)
) -> tuple[dict[tuple[int, int], int], list[list[Step]]]:
    """Return the states that can be reached with their places, and what an own turn makes of each.

    A state is one's own cards and the ally's; ``starts`` are the first of them.
    """
    states = {state: place for place, state in enumerate(starts)}
    steps = []
    waiting = list(states)
    for state in waiting:
        way = _turn(asked, *state, ally)
        steps.append(way)
        for step in way:
            if step.to not in states:
                states[step.to] = len(states)
                waiting.append(step.to)
    if len(states) > MOST_EXACT:
        steps = [
            [step._replace(p=float(step.p), ally_turns=float(step.ally_turns)) for step in way]
            for way in steps
        ]
    return states, steps


def _turn(asked: Question, cards: int, allys_cards: int, ally: Mapping[int, AllyTurns | None]) -> list[Step]:
    q = asked.success
    found = []
    for p, held in ((q, bids.drawn(asked.poker, cards)), (1 - q, cards)):
        if not p:
            continue
        if not asked.is_bid(held):
            found.append(Step(p, (held, allys_cards), False, 0, 0, None))
            continue
        for result in asked.results(held):
            chance = p * result.p
            if not result.is_control:
                found.append(Step(chance, (result.cards, allys_cards), False, 0, result.hands, held))
                continue
            following = ally.get(allys_cards) or AllyTurns(1, {allys_cards: 1})
            found.extend(
                Step(chance * share, (result.cards, left), True, following.expected, result.hands, held)
                for left, share in following.after.items()
            )
    return found


def _ally_bids(poker: Poker) -> bool:
    return poker.ally_draws_poker and poker.ally_can_bid


def ally_turns(asked: Question) -> dict[int, AllyTurns | None]:
    """Return the turns of an ally that follow a control, by the ally's cards; None where they need never end.

    Empty where an ally's cards cannot bid: then there is one.
    """
    poker = asked.poker
    if not _ally_bids(poker):
        return {}
    cap = poker.poker_hand_cap
    q = asked.ally_success
    goes_on: list[list[tuple[Any, int]]] = []
    ends: list[dict[int, Any]] = []
    for cards in range(cap + 1):
        on: list[tuple[Any, int]] = []
        off: list[tuple[Any, int]] = []
        for p, held in ((q, bids.drawn(poker, cards)), (1 - q, cards)):
            if not asked.is_bid(held):
                off.append((p, held))
                continue
            for result in asked.results(held):
                (on if result.is_control else off).append((p * result.p, result.cards))
        goes_on.append([(p, to) for to, p in chain.collected(on).items()])
        ends.append(chain.collected(off))
    found: dict[int, AllyTurns | None] = {}
    for cards in range(cap + 1):
        expected = chain.first_passage(goes_on, [sum(end.values()) for end in ends], cards)
        found[cards] = None if expected is None else AllyTurns(expected, _ends(goes_on, ends, cards))
    return found


def _ends(goes_on: list[list[tuple[Any, int]]], ends: list[dict[int, Any]], start: int) -> dict[int, Any]:
    """Return where turns that go on come to an end: the ally's cards, with their chances."""
    states = chain.reachable(goes_on, start)
    place = {state: k for k, state in enumerate(states)}
    matrix: list[list[Any]] = [[Fraction(int(row == column)) for column in states] for row in states]
    for state in states:
        for p, to in goes_on[state]:
            matrix[place[to]][place[state]] -= p
    visits = chain.solve(matrix, [Fraction(int(state == start)) for state in states])
    return chain.collected(
        [(visits[place[state]] * p, left) for state in states for left, p in ends[state].items()]
    )


def _is_met(
    states: dict[tuple[int, int], int], rows: chain.Rows, ally: Mapping[int, AllyTurns | None]
) -> bool:
    """Return whether the player ever comes to a turn of an ally that need not end."""
    met = set(chain.reachable(rows, 0))
    return any(ally[state[1]] is None for state, place in states.items() if place in met)


def _after_control(
    share: list[Any], steps: list[list[Step]], states: dict[tuple[int, int], int], p_ally: Any
) -> list[Any]:
    """Return where a player stands after a turn with an ally."""
    found: list[Any] = [0] * len(states)
    for p, way in zip(share, steps, strict=True):
        for step in way:
            if step.is_control and p:
                found[states[step.to]] += p * step.p / p_ally
    return found


def _mean(way: list[Step], name: str) -> Any:
    return sum(step.p * getattr(step, name) for step in way)


def _chance_of_bid(way: list[Step]) -> Any:
    return sum(step.p for step in way if step.bid_with is not None)


def _by_cards(share: list[Any], states: dict[tuple[int, int], int], cap: int) -> dict[str, float]:
    found: dict[int, Any] = dict.fromkeys(range(cap + 1), 0)
    for p, (cards, _) in zip(share, states, strict=True):
        found[cards] = found.get(cards, 0) + p
    return {str(cards): float(p) for cards, p in found.items()}


def _bid_with(share: list[Any], steps: list[list[Step]]) -> dict[str, float]:
    found = chain.collected(
        [
            (p * step.p, step.bid_with)
            for p, way in zip(share, steps, strict=True)
            for step in way
            if step.bid_with is not None
        ]
    )
    total = sum(found.values())
    return {str(cards): float(found[cards] / total) for cards in sorted(found)}


def _float(value: Any) -> float | None:
    return None if value is None else float(value)


def readings(
    rules: Rules = "new-rules",
    *,
    vary: Mapping[str, Any] | None = None,
    **question: Any,
) -> Readings:
    """Compare the economy of control under every reading of every clause that matters, one at a time and all together.

    Parameters
    ----------
    rules
        The rule set.
    vary
        By clause the values to try; the readings of the ledger when None.
    **question
        As for :func:`economy`; ``bid_from`` is left to each reading.

    Raises
    ------
    InputError
        As for :func:`economy`.

    >>> table = readings(vary={"poker_cards_spent": ["every-bid", "hand-played"]})
    >>> [(row.changed, row.turns_between) for row in table.rows]
    [({}, 3.0), ({'poker_cards_spent': 'hand-played'}, 1.0)]
    """
    start = ask(rules, **question)
    tried = CLAUSES if vary is None else {name: tuple(values) for name, values in vary.items()}
    for name in tried:
        if name not in ALL_CLAUSES:
            start.rule_set.value(name)  # says which names are known
    own = start.rule_set.readings(*tried)
    rows = []
    for changed in _changes(tried, own):
        try:
            rows.append(_row(start.rule_set, changed, question))
        except InputError:
            if vary is not None and len(changed) == 1:
                raise
    return Readings(
        rule_set=start.rule_set,
        success=float(start.success),
        contested=float(start.contested),
        p_control=float(start.chances.control),
        rows=tuple(rows),
    )


def _changes(tried: Mapping[str, tuple[Any, ...]], own: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return nothing changed, each clause by itself, and every pair of clauses."""
    others = [[(name, value) for value in values if value != own[name]] for name, values in tried.items()]
    single = [[change] for values in others for change in values]
    pairs = [
        [one, two] for first, second in itertools.combinations(others, 2) for one in first for two in second
    ]
    return [dict(changes) for changes in [[], *single, *pairs]]


def _row(rule_set: RuleSet, changed: dict[str, Any], question: Mapping[str, Any]) -> ReadingRow:
    asked = {
        name: value for name, value in question.items() if name not in ALL_CLAUSES and name != "bid_from"
    }
    found = economy(rule_set.vary(**changed), **asked)
    return ReadingRow(
        changed=changed,
        is_endless=found.is_endless,
        turns_between=found.turns_between,
        p_ally=found.p_ally,
        ally_turns=found.ally_turns,
        expected_first=found.expected_first,
        hands=found.hands,
        cards_held=found.cards_held,
    )
