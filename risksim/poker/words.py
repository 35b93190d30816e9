"""The answer in words and columns, as the command line prints it."""

from collections.abc import Iterator
from typing import Any

from risksim.errors import counted
from risksim.poker.model import Control, Game
from risksim.statistics import Estimate

_GAMES = {
    Game.HOLDEM.value: "three own cards and two on the board",
    Game.TWO_FIVE.value: "the best five of at most two own cards and five on the board",
    Game.DRAW.value: "three own cards, two dealt, one draw",
}
_TESTS = {
    "winning-five": "the winning five hold one of its suits",
    "own-three": "the own cards played hold one of its suits",
    "any-accumulated": "any own card is of its suits, played or not",
}
_MOST_CHOICES = 6


def control(answer: Control, show_allies: bool = False) -> Iterator[str]:
    """Yield the lines for one hand.

    Parameters
    ----------
    answer
        What :func:`risksim.poker.control` returned.
    show_allies
        Whether to list which ally has which suits.
    """
    yield from _question(answer)
    yield ""
    yield from _seats(answer)
    yield ""
    if answer.allies is None:
        yield "every army has a player: there is no ally to win, and poker cards are good for armies alone"
    else:
        yield from _allies(answer, show_allies)
    yield ""
    yield from _suits(answer)
    if answer.choices is not None and len(answer.choices) > 1:
        yield ""
        yield from _choices(answer)
    if answer.double_down is not None:
        yield ""
        yield from _double_down(answer)
    yield ""
    yield from _method(answer)


def _question(answer: Control) -> Iterator[str]:
    held = sorted(set(answer.cards))
    cards = (
        f"{held[0]} cards each" if len(held) == 1 else f"{', '.join(map(str, answer.cards))} cards by seat"
    )
    yield f"{counted(answer.players, 'player')}, {cards}: {_GAMES[answer.game]} (rules: {answer.rules})"
    if answer.hand is not None:
        yield f"seat 1, the player on turn, has {answer.hand}"
    name = "" if answer.order == answer.queen_high else f"{answer.queen_high}; "
    yield f"the queen: {answer.order} ({name}{answer.classes:,} classes of hands)"
    n_played = 2 if answer.game == Game.TWO_FIVE.value else 3
    if max(answer.cards) > n_played:
        beyond = ", an approximation with more than two players" if answer.players > 2 else ""
        yield (
            f"the {n_played} cards to play are chosen before more is seen, for the best chance against one random hand"
            f"{beyond}"
        )


def _shown(answer: Control, p: float) -> str:
    """Return a chance with the digits that are known."""
    return f"{p:.5f}" if answer.method == "exact" else f"{p:.4f}"


def _seats(answer: Control) -> Iterator[str]:
    yield "seat  cards      wins      ties   armies won on average (antes alone)"
    for row in answer.by_seat:
        name = f"{row['seat']}{' *' if row['seat'] == 1 else ''}"
        yield (
            f"{name:<5} {row['cards']:>5}  {_shown(answer, row['p_win']):>8}  {_shown(answer, row['p_tie']):>8}   "
            f"{row['expected_winnings']:+.4f}"
        )
    yield "* on turn: the bidder. wins: alone; ties: shares the best hand with others, who split the pot."


def _allies(answer: Control, show_allies: bool) -> Iterator[str]:
    assert answer.p_control is not None
    assert answer.allies is not None
    if show_allies:
        yield f"{counted(len(answer.allies), 'ally', 'allies')}: {', '.join(answer.allies)}"
    tie = "a tie counts" if answer.tie_control == "declarer" else "a tie does not count"
    yield f"to play an ally the bidder must win, and {_TESTS[answer.suit_test]}; {tie}"
    columns = "" if answer.control_optimal is None else "   cards chosen for control"
    yield f"ally named beforehand      chance{columns}"
    for ally, p in answer.p_control.items():
        mark = " <" if ally == answer.ally else ""
        best = "" if answer.control_optimal is None else f"   {_shown(answer, answer.control_optimal[ally])}"
        yield f"  {ally:<24} {_shown(answer, p)}{best}{mark}"
    if answer.ally is not None:
        yield f"< owns {answer.suit}"
    if answer.p_control_free is not None:
        yield f"  {'named after looking':<24} {_shown(answer, answer.p_control_free)}{_vacuous(answer)}"
        if _vacuous(answer):
            yield "  if you name the ally after seeing your cards you can always meet the suit"


