"""Who challenges a bid for an ally: the joining game solved by what a turn of the ally is worth.

One player bids; each of his rivals with the cards and an army for the ante joins the hand or stays out, all at once and
without looking at any cards, his own included. All are alike but for the bidder. Beside it stands what a lone rival does
who has looked at his own: with which share of all hands he challenges.

What is valued, in armies
    One turn of an ally is worth v to the bidder. Everything the bidder gains beside the pot harms each rival w times
    as much; w is 1/(n - 1) of n players unless given, and 1 where two are left: what one gains the other loses. Every
    player in the hand puts the same stake into the pot and gets his expected share of it back; no betting beyond that.

What cards are worth
    Cards spent are bids that cannot be made. By default they are valued by the chain of
    :mod:`risksim.poker.bidding.turns`: by the turns of an ally they will bring, each worth v again, with the chance
    of a challenge given as ``contested``. With ``card_value`` a card is worth so many armies, whatever v is. Cards
    beyond ``poker_hand_cap`` are lost, which is what makes the last ones cheap.

A hand is one hand: nobody plays on after a loss. A rival who would gain nothing stays out. Under the reading
``only-if-lost`` of ``poker_cards_spent`` the share of the pot stands for the chance to have won.

Sources: ``seed-new-rules``.
"""

import functools
import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from risksim.errors import InputError, check_count, check_real
from risksim.poker.bidding import bids, chances, events, turns
from risksim.poker.bidding.model import Challenge, Equilibrium, ThresholdRow, Thresholds
from risksim.poker.bidding.turns import Rules
from risksim.rules.clauses import PokerCardsSpent
from risksim.rules.ruleset import RuleSet

MOST_PLAYERS = 5
#: Most that anything may be worth, in armies.
MAX_VALUE = 1_000_000
#: Gains closer to nothing than this, or than this part of what an ally's turn is worth, are nothing.
NOTHING = 1e-12
_GRID = 2_000


class Linear(NamedTuple):
    """An amount of armies that depends on v: ``fixed`` + ``slope`` · v."""

    fixed: float
    slope: float

    def at(self, value: float) -> float:
        """Return the armies for one v; next to nothing is nothing."""
        armies = self.fixed + self.slope * value
        return 0.0 if abs(armies) <= NOTHING * max(1.0, value) else armies

    def plus(self, other: "Linear", times: float = 1.0) -> "Linear":
        """Return the sum with a multiple of another amount."""
        return Linear(self.fixed + times * other.fixed, self.slope + times * other.slope)


class Game(NamedTuple):
    """A joining game, checked."""

    rule_set: RuleSet
    players: int
    cards: int
    rival_cards: int
    rivals: int
    harm: float
    stake: float
    control: tuple[float, ...]
    """by players in the hand less one: 1 first, where nobody challenges"""
    share: tuple[float, ...]
    """the bidder's expected share of the pot"""
    worth: tuple[Linear, ...]
    """of 0, 1, … cards"""
    is_by_chain: bool

    def card_cost(self, held: int, p_spent: float) -> Linear:
        """Return what a hand costs in cards that are spent with a chance."""
        left = held - bids.in_hand(self.rule_set.poker, held)
        return Linear(
            p_spent * (self.worth[held].fixed - self.worth[left].fixed),
            p_spent * (self.worth[held].slope - self.worth[left].slope),
        )

    def p_spent(self, share: float) -> float:
        """Return the chance that a player with an expected share of the pot loses his cards."""
        is_free = self.rule_set.poker.poker_cards_spent is PokerCardsSpent.ONLY_IF_LOST
        return 1 - share if is_free else 1.0

    def rival_share(self, n_in: int) -> float:
        """Return the expected share of the pot of each rival in the hand."""
        return (1 - self.share[n_in - 1]) / (n_in - 1)

    def bidder(self, n_in: int) -> Linear:
        """Return what the bidder gains beside the pot, by players in the hand."""
        poker = self.rule_set.poker
        if n_in == 1:
            left = self.cards - bids.spent_unchallenged(poker, self.cards)
            cost = self.worth[self.cards].plus(self.worth[left], -1)
        else:
            cost = self.card_cost(self.cards, self.p_spent(self.share[n_in - 1]))
        return Linear(0.0, self.control[n_in - 1]).plus(cost, -1)

    def pot(self, n_in: int, share: float) -> float:
        """Return the net winnings of a player with an expected share of the pot."""
        return self.stake * (n_in * share - 1) if n_in > 1 else 0.0

    def join(self, others: int) -> Linear:
        """Return what a rival gains by joining so many other rivals."""
        n_in = others + 2
        share = self.rival_share(n_in)
        cost = self.card_cost(self.rival_cards, self.p_spent(share))
        found = Linear(self.pot(n_in, share), 0.0).plus(cost, -1)
        return found.plus(self.bidder(n_in - 1), self.harm).plus(self.bidder(n_in), -self.harm)


