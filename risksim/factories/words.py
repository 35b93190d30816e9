"""The answers in words and columns, as the command line prints them."""

from collections.abc import Iterator

from risksim.errors import counted
from risksim.factories.model import Curves, Payoffs, Policy, Simulated

#: Differences of armies below this are not shown.
_SHOWN = 5e-4


def payoffs(answer: Payoffs) -> Iterator[str]:
    """Yield the lines for one comparison."""
    yield from _question(answer)
    yield ""
    yield f"armies by the start of turn {answer.turns}, expected (sd from game to game)"
    yield f"  every set for armies     {_plan(answer.armies_plan, answer.armies_plan_sd)}"
    yield f"  every set for a factory  {_plan(answer.factory_plan, answer.factory_plan_sd)}"
    yield f"  the best plan            {answer.optimal_plan:9.3f}"
    yield f"  … never holding a set    {answer.optimal_plan_at_once:9.3f}"
    yield f"  … nor seeing matches     {answer.optimal_plan_mean:9.3f}"
    if abs(answer.armies_plan_played - answer.armies_plan) > _SHOWN:
        yield (
            f"  armies and factories with the wild cards of early sets: {answer.armies_plan_played:.3f} and "
            f"{answer.factory_plan_played:.3f}"
        )
    yield ""
    yield f"equal if a set is worth    {_number(answer.equal_army_value).strip()}{_dice(answer)}"
    yield f"equal if a factory pays    {_number(answer.equal_yield).strip()}"
    yield f"build while                {_switch(answer)}"
    yield f"always factories is ahead  {_ahead(answer)}"
    yield ""
    yield f"one factory with {counted(answer.payments, 'payment')} left against one set ({answer.set_value:g} armies)"
    if answer.payments_to_captor > 0:
        yield (
            f"  it pays its owner {answer.payments_to_owner:.2f} times, "
            f"captors {answer.payments_to_captor:.2f} times"
        )
    chances = answer.dice_against_factory
    yield (
        f"  the set brings more {chances.more:.3f}, as many {chances.equal:.3f}, fewer {chances.fewer:.3f} "
        "(chances)"
    )
    yield "  break even at            one factory    whole plan"
    yield (
        f"    chance of capture h    {_number(answer.break_even_hazard)}      "
        f"{_number(answer.break_even_hazard_plan)}"
    )
    yield (
        f"    value a turn later g   {_number(answer.break_even_discount)}      "
        f"{_number(answer.break_even_discount_plan)}"
    )


def by_turn(answer: Curves) -> Iterator[str]:
    """Yield a line for each turn."""
    yield "turn    sets   armies (sd)        factories (sd)     fair set   fair yield  dice"
    rows = zip(
        answer.turn,
        answer.sets,
        answer.armies,
        answer.armies_sd,
        answer.factories,
        answer.factories_sd,
        answer.equal_army_value,
        answer.equal_yield,
        answer.nearest_dice,
        strict=True,
    )
    for turn, sets, armies, armies_sd, factories, factories_sd, value, pay, dice in rows:
        yield (
            f"{turn:4d}  {sets:6.3f}  {armies:8.3f} ({armies_sd:.2f})".ljust(33)
            + f"{factories:8.3f} ({factories_sd:.2f})".ljust(19)
            + f"{_number(value)}   {_number(pay)}  {dice or '-'}"
        )


def policy(answer: Policy) -> Iterator[str]:
    """Yield the rule to remember."""
    yield "payments left   a factory is worth   build with so many matches   holding a set gains at most"
    for row in answer.rules_of_thumb:
        build = row["build_up_to"]
        words = "never" if build < 0 else "always" if build >= 3 else f"up to {build}"
        held = f"{row['hold_gain']:.3f} (with {row['hold_with']})" if row["hold_gain"] else "-"
        worth = "-" if row["factory"] is None else f"{row['factory']:.3f}"
        yield f"{row['payments']:13d}   {worth:>18}   {words:<26}   {held}"
    yield ""
    at = (
        "never"
        if answer.best_switch > answer.turns
        else f"while {answer.best_switch} or more payments remain"
    )
    yield f"best switch without looking at matches: build {at}: {answer.best_switch_plan:.3f} armies"


def simulated(answer: Simulated) -> Iterator[str]:
    """Yield what the played games say beside what was calculated."""
    yield f"{answer.trials:,} games, seed {answer.seed}: mean (standard error), exact, difference in standard errors"
    rows = (
        ("every set for armies", answer.armies_plan, answer.exact_armies_plan),
        ("every set for a factory", answer.factory_plan, answer.exact_factory_plan),
        (
            f"factories while {answer.switch_at} remain{'s' * (answer.switch_at == 1)}",
            answer.switch_plan,
            answer.exact_switch_plan,
        ),
    )
    for name, estimate, exact in rows:
        yield (
            f"  {name:<24} {estimate.value:9.3f} ({estimate.standard_error:.3f})  {exact:9.3f}  "
            f"{estimate.z_against(exact):+.2f}"
        )
    yield f"factories less armies, same games: {answer.factory_less_armies}"
    yield f"number of sets against its exact chances: p = {answer.chi_square.p_value:.3f}"


def _question(answer: Payoffs) -> Iterator[str]:
    yield (
        f"{counted(answer.turns, 'turn')}, a card in {answer.conquest_rate:.0%} of them, deck {answer.deck}: "
        f"a set is worth {answer.set_value:g} armies, a factory {answer.factory_yield:g} a turn "
        f"(rules: {answer.rules})"
    )
    parts = [
        f"{name} {value:g}"
        for name, value, usual in (
            ("share of the map", answer.share, 0),
            ("capture", answer.hazard, 0),
            ("recapture", answer.recapture, 0),
            ("captor's armies weigh", answer.enemy_weight, 0),
            ("discount", answer.discount, 1),
            ("chance that a turn is the last", answer.stop, 0),
        )
        if value is not None and value != usual
    ]
    if parts:
        yield ", ".join(parts)


def _plan(mean: float, sd: float | None) -> str:
    return f"{mean:9.3f}" if sd is None else f"{mean:9.3f} ({sd:.2f})"


def _number(value: float | None) -> str:
    return "     -  " if value is None else f"{value:8.4f}"


def _dice(answer: Payoffs) -> str:
    return (
        ""
        if answer.nearest_dice is None
        else f" armies (nearest {answer.nearest_dice}, {answer.nearest_2d6})"
    )


def _switch(answer: Payoffs) -> str:
    if answer.build_from is None:
        return "never"
    most = "" if answer.build_to is None else f", at most {answer.build_to}"
    return f"{answer.build_from} or more payments remain{most}"


def _ahead(answer: Payoffs) -> str:
    if answer.overtakes_at_turn is None:
        return "never"
    until = "" if answer.falls_behind_at_turn is None else f", no more from {answer.falls_behind_at_turn}"
    return f"in games of {counted(answer.overtakes_at_turn, 'turn')} or more{until}"
