"""The answers in words and columns, as the command line prints them."""

from collections.abc import Iterator

from risksim.errors import counted
from risksim.poker.betting.model import AllIn, Call, Play, SidePots, Stakes

#: Most armies of a pile whose plan fits on a screen.
_MOST_ACTIONS = 8


def call(answer: Call) -> Iterator[str]:
    """Yield the lines for a bet and its call."""
    yield (
        f"{counted(answer.bet, 'army', 'armies')} bet into a pot of {answer.pot}, the caller has {answer.pile} "
        f"(rules: {answer.rules})"
    )
    yield ""
    yield "                       call                     bet                        alone"
    yield "all-in clause      pays  pot  equity     risks  wins  equity  folds needed"
    for row in answer.rows:
        mark = "*" if row.is_rule else " "
        yield (
            f"{row.all_in:<17}{mark} {row.pays:>4} {row.pot:>4}  {row.equity_to_call:6.4f}  {row.bettor_risks:>8}  "
            f"{row.bettor_wins:>4}  {row.equity_to_bet:6.4f}  {row.folds_needed:12.4f}"
        )
    yield "* as the rules have it"
    yield "call: armies it costs, pot with it, share of that pot from which it gains; bet: armies risked and won if called, the"
    yield "share from which it gains though called; alone: chance of a fold from which it gains with the worst hand"
    if answer.equity is not None:
        yield ""
        yield f"with {answer.equity:g} of the pot for the caller, {answer.p_fold:g} folds"
        for row in answer.rows:
            yield f"{row.all_in:<17}  calling {row.call_value:+.4f} armies, betting {row.bet_value:+.4f}"


def all_in(answer: AllIn) -> Iterator[str]:
    """Yield the lines for a hand in which everyone is all-in."""
    yield f"everyone all-in with {', '.join(map(str, answer.piles))} (rules: {answer.rules})"
    yield ""
    yield "all-in clause      pile  pays  may win  equity needed  gains with equal hands"
    for row in answer.rows:
        yield (
            f"{row.all_in:<17}  {row.pile:>4}  {row.pays:>4}  {row.may_win:>7}  {row.equity_needed:13.4f}  "
            f"{row.net_if_equal:+22.4f}"
        )
    yield "pays, may win: armies put in, and taken with the best hand, his own included; equity needed: share of what he may"
    yield "win from which being in gains; gains with equal hands: armies on average where all hands are equally good"


def stakes(answer: Stakes) -> Iterator[str]:
    """Yield the lines for what an ante is of a turn's armies."""
    yield f"an ante of {answer.ante} and an all-in as shares of the next turn's armies (rules: {answer.rules})"
    yield ""
    yield "territories  pile  turn  ante of it  all-in of it  factories in the pile"
    for row in answer.rows:
        if row.factories or row.is_rule:
            mark = "*" if row.is_rule else ""
            yield (
                f"{row.territories:>11}  {row.pile:>4}  {row.turn:>4}  {_share(row.ante_of_turn):>10}  "
                f"{_share(row.pile_of_turn):>12}  {row.pool_includes_factories}{mark}"
            )
    yield "pile: armies to bet with; turn: armies of the next turn in all; ante, all-in: shares of those; * as the rules have it"


def play(answer: Play) -> Iterator[str]:
    """Yield the lines for betting in equilibrium."""
    yield (
        f"piles {answer.piles[0]} and {answer.piles[1]}, ante {answer.ante}, betting {answer.betting}, all-in "
        f"{answer.all_in}, {counted(answer.rounds, 'round')}, {answer.classes[0]} classes of hands "
        f"(rules: {answer.rules})"
    )
    yield ""
    yield f"the player on turn wins   {answer.value:+.4f} armies a hand"
    if answer.ally_value:
        yield f"without any bets          {answer.value_without_bets:+.4f}"
    yield f"pot at the end            {answer.pot:.3f} armies"
    yield f"showdown                  {answer.p_showdown:.4f}"
    yield f"folds                     {answer.p_fold[0]:.4f} on turn, {answer.p_fold[1]:.4f} the rival"
    if answer.p_unequal:
        yield f"showdowns paid unequally  {answer.p_unequal:.4f}"
    yield f"exploitability            {answer.exploitability:.1e} armies"
    yield ""
    names = answer.first_actions[:_MOST_ACTIONS]
    yield "chances of the first action, by class of the hand (1 is the worst) and its share of the pot"
    yield "class  equity  " + "  ".join(f"{name:>7}" for name in names)
    for number, chances in enumerate(answer.first_action, 1):
        cells = "  ".join(
            f"{p:{max(7, len(name))}.3f}" for name, p in zip(names, chances[:_MOST_ACTIONS], strict=True)
        )
        yield f"{number:>5}  {answer.first_equity[number - 1]:6.3f}  {cells}"
    yield "--json has what both do everywhere"


def side_pots(answer: SidePots) -> Iterator[str]:
    """Yield the lines for what the all-in clause does to betting."""
    yield (
        f"betting in equilibrium under each all-in clause, {counted(answer.rounds, 'round')}, "
        f"{answer.classes[0]} classes of hands (rules: {answer.rules})"
    )
    yield ""
    yield "on turn  rival  all-in clause      on turn wins    pot  showdown  paid unequally"
    for row in answer.rows:
        yield (
            f"{row.piles[0]:>7}  {row.piles[1]:>5}  {row.all_in:<17}  {row.value:+12.4f}  {row.pot:5.2f}  "
            f"{row.p_showdown:8.4f}  {row.p_unequal:14.4f}"
        )
    yield "on turn, rival: piles; wins, pot: armies on average; showdown, paid unequally: chances"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
