"""Hands of poker dealt by the million, in blocks over threads: any game, two to six players, three to six cards each."""

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim import statistics
from risksim.engine import blocks, random
from risksim.errors import InputError, check_real
from risksim.poker import allies, deck, matchups, stored, tables, tallies, worths
from risksim.poker.kernels import Ranks, choices, deals, doubles, draws, hands, seats, sevens, triples
from risksim.poker.matchups import Progress
from risksim.poker.model import Game
from risksim.poker.orders import Order
from risksim.poker.tallies import Tally

#: Boards on which all pairs of own cards meet, to find which two are best where five are on the board.
SAMPLED_BOARDS = 40_960
BLOCK_DEALS = 8_192

_OWN = {Game.HOLDEM: 3, Game.TWO_FIVE: 2, Game.DRAW: 3}
#: Streams of random numbers apart from those of single hands.
_DOUBLES = 1

Counts = npt.NDArray[np.int64]
Work = Callable[[int, int, npt.NDArray[np.uint64]], Counts]


class Run(NamedTuple):
    """How deals are simulated."""

    trials: int
    seed: int
    workers: int | None = None
    precision: float | None = None
    progress: Progress | None = None


class Deal(NamedTuple):
    """What is dealt."""

    game: Game
    order: Order
    held: tuple[int, ...]
    """cards of each seat"""
    hand: tuple[int, ...] | None = None
    """given cards of seat 1, the bidder"""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.held)

    @property
    def allies(self) -> tuple[int, ...]:
        """Suits of each ally."""
        return allies.suit_sets(self.players)

    def ranks(self) -> Ranks:
        """Return the ranks of all hands."""
        return tables.ranks(self.order)


def tally(deal: Deal, run: Run, optimal_for: int | None = None) -> Tally:
    """Deal and count.

    Parameters
    ----------
    deal
        What is dealt.
    run
        How often.
    optimal_for
        Where given, the bidder chooses cards for control of the ally with these suits instead of for equity.

    Raises
    ------
    InputError
        If trials, seed, workers or precision are out of range.
    """
    works = {Game.HOLDEM: _holdem, Game.TWO_FIVE: _two_five, Game.DRAW: _draw}
    work = works[deal.game](deal, run, optimal_for)
    counts = blocks.sum_blocks(
        work,
        run.trials,
        seed=run.seed,
        block_trials=BLOCK_DEALS,
        workers=run.workers,
        progress=run.progress,
        is_enough=None if run.precision is None else _precise_enough(run.precision),
    )
    return tallies.from_counts(counts)


def check_precision(precision: float) -> float:
    """Return half the width of an interval, more than 0.

    Raises
    ------
    InputError
        If it is out of range.
    """
    half_width = check_real("precision", precision, 0, 0.5)
    if half_width == 0:
        raise InputError("precision must be more than 0: no simulation is exact")
    return half_width


def _precise_enough(precision: float) -> Callable[[Counts], bool]:
    """Return what judges whether counts tell the bidder's chance to win closely enough."""
    half_width = check_precision(precision)

    def is_enough(counts: Counts) -> bool:
        known = statistics.confidence_sequence(int(counts[1]), int(counts[: seats.N_WINNERS].sum()))
        return known.high - known.low <= 2 * half_width

    return is_enough


def against_one(deal: Deal) -> Counts:
    """Return what becomes of each way to choose three of the given cards, against three random ones.

    Returns
    -------
    counts
        (ways, 3, 16): deals lost, tied, won, by suits of the five cards.
    """
    assert deal.hand is not None
    counts = np.zeros((len(ways_of(deal)), 3 * triples.SUIT_SETS), np.int64)
    choices.count_against_one(
        np.array(deal.hand, np.uint8),
        ways_of(deal),
        deck.N_CARDS,
        deal.ranks(),
        np.zeros(deck.N_CARDS, np.uint8),
        np.zeros(matchups.N_TRIPLES, np.uint16),
        counts,
    )
    return counts.reshape(-1, 3, triples.SUIT_SETS)


def ways_of(deal: Deal) -> npt.NDArray[np.uint8]:
    """Return the ways to choose the cards that the bidder plays: places, those to play first."""
    splits, starts = matchups.splits(_OWN[deal.game])
    return splits[starts[deal.held[0]] : starts[deal.held[0] + 1]]


def best_ways(counts: Counts, optimal_for: int | None = None) -> Counts:
    """Return which ways have most equity, or most control of an ally, from counts of :func:`against_one`."""
    worth = 2 * counts[:, 2].sum(axis=1) + counts[:, 1].sum(axis=1)
    if optimal_for is not None:
        worth = counts[:, 2, tallies.SETS & optimal_for != 0].sum(axis=1)
    return np.flatnonzero(worth == worth.max())


