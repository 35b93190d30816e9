"""Several players around one table who bid for allies and challenge each other by rule.

A step is one player's turn: a card with a chance, a bid with enough cards, and every rival who may join the hand
(``join_min_cards``) does so with a given chance, each for himself. Everybody in the hand pays for it in cards as
``poker_cards_spent`` has it; under ``only-if-lost`` one of them, all equally likely, keeps his, ties neglected. Nobody
plays on after a loss or plays two hands at once.

Sources: ``seed-new-rules``.
"""

import itertools
from collections.abc import Sequence
from typing import Any

from risksim.errors import InputError, check_count, check_real
from risksim.poker.bidding import bids
from risksim.poker.bidding.model import Table
from risksim.poker.bidding.turns import Rules, check_bid_from, check_rules
from risksim.rules.clauses import Poker, PokerCardsSpent

#: Most states of a table: cards of every player.
MOST_STATES = 40_000
MOST_PLAYERS = 5
#: Largest change of a share in the last round of the iteration.
PRECISION = 1e-14
_MOST_ROUNDS = 200_000

#: One way a turn can go: chance, cards afterwards with the mover last, whether he bid, rivals in, control.
Way = tuple[float, tuple[int, ...], bool, int, float]


def table(
    players: int = 2,
    rules: Rules = "new-rules",
    *,
    success: float = 1.0,
    join: float = 1.0,
    p_control: Sequence[float] | None = None,
    bid_from: int | None = None,
    **clauses: Any,
) -> Table:
    """Find how often players get a turn of an ally where everyone bids and challenges by rule.

    Parameters
    ----------
    players
        2 … 5; with six there is no ally.
    rules
        The rule set.
    success
        Chance that a turn earns a poker card.
    join
        Chance that a rival who may join a hand does.
    p_control
        Chance of control with 2, 3, … ``players`` in the hand; 1/2, 1/3, … when None: every outright winner controls.
    bid_from
        Cards with which everyone bids of his own will; the fewest allowed when None.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, chances are missing, the rules have no allied armies, or the table is too large.

    Whoever bids as soon as he may leaves nobody with the cards to challenge; it takes players who wait.

    >>> table(3).p_contested, round(table(3, bid_from=5).p_contested, 3)
    (0.0, 1.0)

    Sources: ``seed-new-rules``.
    """
    rule_set = check_rules(rules, clauses)
    poker = rule_set.poker
    n = check_count("players", players, 2, MOST_PLAYERS)
    q, joins = check_real("success", success, 0, 1), check_real("join", join, 0, 1)
    control = check_controls(n, p_control)
    least = check_bid_from(rule_set, bid_from)
    n_states = (poker.poker_hand_cap + 1) ** n
    if n_states > MOST_STATES:
        raise InputError(
            f"{n} players with up to {poker.poker_hand_cap} poker cards have {n_states:,} states; at most "
            f"{MOST_STATES:,} are followed (rule set {rule_set.label!r})"
        )
    ways = {
        state: list(_turn(poker, state, q, joins, control, least))
        for state in itertools.product(range(poker.poker_hand_cap + 1), repeat=n)
    }
    shares = dict(zip(ways, _long_run(ways), strict=True))
    means = [
        sum(share * sum(p * of(way) for p, *way in ways[state]) for state, share in shares.items() if share)
        for of in (
            lambda way: way[3],  # control
            lambda way: float(way[1]),  # a bid
            lambda way: float(way[2] > 0),  # a challenge
            lambda way: float(way[2] + 1 if way[2] else 0),  # players in the hand
        )
    ]
    p_ally, p_bid, p_hand, in_hands = means
    held: dict[int, float] = dict.fromkeys(range(poker.poker_hand_cap + 1), 0.0)
    for state, share in shares.items():
        held[state[-1]] += share
    return Table(
        rule_set=rule_set,
        players=n,
        success=q,
        join=joins,
        bid_from=least,
        p_control=control,
        p_ally=p_ally,
        turns_between=1 / p_ally if p_ally else None,
        bids=p_bid,
        p_contested=p_hand / p_bid if p_bid else None,
        players_in_hand=in_hands / p_hand if p_hand else None,
        cards_held=sum(cards * share for cards, share in held.items()),
        held={str(cards): share for cards, share in held.items()},
    )