def _vacuous(answer: Control) -> str:
    """Say where the suit test never fails a player who names the ally after looking."""
    same = answer.p_win + (answer.p_tie if answer.tie_control == "declarer" else 0)
    return "   (as often as he wins)" if answer.p_control_free == same else ""


def _suits(answer: Control) -> Iterator[str]:
    yield f"{'':<32}" + "".join(f"{suit:>10}" for suit in answer.p_suit_given_win)
    for label, chances in (
        ("a winning hand holds", answer.p_suit_given_win),
        ("  among the own cards played", answer.p_suit_own_three),
        ("own cards played, win or not", answer.p_suit_own_three_unconditional),
    ):
        yield f"{label:<32}" + "".join(
            f"{'–' if p is None else _shown(answer, p):>10}" for p in chances.values()
        )


def _choices(answer: Control) -> Iterator[str]:
    assert answer.choices is not None
    allies = list(answer.choices[0]["p_control"])
    yield "cards to play       share of pot" + "".join(f"  control {ally}" for ally in allies)
    for choice in answer.choices[:_MOST_CHOICES]:
        chances = "".join(f"{choice['p_control'][ally]:>{len(ally) + 10}.5f}" for ally in allies)
        yield f"  {choice['cards']:<18}     {choice['equity']:.5f}{chances}"
    if len(answer.choices) > _MOST_CHOICES:
        yield f"  … {len(answer.choices) - _MOST_CHOICES} more; against one random hand, exactly"


def _double_down(answer: Control) -> Iterator[str]:
    assert answer.double_down is not None
    yield "six cards as two hands at once, an ante each   wins with either   armies on average"
    for key, label in (("same", "on the same board"), ("separate", "in separate deals")):
        row = answer.double_down[key]
        yield f"  {label:<44} {row['p_win']:>16.4f}   {row['expected_winnings']:+17.4f}"
        if row["p_control"]:
            yield "    control  " + "   ".join(f"{ally} {p:.4f}" for ally, p in row["p_control"].items())


def _method(answer: Control) -> Iterator[str]:
    if answer.method == "exact":
        yield "exact: every deal is counted" + (
            f"; two hands at once: {answer.trials:,} deals simulated, seed {answer.seed}"
            if answer.double_down
            else ""
        )
    else:
        yield f"{answer.trials:,} deals simulated, seed {answer.seed}; wins {_error(answer.estimates, 'p_win')}"
        if answer.estimates:
            yield from _imprecise(answer, answer.estimates["p_win"])
        if answer.estimates and answer.estimates["p_control"]:
            ally, estimate = next(iter(answer.estimates["p_control"].items()))
            yield f"control of {ally} {estimate}"
    if answer.simulated is not None:
        yield f"simulated: wins {answer.simulated.p_win}, {answer.simulated.z_win:+.2f} standard errors off"
        yield from _imprecise(answer, answer.simulated.p_win)
        if answer.simulated.chi_square_p is not None:
            yield f"  winners and suits against the exact chances: chi-square p = {answer.simulated.chi_square_p:.3f}"


def _imprecise(answer: Control, known: Estimate) -> Iterator[str]:
    """Say where the deals asked for ended before the precision asked for was reached."""
    half_width = (known.high - known.low) / 2
    if answer.precision is not None and half_width > answer.precision:
        yield (
            f"  the {known.trials:,} deals asked for ended it first: known to ± {half_width:.2g}, "
            f"not ± {answer.precision:g}"
        )


def _error(estimates: dict[str, Any] | None, name: str) -> str:
    assert estimates is not None
    return str(estimates[name])
