"""Cards drawn, held and turned in, simulated: several players who share one deck and one schedule.

Each player's turn starts with turning in a set, if the policy does, and ends with a card, if the turn earned one.
Cards turned in go to the discards; these become the draw pile when it is empty and a card is to be drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from risksim import rules as rules_module
from risksim import statistics
from risksim.cards import exact, kernels, tables
from risksim.cards.model import Deck, Simulation, Trade, check_trade, find_deck
from risksim.engine import blocks, limits
from risksim.errors import InputError, check_count, check_real
from risksim.rules import RuleSet
from risksim.statistics import Estimate

MOST_PLAYERS, MOST_TURNS, MOST_PLAYER_TURNS = 6, 2_000, 6_000
_LARGEST_SUM = 2**62
_BLOCK_PLAYER_TURNS = 2**22
_MOST_TESTED = 60


def simulate(
    *,
    rules: str | Path | RuleSet = "classic",
    deck: str | Deck | None = None,
    trade: str | Trade = Trade.SOON,
    conquest_rate: float = 1.0,
    share: float = 0.0,
    players: int = 1,
    turns: int = 30,
    trials: int = 100_000,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Simulate the turn-in economy of players who share one deck.

    Not for a single player's first set, shares or sets by card: :func:`risksim.cards.economy` knows those exactly.

    Parameters
    ----------
    rules
        Rule set: its schedule, match bonus, deck.
    deck
        ``classic``, ``no-wilds``, ``independent``, a deck of one's own; the rule set's own when None.
    trade
        ``soon``, ``hold`` (to five cards), or ``best-match``: as soon as possible, the set of most matches.
    conquest_rate
        Chance that a turn earns a card.
    share
        Share of territories each player owns: the chance that a territory card matches.
    players
        1 … 6.
    turns
        Turns of each player, players times turns at most 6,000.
    trials
        Games.
    seed
        Drawn when None.
    workers
        Threads; the answer does not depend on them.
    progress
        Called with trials done and trials in all.

    Raises
    ------
    InputError
        If a number is out of its range, a name is unknown, or the armies would not fit into 64 bits.

    >>> answer = simulate(players=3, turns=10, trials=2_000, seed=1)
    >>> [round(sets.value, 1) for sets in answer.sets_by_turn]
    [0.0, 0.0, 0.0, 0.4, 0.8, 1.0, 1.4, 1.8, 2.0, 2.4]
    """
    rule_set = rules_module.load(rules)
    policy = check_trade(trade)
    chosen = find_deck(deck, rule_set)
    q = check_real("conquest_rate", conquest_rate, 0, 1)
    owned = check_real("share", share, 0, 1)
    check_count("players", players, 1, MOST_PLAYERS)
    check_count("turns", turns, 1, MOST_TURNS)
    if players * turns > MOST_PLAYER_TURNS:
        raise InputError(f"players times turns must be at most {MOST_PLAYER_TURNS}, not {players * turns}")
    check_count("trials", trials, 2, limits.MAX_TRIALS)
    seed = blocks.drawn_seed(seed)
    most_sets = players * turns // tables.SET_SIZE + 1
    card_tables = tables.card_tables(
        None if chosen.is_independent else chosen.counts,
        chosen.is_reshuffled,
        policy.value,
        rule_set.cards,
        owned,
        most_sets,
    )
    block_trials = _block_trials(card_tables, players, turns, most_sets)
    first = blocks.sum_blocks(
        _first_sets(card_tables), trials, seed=seed, block_trials=block_trials, workers=workers, purpose=1
    )
    work = _games(card_tables, players, turns, tables.threshold(q), most_sets)
    by_turn, by_game, shares, missed = _sums(
        blocks.run_blocks(
            work, trials, seed=seed, block_trials=block_trials, workers=workers, progress=progress
        )
    )

    def ratio(row: int) -> Estimate | None:
        x, xx, xy, y, yy = (int(entry) for entry in shares[row])
        if y == 0:
            return None
        return statistics.ratio_from_sums(trials, x, y, xx, yy, xy, seed=seed)

    def column(place: int) -> tuple[Estimate, ...]:
        return tuple(
            _per_player(row[2 * place], row[2 * place + 1], trials, players, seed) for row in by_turn
        )

    between = {str(n): ratio(n - 1) for n in range(1, tables.FULL_HAND + 1)}
    left = {str(n): ratio(n + 5) for n in range(3)}
    return Simulation(
        rules=rule_set.label,
        rules_digest=rule_set.digest,
        deck=chosen.name,
        trade=policy.value,
        conquest_rate=q,
        share=owned,
        players=players,
        turns=turns,
        trials=trials,
        seed=seed,
        p_first_set={str(n): statistics.proportion(int(first[n]), trials, seed=seed) for n in (3, 4, 5)},
        expected_cards_first_set=statistics.mean_from_counts(first, seed=seed),
        between_sets=_all_or_none(between),
        leftover=_all_or_none(left),
        p_forced=ratio(7),
        cards_per_set=ratio(8),
        territory_cards=ratio(9),
        matches=ratio(10),
        sets_by_turn=column(0),
        armies_by_turn=column(1),
        matches_by_turn=column(2),
        income_by_turn=column(3),
        cards_missed=missed / (trials * players),
        chi_square_first_set=_fit(first[3:6].tolist(), list(exact.p_first_set(chosen).values())),
        chi_square_sets=_fit_sets(by_game, chosen, policy, q, owned, players, turns),
    )