def challenge(
    value: float,
    players: int = 2,
    rules: Rules = "new-rules",
    **question: Any,
) -> Challenge:
    """Solve the joining game for one value of a turn of an ally.

    Parameters
    ----------
    value
        v, what one turn of an ally is worth to the bidder, in armies.
    players
        n, 2 … 5 at the table.
    rules
        The rule set.
    **question
        ``cards`` and ``rival_cards`` (the fewest that let each in), ``rivals`` who may join (n - 1), ``harm`` (w),
        ``stake`` (armies each puts into the pot, the ante), ``p_control`` (chances of control with 2, 3, … in the
        hand, as many as there may be; an equal share when None), ``share`` (the bidder's expected share of the pot,
        likewise), ``dealt`` (whether both are found from hands as they are dealt, see
        :func:`risksim.poker.bidding.chances.dealt`), with ``trials`` and ``seed``, ``card_value`` (armies a card; by the chain when None), for the chain ``success`` (1), ``contested``
        (0) and ``discount`` (1: what comes later is worth as much), and clauses to change.

    Raises
    ------
    InputError
        If a number is out of range, a clause is unknown, or the rules have no allied armies.

    >>> answer = challenge(10, players=3)
    >>> answer.is_challenged, answer.challenged_from
    (False, None)
    >>> challenge(10, players=2, card_value=0.5).challenged_from
    3.0

    Sources: ``seed-new-rules``.
    """
    v = check_real("value", value, 0, MAX_VALUE)
    game = ask(players, rules, **question)
    gains = [game.join(others) for others in range(game.rivals)]
    first = gains[0] if gains else Linear(0.0, 0.0)
    low, high = interval(first)
    needed = equity_needed(game, v) if game.rivals else None
    return Challenge(
        rule_set=game.rule_set,
        players=game.players,
        value=v,
        harm=game.harm,
        cards=game.cards,
        rival_cards=game.rival_cards,
        rivals=game.rivals,
        stake=game.stake,
        p_control=game.control,
        share=game.share,
        card_cost=_joining_cost(game).at(v) if game.rivals else 0.0,
        bidder_card_cost=v - game.bidder(1).at(v),
        cards_valued_by="chain" if game.is_by_chain else "parameter",
        gains=tuple(gain.at(v) for gain in gains),
        fixed_gain=first.fixed,
        gain_per_value=first.slope,
        challenged_from=low if game.rivals else None,
        challenged_to=high if game.rivals else None,
        equity_needed=needed,
        p_hands=_hands(game, needed),
        worth_bidding_alone=game.bidder(1).at(v),
        equilibria=tuple(equilibria(game, v)),
    )


def _hands(game: Game, needed: float | None) -> float | None:
    """Return the part of all hands with which a rival gains by challenging; None where it is not known."""
    if game.rivals == 0:
        return None
    if needed is None or needed == 0:
        return float(needed == 0)
    is_known = game.rival_cards == chances.OWN and chances.is_three_and_two(game.rule_set)
    return chances.hands_worth(game.rule_set, needed) if is_known else None


def _joining_cost(game: Game) -> Linear:
    return game.card_cost(game.rival_cards, game.p_spent(game.rival_share(2)))


