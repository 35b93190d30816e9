"""C28: all-in without a side pot.

Sources: ``seed-new-rules``.
"""

from collections.abc import Callable

from risksim import statistics
from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import ANTES_ALONE, CAPPED, POT_LIMIT, SIDE_POT
from risksim.errors import NotApplicableError
from risksim.poker import betting
from risksim.rules import RuleSet
from risksim.rules.clauses import AllIn, Betting

BETS_SHOWN = (1, 2, 5, 9, 19)
#: Sets of deals for which the betting is solved, for an error of what they say.
GAMES, MOST_DEALS = 5, 100_000


def measure(case: Case) -> Measured:
    """Find the share of the pot that a short call needs, against what it needs with a side pot."""
    rules = allies.rules(case)
    short, long = (case.whole(name) - rules.poker.ante for name in ("short_pile", "long_pile"))
    if short < 1:
        raise NotApplicableError(f"rule set {case.rules.label!r}: the ante leaves no armies for a call")
    difference = _needed(rules, _largest_bet(rules, long), short) - _needed(
        rules.vary(all_in=AllIn.SIDE_POT.value), _largest_bet(rules, long), short
    )
    others = _by_bet(rules, short) + (_in_equilibrium(case) if case.is_headline else ())
    return Measured(
        Number.of(
            "share of the pot a short call needs, less what it needs with a side pot", difference, "share"
        ),
        others,
    )


def _largest_bet(rules: RuleSet, armies: int) -> int:
    """Return the most that may be bet first, antes of two in the pot; 0 where nothing may be."""
    limits = {
        Betting.ANTE_ONLY: 0,
        Betting.FIXED: 1,
        Betting.POT: 2 * rules.poker.ante,
        Betting.NO_LIMIT: armies,
    }
    return min(armies, limits[rules.poker.betting])


def _needed(rules: RuleSet, bet: int, pile: int) -> float:
    """Return the equity to call; of no bet, nothing."""
    if bet < 1:
        return 0.0
    return betting.call(2 * rules.poker.ante, bet, pile, rules).row().equity_to_call


def _by_bet(rules: RuleSet, pile: int) -> tuple[Number, ...]:
    numbers = []
    for bet in BETS_SHOWN:
        rows = betting.call(2 * rules.poker.ante, bet, pile, rules).rows
        for row, words in zip(rows, ("winner takes the pot", "side pot"), strict=False):
            numbers.append(
                Number.of(
                    f"share to call a bet of {bet} with {pile} left, {words}", row.equity_to_call, "share"
                )
            )
    shove = betting.call(2 * rules.poker.ante, BETS_SHOWN[-1], pile, rules).rows[0]
    everyone = betting.all_in((1, 10, 20), rules).rows
    numbers += [
        Number.of(
            f"chance of a fold that a bare bet of {shove.bet} needs, winner takes the pot",
            shove.folds_needed,
            "probability",
        ),
        *(
            Number.of(
                f"armies won by a pile of {row.pile} where 1, 10, 20 go all-in, hands alike",
                row.net_if_equal,
                "armies",
            )
            for row in everyone
            if row.all_in == AllIn.WINNER_TAKES_POT.value
        ),
    ]
    return tuple(numbers)


def _in_equilibrium(case: Case) -> tuple[Number, ...]:
    """Return what both players do with the betting, the longer pile on turn, solved for several sets of deals."""
    piles = (case.whole("long_pile"), case.whole("short_pile"))
    deals = max(1_000, min(case.effort.trials, MOST_DEALS) // GAMES)
    seed = case.effort.seed

    def solve(game: int, reading: AllIn) -> betting.Play:
        return betting.equilibrium(
            piles, case.rules, classes=3, trials=deals, seed=seed + game, all_in=reading.value
        )

    pairs = [(solve(game, AllIn.WINNER_TAKES_POT), solve(game, AllIn.SIDE_POT)) for game in range(GAMES)]
    shown: tuple[tuple[str, str, Callable[[betting.Play, betting.Play], float]], ...] = (
        (
            "armies the longer pile loses by it where both bet well",
            "armies",
            lambda one, two: two.value - one.value,
        ),
        ("armies in the pot where both bet well, winner takes the pot", "armies", lambda one, _: one.pot),
        ("armies in the pot where both bet well, side pot", "armies", lambda _, two: two.pot),
        (
            "hands shown down with more paid by one, winner takes the pot",
            "share",
            lambda one, _: one.p_unequal,
        ),
    )
    return tuple(
        Number.estimated(label, statistics.mean([of(*pair) for pair in pairs], seed=seed), unit)
        for label, unit, of in shown
    )


CLAIM = Claim(
    "C28",
    "all-in needs no side pot",
    "A player may go all-in, but this does not result in a side pot.",
    "seed-new-rules",
    measure,
    "share",
    proposition=(
        "Doing without a side pot is harmless: a player with three armies needs the same share of the pot, within five "
        "in a hundred, to call an all-in of ten."
    ),
    low=-0.05,
    high=0.05,
    reason="five in a hundred is what a card more or less in the deck changes; a player at the table does not feel it",
    settings={"short_pile": 3, "long_pile": 10},
    readings=(
        AS_WRITTEN,
        SIDE_POT,
        CAPPED,
        POT_LIMIT,
        ANTES_ALONE,
        Reading("piles of three against three", settings={"long_pile": 3}),
        Reading("piles of three against four", settings={"long_pile": 4}),
        Reading("piles of three against thirty", settings={"long_pile": 30}),
        Reading("piles of nine against ten", settings={"short_pile": 9}),
    ),
)