def _block_trials(card_tables: tables.CardTables, players: int, turns: int, most_sets: int) -> int:
    """Return how many games make a block: whole groups, and few enough for sums of squares in 64 bits."""
    match = int(card_tables.match_armies) * tables.SET_SIZE
    numbers = card_tables.number_values[:most_sets]
    roll = max(int(card_tables.dice) * int(card_tables.dice_sides) + int(card_tables.dice_bonus), 0)
    fixed = max(int(card_tables.symbol_values.max()), roll)
    most = (
        sum(int(value) + match for value in numbers)
        if card_tables.value_rule == tables.BY_NUMBER
        else most_sets * (fixed + match)
    )
    groups = min(
        _BLOCK_PLAYER_TURNS // (players * turns * kernels.LANES),
        _LARGEST_SUM // (kernels.LANES * max(most, players * turns) ** 2),
        64,
    )
    if most**2 * kernels.LANES > _LARGEST_SUM:
        raise InputError(
            f"sets may bring up to {most} armies in {turns} turns: too many to add up squares of"
        )
    return kernels.LANES * max(groups, 1)


def _first_sets(card_tables: tables.CardTables) -> blocks.Work:
    has_set = tables.turn_in_table(tables.SET_SIZE)[-tables.N_HANDS :].copy()

    def work(_block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
        counts = np.zeros(tables.FULL_HAND + 2, dtype=np.int64)
        kernels.first_sets(n_trials, card_tables, has_set, state, counts)
        return counts

    return work


def _games(
    card_tables: tables.CardTables, players: int, turns: int, conquest: int, most_sets: int
) -> blocks.Work:
    def work(_block: int, n_trials: int, state: np.ndarray) -> tuple[np.ndarray, ...]:
        lanes = np.zeros(kernels.N_FIELDS * kernels.LANES, dtype=np.uint32)
        hands, matched = np.zeros((2, players * kernels.LANES), dtype=np.uint32)
        record = np.zeros(turns * players * kernels.LANES, dtype=np.uint8)
        kept = np.zeros(players * kernels.LANES, dtype=np.int64)
        games = np.zeros((kernels.LANES, 17), dtype=np.int64)
        by_turn = np.zeros((turns, 8), dtype=np.int64)
        by_game = np.zeros(most_sets + 1, dtype=np.int64)
        shares = np.zeros((11, 5), dtype=np.int64)
        missed = 0
        for done in range(0, n_trials, kernels.LANES):
            n_games = min(kernels.LANES, n_trials - done)
            kernels.play(
                players, turns, np.uint64(conquest), card_tables, state, lanes, hands, matched, record
            )
            missed += int(lanes.reshape(kernels.N_FIELDS, kernels.LANES)[-1, :n_games].sum())
            kernels.pay(players, turns, n_games, card_tables, state, record, kept, games, by_turn, by_game)
            kernels.add_shares(n_games, games, shares)
        return by_turn, by_game, shares, np.array(missed)

    return work


def _sums(results: list[tuple[np.ndarray, ...]]) -> tuple[Any, Any, Any, int]:
    """Add up blocks in whole numbers of any size."""
    totals = [sum(array.astype(object) for array in column) for column in zip(*results, strict=True)]
    by_turn, by_game, shares, missed = totals
    return by_turn, by_game, shares, int(missed)


def _per_player(total: int, squares: int, trials: int, players: int, seed: int) -> Estimate:
    whole = statistics.mean_from_sums(trials, int(total), int(squares), seed=seed)
    return replace(
        whole,
        value=whole.value / players,
        standard_error=whole.standard_error / players,
        low=whole.low / players,
        high=whole.high / players,
    )


def _all_or_none(estimates: dict[str, Estimate | None]) -> dict[str, Estimate] | None:
    known = {key: estimate for key, estimate in estimates.items() if estimate is not None}
    return known if len(known) == len(estimates) else None


def _fit(counts: Sequence[int], chances: Sequence[Any]) -> float | None:
    """Return the chance of counts so far from these chances, or None with too few trials to tell."""
    try:
        return statistics.chi_square(counts, [float(p) for p in chances]).p_value
    except InputError:
        return None


def _fit_sets(
    by_game: Any, deck: Deck, trade: Trade, q: float, share: float, players: int, turns: int
) -> float | None:
    n_cards = turns - 1
    is_known = players == 1 and n_cards <= _MOST_TESTED and (deck.size is None or n_cards <= deck.size)
    if not is_known or (trade is Trade.BEST_MATCH and not deck.is_independent):
        return None
    *_, draws = exact.draws_by_turn(n_cards, q)
    chances = draws @ np.array(exact.sets_distribution(deck, n_cards, trade, share))
    counts = [int(count) for count in by_game]
    # beyond what so many cards can make, no game may be found
    rest = [0.0] * (len(counts) - len(chances))
    return _fit(counts, [*np.maximum(chances, 0.0) / chances.sum(), *rest])