def ask(
    players: int = 2,
    rules: Rules = "new-rules",
    *,
    cards: int | None = None,
    rival_cards: int | None = None,
    rivals: int | None = None,
    harm: float | None = None,
    stake: float | None = None,
    p_control: Sequence[float] | None = None,
    share: Sequence[float] | None = None,
    dealt: bool = False,
    trials: int = chances.TRIALS,
    seed: int = 1,
    card_value: float | None = None,
    success: float = 1.0,
    contested: float = 0.0,
    discount: float = 1.0,
    **clauses: Any,
) -> Game:
    """Return a checked joining game; parameters as for :func:`challenge`.

    Raises
    ------
    InputError
        As for :func:`challenge`.
    """
    rule_set = turns.check_rules(rules, clauses)
    poker, where = rule_set.poker, f"rule set {rule_set.label!r}"
    n = check_count("players", players, 2, MOST_PLAYERS)
    cap = poker.poker_hand_cap
    held = check_count(
        "cards", poker.bid_min_cards if cards is None else cards, poker.bid_min_cards, cap, where
    )
    theirs = poker.join_min_cards if rival_cards is None else rival_cards
    theirs = check_count("rival_cards", theirs, poker.join_min_cards, cap, where)
    n_rivals = check_count("rivals", n - 1 if rivals is None else rivals, 0, n - 1, f"{n} players")
    check_count("trials", trials, 2)
    check_count("seed", seed, 0)
    if not dealt and (trials, seed) != (chances.TRIALS, 1):
        raise InputError("trials and seed go with hands that are dealt")
    if dealt:
        if p_control is not None or share is not None:
            raise InputError("p_control and share are found from the hands dealt; give neither")
        p_control, share = _from_hands(rule_set, n, n_rivals, held, theirs, trials, seed)
    control = (1.0, *_by_size("p_control", p_control, n_rivals))
    shares = (1.0, *_by_size("share", share, n_rivals))
    if card_value is None:
        worth = _by_chain(rule_set, control, success, contested, discount)
    elif success != 1 or contested != 0 or discount != 1:
        raise InputError("success, contested and discount value cards by the chain; card_value replaces it")
    else:
        each = check_real("card_value", card_value, 0, MAX_VALUE)
        worth = tuple(Linear(each * k, 0.0) for k in range(cap + 1))
    return Game(
        rule_set=rule_set,
        players=n,
        cards=held,
        rival_cards=theirs,
        rivals=n_rivals,
        harm=1 / (n - 1) if harm is None else check_real("harm", harm, 0, 1),
        stake=check_real("stake", poker.ante if stake is None else stake, 0, MAX_VALUE),
        control=control,
        share=shares,
        worth=worth,
        is_by_chain=card_value is None,
    )


def _from_hands(
    rule_set: RuleSet, players: int, rivals: int, cards: int, rival_cards: int, trials: int, seed: int
) -> chances.Dealt:
    """Return the chances from hands as they are dealt; those no reading of the spent cards changes, so once for all."""
    found = _dealt(rule_set.vary(poker_cards_spent="every-bid"), players, cards, rival_cards, trials, seed)
    return chances.Dealt(found.control[:rivals], found.share[:rivals])


@functools.lru_cache(maxsize=64)
def _dealt(
    rule_set: RuleSet, players: int, cards: int, rival_cards: int, trials: int, seed: int
) -> chances.Dealt:
    return chances.dealt(rule_set, players, cards, rival_cards, trials=trials, seed=seed)


def _by_size(name: str, given: Sequence[float] | None, rivals: int) -> tuple[float, ...]:
    """Return chances with 2, 3, … in the hand: those given, or equal shares."""
    if given is None:
        return tuple(1 / m for m in range(2, rivals + 2))
    if len(given) != rivals:
        raise InputError(
            f"{name} needs {rivals} numbers, for 2 … {rivals + 1} players in the hand, not {len(given)}"
        )
    return tuple(check_real(f"{name} with {m} in the hand", p, 0, 1) for m, p in enumerate(given, 2))


