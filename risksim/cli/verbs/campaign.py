"""``risksim campaign``: battles one after another, and plans with branches."""

import contextlib
from typing import Any

import click

from risksim.cli.lists import counts, front_dice, moves, one_for_all, sides, whole_numbers
from risksim.cli.options import (
    changed_clauses,
    dice_options,
    json_option,
    plot_option,
    refuse_given,
    seed_option,
    trials_option,
    workers_option,
)
from risksim.cli.output import print_json, progress_bar, save_plot, say
from risksim.cli.verb import verb
from risksim.errors import InputError, check_count

#: Options for a chain, and the words they are known by.
_OF_CHAINS = (
    "leave",
    "gain",
    "keep",
    "move",
    "order",
    "dice",
    "sides",
    "fighting",
    "fractions",
    "simulate",
    "precision",
)


def is_plan(text: str) -> bool:
    """Return whether an argument names a plan file."""
    return text.endswith(".toml") or "/" in text or "\\" in text


@verb(short_help="A chain of territories, or a plan with branches.")
@click.argument("armies")
@click.argument("defenders", required=False)
@click.option(
    "--leave",
    callback=whole_numbers,
    default=None,
    metavar="L1,L2,…",
    help="Armies that stay in each conquered territory on going on (one number: in all).  [default: 1]",
)
@click.option(
    "--gain",
    callback=whole_numbers,
    default=None,
    metavar="G1,G2,…",
    help="Armies that arrive in each territory on taking it (one number: in all).  [default: 0]",
)
@click.option(
    "--keep",
    type=int,
    default=None,
    metavar="N",
    help="Stop every attack once N armies stand where it comes from. On the first territory N stay; in conquered ones "
    "this is only where attacks stop, and --leave says how many stay on going on.",
)
@click.option(
    "--move",
    default=None,
    metavar="all|fewest|best|M1,M2,…",
    help="Armies that move in after each win.  [default: all]",
)
@click.option(
    "--order",
    default=None,
    metavar="best|given",
    help="Which of several stacks attacks next.  [default: best]",
)
@click.option(
    "--dice",
    default=None,
    metavar="R1,R2,…",
    help="Dice of each territory: a rule set, NAME=VALUE+NAME=VALUE, or - for those of the question.",
)
@click.option(
    "--sides",
    callback=sides,
    default=None,
    metavar="S1,S2,…",
    help="Sides of the defender's dice in each territory, - as the rules have it (one number: in all).",
)
@click.option("--aim", default=None, metavar="all|value", help="Of a plan: take all, or the greatest value.")
@click.option("--fighting", is_flag=True, default=None, help="ARMIES can attack; one more stands there.")
@dice_options
@click.option("--fractions/--no-fractions", default=None, help="Exact fractions; found unasked where small.")
@trials_option(1, "Roll so many campaigns as well.")
@click.option(
    "--precision", type=float, default=None, metavar="P", help="Roll until the chance is known to ± P."
)
@click.option(
    "--rules",
    default=None,
    metavar="NAME|FILE",
    help="The rule set.  [default: classic, or that of the plan]",
)
@seed_option
@workers_option
@plot_option
@json_option
def command(
    armies: str,
    defenders: str | None,
    aim: str | None,
    clauses: tuple[str, ...],
    rules: str | None,
    seed: int | None,
    workers: int | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """ARMIES on a territory attack along a chain of DEFENDERS (3,2,5), exactly: how far, and with how many left.

    ARMIES may be several stacks (10+7+4) next to the first target. Should one of them fall together with the last
    defender (ties that cost both), the next walks in without a fight.

    In place of DEFENDERS a plan file (plan.toml) may stand, with branches; alone, it says the armies itself. A plan has
    at most 2,000 armies anywhere and 100 territories.
    """
    of_chain = {name: options.pop(name) for name in _OF_CHAINS}
    changes = changed_clauses(options, clauses)
    if defenders is None and not is_plan(armies):
        raise InputError(
            f"DEFENDERS is missing: a chain such as 3,2,5, or a plan file in place of {armies!r}"
        )
    if defenders is None or is_plan(defenders):
        simulation = {"seed": seed, "workers": workers}
        given = {f"--{name}": value for name, value in (of_chain | simulation).items()}
        refuse_given(given, "goes with a chain, not with a plan file")
        answer, lines = _plan(armies, defenders, aim=aim, rules=rules, **changes)
    else:
        refuse_given({"--aim": aim}, "goes with a plan file")
        if of_chain["simulate"] is None and of_chain["precision"] is None:
            refuse_given({"--seed": seed, "--workers": workers}, "goes with --simulate or --precision")
        answer, lines = _chain(armies, defenders, of_chain, changes, rules=rules, seed=seed, workers=workers)
        if answer.simulated is not None and seed is None:
            say(f"seed {answer.simulated.seed}")
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(lines(answer)))


def _plan(first: str, second: str | None, **question: Any) -> tuple[Any, Any]:
    from risksim import campaigns
    from risksim.campaigns.plans import words

    armies = None if second is None else counts("ARMIES", first, "+")
    if armies is not None and len(armies) != 1:
        raise InputError(f"a plan begins with one stack, not {first!r}")
    return campaigns.plan(second or first, armies=armies and armies[0], **question), words.best


def _chain(
    armies: str, defenders: str, of_chain: dict[str, Any], changes: dict[str, Any], **question: Any
) -> tuple[Any, Any]:
    from risksim import campaigns
    from risksim.campaigns import words

    stacks = counts("ARMIES", armies, "+")
    if len(stacks) == 1:
        refuse_given({"--order": of_chain["order"]}, "goes with several stacks, such as 10+7+4")
    simulate, precision = of_chain["simulate"], of_chain["precision"]
    is_simulated = simulate is not None or precision is not None
    with progress_bar("campaigns") if is_simulated else contextlib.nullcontext() as progress:
        answer = campaigns.campaign(
            stacks[0] if len(stacks) == 1 else stacks,
            counts("DEFENDERS", defenders),
            rules=question["rules"] or "classic",
            leave=one_for_all(of_chain["leave"]),
            gain=one_for_all(of_chain["gain"]),
            keep=check_count("keep", 1 if of_chain["keep"] is None else of_chain["keep"]),
            move=moves(of_chain["move"]),
            order=of_chain["order"] or "best",
            dice=front_dice(of_chain["dice"]),
            sides=of_chain["sides"],
            fighting=bool(of_chain["fighting"]),
            fractions=of_chain["fractions"],
            simulate=simulate or 0,
            precision=precision,
            seed=question["seed"],
            workers=question["workers"],
            progress=progress,
            **changes,
        )
    return answer, words.campaign
