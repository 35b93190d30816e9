"""The turn-in economy in words, for a terminal."""

import math
from collections.abc import Iterator, Sequence

from risksim.cards.model import Economy, Simulation
from risksim.errors import counted

_TRADES = {
    "soon": "turning sets in as soon as possible",
    "hold": "holding to five cards",
    "best-match": "turning in the set of most matches as soon as possible",
}


def economy(answer: Economy) -> Iterator[str]:
    """Yield the lines for one answer."""
    fraction = answer.exact["expected_cards_first_set"]
    yield f"deck {answer.deck}, {_TRADES[answer.trade]} (rules: {answer.rules})"
    yield ""
    yield "first set in hand with   " + _shares(answer.p_first_set, "cards")
    turns = answer.expected_turns_first_set
    yield (
        f"  on average             {answer.expected_cards_first_set:.4f} cards ({fraction}), "
        f"{f'{turns:.4f} turns' if math.isfinite(turns) else 'never'} at conquest rate {answer.conquest_rate:g}"
    )
    yield "between two turn-ins     " + _shares(answer.between_sets, "cards")
    yield "left in hand             " + _shares(answer.leftover, "cards")
    yield f"cards a set              {answer.cards_per_set:.4f} in the long run"
    yield f"turned in from five      {answer.p_forced:.4f} of all sets, where the rules compel"
    yield (
        f"territory cards in a set {answer.territory_cards:.4f}; owning a share {answer.share:g} of the map, "
        f"matches bring {answer.match_bonus:.4f} armies a set"
    )
    yield ""
    yield "value of a set           " + _values(answer.schedule, answer.schedule_sd)
    yield "expected sets after"
    yield from _columns("cards", answer.sets_by_card)
    if answer.simulated is not None:
        yield ""
        yield from simulation(answer.simulated)


def simulation(answer: Simulation) -> Iterator[str]:
    """Yield the lines for one simulation."""
    yield (
        f"simulated: {counted(answer.players, 'player')}, {counted(answer.turns, 'turn')} each, "
        f"one deck ({answer.trials:,} games, seed {answer.seed}); shares are of these turns, not of the long run"
    )
    for name, estimate in (
        ("cards to the first set", answer.expected_cards_first_set),
        ("cards between turn-ins", answer.cards_per_set),
        ("turned in from five", answer.p_forced),
    ):
        if estimate is not None:
            yield f"  {name:23s}{estimate}"
    for name, p in (
        ("first sets", answer.chi_square_first_set),
        ("sets at the end", answer.chi_square_sets),
    ):
        if p is not None:
            yield f"  {name} against the exact chances: chi-square p = {p:.3f}"
    yield "  per player at the start of turn      sets so far   armies so far   this turn"
    for turn in _some(answer.turns):
        sets, armies, matches, now = (
            column[turn - 1]
            for column in (
                answer.sets_by_turn,
                answer.armies_by_turn,
                answer.matches_by_turn,
                answer.income_by_turn,
            )
        )
        yield (
            f"  {turn:>31d}     {sets.value:8.3f}      {armies.value + matches.value:8.2f}      "
            f"{now.value:6.2f} ± {now.standard_error:.2f}"
        )
    if answer.cards_missed:
        yield f"  no card was left for {answer.cards_missed:.2f} of a player's earned cards in a game"


def _shares(shares: dict[str, float], unit: str) -> str:
    return "   ".join(f"{n} {p:.4f}" for n, p in shares.items()) + f"   ({unit})"


def _values(means: Sequence[float], sds: Sequence[float]) -> str:
    if len(set(means)) == 1:
        return f"{means[0]:g} armies on average, standard deviation {sds[0]:.3f}, every time"
    return ", ".join(f"{mean:g}" for mean in means[:8]) + ", … armies"


def _some(n: int) -> list[int]:
    return [turn for turn in range(1, n + 1) if turn == n or turn % max(n // 6, 1) == 0]


def _columns(unit: str, values: Sequence[float]) -> Iterator[str]:
    """Yield numbers ten a line."""
    for start in range(0, len(values), 10):
        row = values[start : start + 10]
        yield f"  {start:>4d} {unit}  " + "  ".join(f"{value:6.3f}" for value in row)