def _by_chain(
    rule_set: RuleSet, control: tuple[float, ...], success: float, contested: float, discount: float
) -> tuple[Linear, ...]:
    """Return what cards are worth by the turns of an ally they will bring, one opponent in a contested hand."""
    goes_on = check_real("discount", discount, 0, 1)
    asked = turns.ask(
        rule_set,
        success=success,
        contested=contested,
        p_control=control[1] if len(control) > 1 else 0.5,
    )
    values = turns.card_values(asked, goes_on)
    if not values:
        raise InputError(
            "the chain gives cards no worth where no turn earns one, or where an ally's cards bid as well; give "
            f"card_value (rule set {rule_set.label!r})"
        )
    return tuple(Linear(0.0, each) for each in values)


def interval(gain: Linear) -> tuple[float | None, float | None]:
    """Return the least v from which a gain is above nothing, and the greatest up to which, None where there is none.

    >>> interval(Linear(-2.0, 0.5)), interval(Linear(1.0, -0.25)), interval(Linear(0.0, -1.0))
    ((4.0, None), (0.0, 4.0), (None, None))
    """
    if gain.slope > NOTHING:
        return max(0.0, -gain.fixed / gain.slope), None
    if gain.fixed > NOTHING:
        return 0.0, None if gain.slope > -NOTHING else gain.fixed / -gain.slope
    return None, None


def informed(game: Game, share: float) -> Linear:
    """Return what a lone rival gains by joining who knows his share of the pot.

    The bidder's cards are unknown to him; control is as much likelier for the bidder as the rival's share is smaller.
    """
    blind = game.rival_share(2)
    control = game.control[1] * (1 - share) / (1 - blind) if blind < 1 else 0.0
    bidder = Linear(0.0, control).plus(game.card_cost(game.cards, game.p_spent(1 - share)), -1)
    cost = game.card_cost(game.rival_cards, game.p_spent(share))
    harm = game.bidder(1).plus(bidder, -1)
    return Linear(game.pot(2, share), 0.0).plus(cost, -1).plus(harm, game.harm)


def equity_needed(game: Game, value: float) -> float | None:
    """Return the share of the pot from which the only rival in a hand gains by joining, or None."""
    at_worst, at_best = informed(game, 0.0).at(value), informed(game, 1.0).at(value)
    if at_worst > NOTHING:
        return 0.0
    if at_best <= NOTHING:
        return None
    return at_worst / (at_worst - at_best)


def equilibria(game: Game, value: float) -> list[Equilibrium]:
    """Return all pure equilibria and all symmetric mixed ones of the joining game."""
    gains = [game.join(others).at(value) for others in range(game.rivals)]
    found = []
    for joiners in range(game.rivals + 1):
        is_in = joiners == 0 or gains[joiners - 1] > NOTHING
        is_out = joiners == game.rivals or gains[joiners] <= NOTHING
        if is_in and is_out:
            chances = [float(each == joiners) for each in range(game.rivals + 1)]
            found.append(_outcome(game, value, "pure", chances))
    for p in _mixed(gains):
        found.append(_outcome(game, value, "mixed", _binomial(game.rivals, p)))
    return found


def _mixed(gains: Sequence[float]) -> list[float]:
    """Return the chances of joining, strictly between 0 and 1, at which joining gains nothing on average."""
    if len(gains) < 2 or all(abs(gain) <= NOTHING for gain in gains):
        return []  # with one rival his gain does not depend on the others

    def gain(p: float) -> float:
        return sum(w * each for w, each in zip(_binomial(len(gains) - 1, p), gains, strict=True))

    found = []
    points = [step / _GRID for step in range(_GRID + 1)]
    for low, high in itertools.pairwise(points):
        if high < 1 and abs(gain(high)) <= NOTHING:
            found.append(high)
        elif gain(low) * gain(high) < 0 and min(abs(gain(low)), abs(gain(high))) > NOTHING:
            found.append(_root(gain, low, high))
    return found


def _root(gain: Any, low: float, high: float) -> float:
    sign = gain(low) > 0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (gain(middle) > 0) == sign else (low, middle)
    return (low + high) / 2


