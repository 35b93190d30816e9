"""From deals counted to the numbers of an answer: exact fractions, or estimates with their errors."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from risksim import statistics
from risksim.errors import InputError
from risksim.poker import allies, deck, matchups, simulate, tallies, worths
from risksim.poker.kernels import doubles
from risksim.poker.kernels.seats import OWN, TIED, WON
from risksim.poker.matchups import Progress
from risksim.poker.model import Game, Simulated
from risksim.poker.simulate import Deal, Doubled, Run
from risksim.poker.tallies import Tally
from risksim.rules.clauses import Poker, SuitTestOn, TieControl
from risksim.statistics import Estimate


class Share(NamedTuple):
    """Successes among deals."""

    successes: int
    deals: int

    def fraction(self) -> Fraction | None:
        """Return the share; None of no deals."""
        return Fraction(self.successes, self.deals) if self.deals else None

    def estimate(self, seed: int | None) -> Estimate | None:
        """Return the share with its error; None of no deals."""
        return statistics.proportion(self.successes, self.deals, seed=seed) if self.deals else None


class Mean(NamedTuple):
    """The mean of whole numbers, in a unit."""

    deals: int
    total: int
    squares: int
    unit: Fraction

    def fraction(self) -> Fraction:
        """Return the mean."""
        return Fraction(self.total, self.deals) * self.unit

    def estimate(self, seed: int | None) -> Estimate:
        """Return the mean with its error."""
        found = statistics.mean_from_sums(self.deals, self.total, self.squares, seed=seed)
        return replace(
            found,
            value=float(self.fraction()),
            standard_error=found.standard_error * float(self.unit),
            low=found.low * float(self.unit),
            high=found.high * float(self.unit),
        )


Leaf = Share | Mean
#: By ally: deals with the cards of most control of it, or of one whose suits the order treats alike, and its suits.
Optimal = dict[int, tuple[Tally, int]]


def convert(tree: Any, change: Callable[[Leaf], Any]) -> Any:
    """Return dictionaries and tuples with every share and mean changed; all else stays."""
    if isinstance(tree, (Share, Mean)):
        return change(tree)
    if isinstance(tree, dict):
        return {key: convert(entry, change) for key, entry in tree.items()}
    if isinstance(tree, tuple):
        return tuple(convert(entry, change) for entry in tree)
    return tree


def value(leaf: Leaf) -> float | None:
    """Return the nearest double."""
    fraction = leaf.fraction()
    return None if fraction is None else float(fraction)


def text(leaf: Leaf) -> str | None:
    """Return the fraction as text."""
    fraction = leaf.fraction()
    return None if fraction is None else str(fraction)


def estimate(leaf: Leaf, run: Run) -> Estimate | None:
    """Return a number with its error; of deals that ended when enough was known, shares with a confidence sequence."""
    if run.precision is None or isinstance(leaf, Mean) or not leaf.deals:
        return leaf.estimate(run.seed)
    return statistics.confidence_sequence(leaf.successes, leaf.deals, seed=run.seed)


def count_all(deal: Deal, workers: int | None, progress: Progress | None) -> tuple[Tally, Optimal, Any]:
    """Count all deals of two players.

    Returns
    -------
    tally
        With the cards of most equity.
    optimal
        By ally, with the cards of most control of it.
    counts
        (ways, 3, 16): deals of each way to choose given cards; None where none are given.
    """
    sets = deal.allies
    if deal.hand is None:
        won, tied = (each.astype(np.int64) for each in matchups.matchups(deal.order, workers, progress))
        lost = matchups.BOARDS_OF_TRIPLE * matchups.OPPONENTS - (won + tied).sum(axis=1)
        own = matchups.suits_of_triples()
        tally = tallies.of_triples(lost, tied, won, own, own, sets)
        return tally, {each: (tally, each) for each in sets}, None
    counts = simulate.against_one(deal)
    suits = 1 << (np.array(deal.hand, np.int64) & 3)
    held = np.bitwise_or.reduce(suits)

    def chosen(optimal_for: int | None) -> Tally:
        best = simulate.best_ways(counts, optimal_for)
        own = np.bitwise_or.reduce(suits[simulate.ways_of(deal)[best, :OWN]], axis=1)
        lost, tied, won = np.moveaxis(counts[best], 1, 0)
        return tallies.of_triples(lost.sum(axis=1), tied, won, own, np.full_like(own, held), sets)

    return chosen(None), {each: (chosen(each), each) for each in sets}, counts


def simulate_optimal(deal: Deal, run: Run, tally: Tally) -> Optimal | None:
    """Return what comes of choosing for control of each ally; None where nobody knows how."""
    if deal.game is Game.DRAW:
        return None
    if deal.game is Game.HOLDEM and deal.held[0] == OWN:
        return {suits: (tally, suits) for suits in deal.allies}
    # allies whose suits the order treats alike have the same chances, unless cards are given
    like = {
        suits: suits if deal.hand is not None else worths.alike(deal.order, suits) for suits in deal.allies
    }
    found = {suits: simulate.tally(deal, run, optimal_for=suits) for suits in sorted(set(like.values()))}
    return {suits: (found[other], other) for suits, other in like.items()}


def read(tally: Tally, deal: Deal, poker: Poker) -> dict[str, Any]:
    """Return the numbers of an answer."""
    deals, players = tally.deals, deal.players
    winning = tally.outcomes(WON)
    controlling = _controlling(poker)
    sets, single = deal.allies, [1 << suit for suit in range(deck.N_SUITS)]
    unit = Fraction(poker.ante, tallies.PARTS)

    def won(test: SuitTestOn, suits: int) -> Share:
        return Share(tallies.holding(tally, (WON,), test, suits), winning)

    def control(test: SuitTestOn, suits: int) -> Share:
        return Share(tallies.holding(tally, controlling, test, suits), deals)

    winnings = tuple(_mean(tallies.shares(tally, players, seat), unit) for seat in range(players))
    return {
        "p_win": Share(winning, deals),
        "p_tie": Share(tally.outcomes(TIED), deals),
        "p_lose": Share(deals - winning - tally.outcomes(TIED), deals),
        "by_seat": tuple(_seat(tally, seat, winnings[seat]) for seat in range(players)),
        "p_suit_given_win": {allies.named(each): won(SuitTestOn.WINNING_FIVE, each) for each in single},
        "p_suit_own_three": {allies.named(each): won(SuitTestOn.OWN_THREE, each) for each in single},
        "p_suit_own_three_unconditional": {
            allies.named(each): Share(
                tallies.holding(tally, (0, TIED, WON), SuitTestOn.OWN_THREE, each), deals
            )
            for each in single
        },
        "p_control": {allies.named(each): control(poker.suit_test_on, each) for each in sets} or None,
        "p_control_by_suits": {
            allies.named(each): control(poker.suit_test_on, each) for each in tallies.SUIT_SETS_IN_ORDER
        },
        "p_control_by_test": {
            test.value: {allies.named(each): control(test, each) for each in sets} for test in SuitTestOn
        }
        if sets
        else None,
        "p_control_free": Share(tallies.holding_named(tally, controlling, poker.suit_test_on), deals)
        if sets
        else None,
        "expected_winnings": winnings,
    }


def _controlling(poker: Poker) -> tuple[int, ...]:
    """Return the outcomes that can bring control."""
    return (TIED, WON) if poker.tie_control is TieControl.DECLARER else (WON,)


def _seat(tally: Tally, seat: int, winnings: Mean) -> dict[str, Any]:
    alone, shared = tallies.seat_outcomes(tally, seat)
    return {
        "seat": seat + 1,
        "p_win": Share(alone, tally.deals),
        "p_tie": Share(shared, tally.deals),
        "expected_winnings": winnings,
    }


def _mean(counts: Mapping[int, int], unit: Fraction) -> Mean:
    return Mean(
        deals=sum(counts.values()),
        total=sum(value * count for value, count in counts.items()),
        squares=sum(value * value * count for value, count in counts.items()),
        unit=unit,
    )


def read_optimal(optimal: Optimal | None, deal: Deal, poker: Poker) -> dict[str, Any] | None:
    """Return the control of each ally where cards are chosen for it."""
    if optimal is None or not deal.allies:
        return None
    return {
        allies.named(suits): Share(
            tallies.holding(tally, _controlling(poker), poker.suit_test_on, like), tally.deals
        )
        for suits, (tally, like) in optimal.items()
    }


def read_choices(counts: Any, deal: Deal) -> tuple[dict[str, Any], ...]:
    """Return what each way to choose given cards is worth against one opponent, the best first."""
    ways = simulate.ways_of(deal)[:, :OWN]
    worth = 2 * counts[:, 2].sum(axis=1) + counts[:, 1].sum(axis=1)
    deals = int(counts[0].sum())
    assert deal.hand is not None
    return tuple(
        {
            "cards": deck.text([deal.hand[place] for place in ways[way]]),
            "equity": Share(int(worth[way]), 2 * deals),
            "p_win": Share(int(counts[way, 2].sum()), deals),
            "p_control": {
                allies.named(suits): Share(int(counts[way, 2, tallies.SETS & suits != 0].sum()), deals)
                for suits in deal.allies
            },
        }
        for way in np.argsort(-worth, kind="stable")
    )


def read_doubled(found: tuple[Doubled, Doubled], deal: Deal, poker: Poker) -> dict[str, Any]:
    """Return the numbers of two hands at once."""
    unit = Fraction(poker.ante, doubles.ANTE)

    def one(doubled: Doubled) -> dict[str, Any]:
        deals = int(doubled.suits.sum())
        return {
            "p_win": Share(deals - int(doubled.suits[0]), deals),
            "p_control": {
                allies.named(suits): Share(int(doubled.suits[tallies.SETS & suits != 0].sum()), deals)
                for suits in deal.allies
            },
            "expected_winnings": Mean(deals, doubled.net, doubled.squares, unit),
        }

    same, separate = found
    return {"same": one(same), "separate": one(separate)}


def compare(dealt: Tally, known: Tally, deal: Deal, run: Run, poker: Poker) -> Simulated:
    """Hold simulated deals against all deals."""
    numbers = convert(read(dealt, deal, poker), lambda leaf: estimate(leaf, run))
    try:
        fit = statistics.chi_square(_cells(dealt).tolist(), (_cells(known) / known.deals).tolist()).p_value
    except InputError:  # too few deals to test anything
        fit = None
    return Simulated(
        trials=dealt.deals,
        seed=run.seed,
        p_win=numbers["p_win"],
        p_tie=numbers["p_tie"],
        expected_winnings=numbers["expected_winnings"],
        z_win=numbers["p_win"].z_against(Fraction(known.outcomes(WON), known.deals)),
        chi_square_p=fit,
    )


def _cells(tally: Tally) -> Any:
    """Return deals by what is known of all of them: lost, or tied or won and the suits of the five."""
    by_five = tally.suits.sum(axis=(2, 3))
    return np.concatenate([[by_five[0].sum()], by_five[TIED], by_five[WON]])