def _question(deal: Deal, named: npt.NDArray[np.uint8], values: Callable[[], Counts]) -> seats.Question:
    """Return the question for the kernels; ``values`` says what each way to play given cards is worth."""
    splits, starts = matchups.splits(_OWN[deal.game])
    ways, given = splits[:1], np.zeros(seats.MOST_HELD, np.uint8)
    if deal.hand is not None:
        given[: len(deal.hand)] = deal.hand
        worth = values()
        ways = ways_of(deal)[worth == worth.max()]
    return seats.Question(
        held=np.array(deal.held, np.int64),
        n_fixed=0 if deal.hand is None else len(deal.hand),
        given=given,
        ways=ways,
        splits=splits,
        split_starts=starts,
        named=named,
    )


def _by_own_cards(sets: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return, by number of a triple, the ally that owns most of its three suits."""
    suits = triples.all_triples().reshape(-1, 3) & 3
    won = np.zeros((len(suits), triples.SUIT_SETS), np.int64)
    for column in suits.T:
        np.add.at(won, (np.arange(len(suits)), 1 << column.astype(np.int64)), 1)
    return tallies.named_after_looking(won, sets).astype(np.uint8)


def _chooses(deal: Deal) -> bool:
    return any(held > seats.OWN for held in deal.held)


def _holdem(deal: Deal, run: Run, optimal_for: int | None) -> Work:
    """Return what runs a block of three own cards and two on the board."""
    ranks = deal.ranks()
    others = worths.equity if _others_choose(deal) or (_chooses(deal) and optimal_for is None) else None
    worth = worths.unused(deal.order) if others is None else others(deal.order, run.workers, run.progress)
    bidders_worth = worth
    if optimal_for is not None and deal.hand is None and deal.held[0] > seats.OWN:
        bidders_worth = worths.control(deal.order, optimal_for, run.workers, run.progress)

    def values() -> Counts:
        counts = against_one(deal)
        found = np.zeros(len(counts), np.int64)
        found[best_ways(counts, optimal_for)] = 1
        return found

    question = _question(deal, _by_own_cards(deal.allies), values)

    def play(_block: int, n_deals: int, state: npt.NDArray[np.uint64]) -> Counts:
        counts = np.zeros(seats.N_COUNTS, np.int64)
        seats.play(n_deals, question, ranks, bidders_worth, worth, state, seats.new_table(), counts)
        return counts

    return play


def _others_choose(deal: Deal) -> bool:
    return any(held > seats.OWN for held in deal.held[1:])


class Pairs(NamedTuple):
    """What became of all pairs of own cards on boards of five dealt at random."""

    wins: Counts
    """(1326, 16): by pair and the suits of its best fives"""
    ties: Counts
    met: Counts
    """(1326,): boards that hold no card of the pair"""


_kept_pairs: dict[object, Pairs] = {}


def pairs_on_boards(order: Order, workers: int | None = None, progress: Progress | None = None) -> Pairs:
    """Return what becomes of all pairs on boards that are the same for every seed; they are stored.

    The boards belong to the way cards are chosen, not to a simulation.
    """
    said = tables.said(order)
    if said not in _kept_pairs:
        path = stored.path_for("pairs", (said, SAMPLED_BOARDS), _code_digest())
        content, size = stored.load(path), choices.N_PAIRS * triples.SUIT_SETS
        if content is not None and content.nbytes == 8 * (2 * size + choices.N_PAIRS):
            wins, ties, met = np.split(content.view(np.int64), [size, 2 * size])
            _kept_pairs[said] = Pairs(
                wins.reshape(-1, triples.SUIT_SETS), ties.reshape(-1, triples.SUIT_SETS), met
            )
        else:
            _kept_pairs[said] = build_pairs(order, SAMPLED_BOARDS, workers, progress)
            stored.save(path, *_kept_pairs[said])
    return _kept_pairs[said]


def build_pairs(
    order: Order, n_boards: int, workers: int | None = None, progress: Progress | None = None
) -> Pairs:
    """Let all pairs meet on so many boards, without looking for stored counts."""
    ranks = tables.ranks(order)
    cards = _pair_cards().astype(np.uint8).ravel()

    def count(_block: int, n: int, state: npt.NDArray[np.uint64]) -> tuple[Counts, ...]:
        wins, ties = np.zeros((2, choices.N_PAIRS * triples.SUIT_SETS), np.int64)
        met, full = np.zeros(choices.N_PAIRS, np.int64), np.arange(deck.N_CARDS, dtype=np.uint8)
        scratch = sevens.new_scratch(len(ranks.category))
        sevens.count_random_boards(n, cards, ranks, state, full, scratch, wins, ties, met)
        return wins, ties, met

    wins, ties, met = blocks.sum_blocks(
        count, n_boards, seed=0, block_trials=1_024, workers=workers, progress=progress
    )
    return Pairs(wins.reshape(-1, triples.SUIT_SETS), ties.reshape(-1, triples.SUIT_SETS), met)


@functools.cache
def _code_digest() -> bytes:
    """Return a digest of the files that decide what becomes of pairs."""
    files = (__file__, tables.__file__, sevens.__file__, hands.__file__, deals.__file__, random.__file__)
    return stored.code_digest(files)


def _pair_cards() -> Counts:
    """Return the cards of each pair by its number, the lower first."""
    return np.array([(a, b) for b in range(deck.N_CARDS) for a in range(b)], np.int64)


def _shares(counts: Counts, met: Counts, order: Order) -> Counts:
    """Return counts of pairs for a million million boards each, the same for suits that the order treats alike."""
    cards = _pair_cards()
    total, boards = np.zeros(len(counts)), np.zeros(len(counts))
    for exchange in worths.exchanges(order.strengths):
        pair = np.sort(cards - cards % 4 + np.array(exchange)[cards % 4], axis=1)
        number = pair[:, 0] + pair[:, 1] * (pair[:, 1] - 1) // 2
        total += counts[number]
        boards += met[number]
    return np.rint(total / boards * 1e12).astype(np.int64)


def _two_five(deal: Deal, run: Run, optimal_for: int | None) -> Work:
    """Return what runs a block of two own cards and five on the board."""
    ranks = deal.ranks()
    wins, ties, met = pairs_on_boards(deal.order, run.workers, run.progress)
    pair_worth = _shares(wins.sum(axis=1) * 2 + ties.sum(axis=1), met, deal.order)
    bidders_worth = pair_worth
    if optimal_for is not None:
        bidders_worth = _shares(wins[:, tallies.SETS & optimal_for != 0].sum(axis=1), met, deal.order)

    def values() -> Counts:
        pair = np.sort(np.array(deal.hand, np.int64)[ways_of(deal)[:, :2]], axis=1)
        return bidders_worth[pair[:, 0] + pair[:, 1] * (pair[:, 1] - 1) // 2]

    named = tallies.named_after_looking(wins, deal.allies).astype(np.uint8)
    question = _question(deal, named, values)

    def play(_block: int, n_deals: int, state: npt.NDArray[np.uint64]) -> Counts:
        counts, board = np.zeros(seats.N_COUNTS, np.int64), np.zeros(sevens.BOARD, np.int64)
        sevens.play(
            n_deals, question, ranks, bidders_worth, pair_worth, state, board, seats.new_table(), counts
        )
        return counts

    return play


@functools.lru_cache(maxsize=4)
def sums_of_hands(order: Order) -> tuple[Counts, Counts]:
    """Return where sums begin, and sums over the hands that hold given cards: twice the hands each beats, and ties."""
    ranks = tables.ranks(order)
    of_rank = np.bincount(ranks.rank, minlength=len(ranks.category))
    worth = (2 * np.cumsum(of_rank) - of_rank)[ranks.rank].astype(np.int64)
    starts, sums = np.array(draws.STARTS, np.int64), np.zeros(draws.N_SUMS, np.int64)
    draws.sum_hands(deck.HAND_SIZE - 1, deck.N_CARDS - 1, worth, starts, draws.new_space(), sums)
    return starts, sums


def _draw(deal: Deal, _run: Run, _optimal_for: int | None) -> Work:
    """Return what runs a block of five-card draw."""
    ranks = deal.ranks()
    starts, sums = sums_of_hands(deal.order)

    def values() -> Counts:
        hand = np.array(deal.hand, np.uint8)
        return np.array([draws.value_triple(hand, way, starts, sums) for way in ways_of(deal)], np.int64)

    question = _question(deal, _by_own_cards(deal.allies), values)

    def play(_block: int, n_deals: int, state: npt.NDArray[np.uint64]) -> Counts:
        counts = np.zeros(seats.N_COUNTS, np.int64)
        table, space = seats.new_table(), draws.new_space()
        draws.play(n_deals, question, ranks, starts, sums, state, table, space, counts)
        return counts

    return play


class Doubled(NamedTuple):
    """Six cards played as two hands."""

    suits: Counts
    """(16,): deals by the suits of the fives of hands that won outright; 0 where none did"""
    net: int
    squares: int
    """antes won or lost in parts of ``doubles.ANTE``, and their squares, summed over the deals"""


def double_down(deal: Deal, run: Run) -> tuple[Doubled, Doubled]:
    """Deal six cards to the bidder, played as two hands on the same board, and in separate deals."""
    ranks, worth = deal.ranks(), worths.equity(deal.order, run.workers, run.progress)
    question = _question(
        deal._replace(hand=None), np.zeros(matchups.N_TRIPLES, np.uint8), lambda: np.zeros(1, np.int64)
    )
    if deal.hand is not None:
        question = question._replace(n_fixed=len(deal.hand), given=np.array(deal.hand, np.uint8))

    def play(_block: int, n_deals: int, state: npt.NDArray[np.uint64]) -> tuple[Counts, Counts]:
        same, separate = np.zeros((2, doubles.N_SUITS + doubles.N_SUMS), np.int64)
        others = np.zeros(3 * (deal.players - 1), np.uint8)
        doubles.play(n_deals, question, ranks, worth, state, seats.new_table(), others, same, separate)
        return same, separate

    found = blocks.sum_blocks(
        play,
        run.trials,
        seed=run.seed,
        block_trials=BLOCK_DEALS,
        workers=run.workers,
        purpose=_DOUBLES,
        progress=run.progress,
    )
    same, separate = (Doubled(each[: doubles.N_SUITS], int(each[-2]), int(each[-1])) for each in found)
    return same, separate