def check_controls(players: int, p_control: Sequence[float] | None) -> tuple[float, ...]:
    """Return the chances of control with 2 … ``players`` in the hand, each at most that of an equal share.

    Raises
    ------
    InputError
        If there are more or fewer, or one is out of range.
    """
    if p_control is None:
        return tuple(1 / m for m in range(2, players + 1))
    if len(p_control) != players - 1:
        raise InputError(
            f"p_control needs a chance for each of 2 … {players} players in the hand, not {len(p_control)}"
        )
    return tuple(
        check_real(f"p_control with {m} in the hand", p, 0, 1 / m)
        for m, p in zip(range(2, players + 1), p_control, strict=True)
    )


def _turn(
    poker: Poker, state: tuple[int, ...], success: float, join: float, control: Sequence[float], least: int
) -> "itertools.chain[Way]":
    """Return the ways one turn can go for the player first in the row."""
    cards, rivals = state[0], state[1:]
    found = []
    for p, held in ((success, bids.drawn(poker, cards)), (1 - success, cards)):
        if p == 0:
            continue
        if held < least and not bids.must_bid(poker, held):
            found.append([(p, (*rivals, held), False, 0, 0.0)])
            continue
        able = [seat for seat, theirs in enumerate(rivals) if theirs >= poker.join_min_cards]
        for size in range(len(able) + 1):
            for joined in itertools.combinations(able, size):
                chance = p * join**size * (1 - join) ** (len(able) - size)
                if chance:
                    found.append(_bid(poker, held, rivals, joined, chance, control))
    return itertools.chain.from_iterable(found)


def _bid(
    poker: Poker,
    cards: int,
    rivals: tuple[int, ...],
    joined: tuple[int, ...],
    chance: float,
    control: Sequence[float],
) -> list[Way]:
    if not joined:
        left = cards - bids.spent_unchallenged(poker, cards)
        return [(chance, (*rivals, left), True, 0, 1.0)]
    n_in = len(joined) + 1
    if poker.poker_cards_spent is not PokerCardsSpent.ONLY_IF_LOST:
        after = _after(poker, cards, rivals, joined, None)
        return [(chance, after, True, len(joined), control[n_in - 2])]
    # control goes with winning: it is counted once, on the way in which the bidder keeps his cards
    return [
        (
            chance / n_in,
            _after(poker, cards, rivals, joined, keeper),
            True,
            len(joined),
            control[n_in - 2] * n_in if keeper == -1 else 0.0,
        )
        for keeper in (-1, *joined)
    ]


def _after(
    poker: Poker, cards: int, rivals: tuple[int, ...], joined: tuple[int, ...], keeper: int | None
) -> tuple[int, ...]:
    """Return the cards after a hand, the bidder's last; ``keeper`` is the seat that keeps its cards, -1 the bidder."""
    theirs = [
        held - bids.in_hand(poker, held) if seat in joined and seat != keeper else held
        for seat, held in enumerate(rivals)
    ]
    return (*theirs, cards if keeper == -1 else cards - bids.in_hand(poker, cards))


def _long_run(ways: dict[tuple[int, ...], list[Way]]) -> list[float]:
    """Return the share of turns that begin in each state, started without cards.

    The chain is slowed down to stay where it is half the time, which changes no share and lets it settle.
    """
    import numpy as np
    from scipy.sparse import csr_array

    place = {state: k for k, state in enumerate(ways)}
    entries = [(p, place[to], place[state]) for state, way in ways.items() for p, to, *_ in way]
    values, rows, columns = zip(*entries, strict=True)
    step = csr_array((values, (rows, columns)), shape=(len(ways), len(ways)))
    now = np.zeros(len(ways))
    now[0] = 1.0
    for _ in range(_MOST_ROUNDS):
        after = (now + step @ now) / 2
        change = np.abs(after - now).max()
        now = after
        if change < PRECISION:
            break
    shares: list[float] = (now / now.sum()).tolist()
    return shares