def _binomial(n: int, p: float) -> list[float]:
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def _outcome(game: Game, value: float, kind: str, chances: Sequence[float]) -> Equilibrium:
    """Return what comes of a distribution of the number of rivals who join."""
    joiners = sum(j * p for j, p in enumerate(chances))
    bidder = rivals = 0.0
    for joined, p in enumerate(chances):
        n_in = joined + 1
        gained = game.bidder(n_in).at(value)
        bidder += p * (gained + game.pot(n_in, game.share[n_in - 1]))
        each = 0.0
        if joined:
            share = game.rival_share(n_in)
            each = game.pot(n_in, share) - game.card_cost(game.rival_cards, game.p_spent(share)).at(value)
        rivals += p * (joined * each - game.rivals * game.harm * gained)
    return Equilibrium(
        kind=kind,
        joiners=joiners,
        p_join=joiners / game.rivals if game.rivals else 0.0,
        p_contested=1 - chances[0],
        bidder_value=bidder,
        rival_value=rivals / game.rivals if game.rivals else 0.0,
    )


def thresholds(
    players: Sequence[int] = (2, 3, 4, 5),
    rules: Rules = "new-rules",
    *,
    holdings: Sequence[tuple[int, int]] | None = None,
    **question: Any,
) -> Thresholds:
    """Find the v from which anybody challenges, by number of players, cards held and reading of the cards spent.

    Parameters
    ----------
    players
        Numbers of players.
    rules
        The rule set.
    holdings
        Pairs of the bidder's cards and each rival's. When None, those that play can come to under each reading: the
        fewest that let the bidder in against every number a rival can join with, and the most of both.
    **question
        As for :func:`challenge`, chances by number of players in the hand as for the largest table;
        ``poker_cards_spent`` is left to the rows.

    Raises
    ------
    InputError
        As for :func:`challenge`.

    >>> rows = thresholds([2], holdings=[(3, 3)]).rows
    >>> [(row.spent, row.challenged_from) for row in rows]
    [('every-bid', None), ('hand-played', 0.0), ('only-if-lost', 0.0)]
    """
    rule_set = ask(min(players), rules, **_cut(question, min(players))).rule_set
    rows = []
    for n in players:
        kept = {
            name: value
            for name, value in _cut(question, n).items()
            if name in _OPTIONS and name not in ("cards", "rival_cards")
        }
        for spent in PokerCardsSpent:
            changed = rule_set.vary(poker_cards_spent=spent.value)
            for cards, rival_cards in _met(changed, n) if holdings is None else holdings:
                rows.append(_threshold(ask(n, changed, cards=cards, rival_cards=rival_cards, **kept)))
    return Thresholds(rule_set=rule_set, rows=tuple(rows))


def _met(rule_set: RuleSet, players: int) -> list[tuple[int, int]]:
    """Return the holdings of bidder and rival that are looked at, of those that play can come to."""
    reached = events.reached(rule_set, players)
    bidder, rival = (
        sorted({dict(facts)["cards"] for name, facts in reached if name == which})
        for which in ("bid", "join")
    )
    if not bidder or not rival:
        return []
    return list(dict.fromkeys([*((bidder[0], cards) for cards in rival), (bidder[-1], rival[-1])]))


_OPTIONS = frozenset(ask.__kwdefaults__ or ())


def _cut(question: dict[str, Any], players: int) -> dict[str, Any]:
    """Return a question with no more chances than so many players can need."""
    return {
        name: tuple(value)[: players - 1] if name in ("p_control", "share") and value is not None else value
        for name, value in question.items()
    }


def _threshold(game: Game) -> ThresholdRow:
    gain = game.join(0)
    low, high = interval(gain)
    best_low, best_high = interval(informed(game, 1.0))
    at_1, at_10 = (_hands(game, equity_needed(game, worth)) for worth in (1, 10))
    return ThresholdRow(
        players=game.players,
        cards=game.cards,
        rival_cards=game.rival_cards,
        harm=game.harm,
        spent=game.rule_set.poker.poker_cards_spent.value,
        p_control=game.control[1],
        card_cost_per_value=_joining_cost(game).slope,
        fixed_gain=gain.fixed,
        gain_per_value=gain.slope,
        challenged_from=low,
        challenged_to=high,
        best_hand_from=best_low,
        best_hand_to=best_high,
        p_hands_at_1=at_1,
        p_hands_at_10=at_10,
        worth_bidding_alone_per_value=game.bidder(1).slope,
    )
