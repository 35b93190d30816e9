"""``risksim deploy``: share attackers among targets."""

from typing import Any

import click

from risksim.cli.lists import front_dice, numbers, whole_numbers
from risksim.cli.options import changed_clauses, dice_options, json_option, plot_option, rules_option
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb


@verb(short_help="Share attackers among targets.")
@click.argument("armies", type=int)
@click.option(
    "--targets", callback=whole_numbers, required=True, metavar="D1,D2,…", help="Defenders of each target."
)
@click.option(
    "--aim",
    default=None,
    metavar="all|any|number|value",
    help="Make large: the chance to take all targets, or any; the expected number, or worth.  "
    "[default: all, with --worth value]",
)
@click.option("--fighting", is_flag=True, help="ARMIES can attack; one more stands on each territory.")
@click.option(
    "--standing",
    callback=whole_numbers,
    default=None,
    metavar="S1,S2,…",
    help="Armies already on each attacking territory; ARMIES are added to them.",
)
@click.option("--worth", callback=numbers, default=None, metavar="W1,W2,…", help="What each target is worth.")
@click.option(
    "--dice",
    default=None,
    metavar="R1,R2,…",
    help="Rules of each target: a rule set, NAME=VALUE+NAME=VALUE, or - for those of the question.",
)
@click.option(
    "--p", type=float, default=None, metavar="P", help="Also: fewest armies with a chance of P or more."
)
@dice_options
@rules_option
@plot_option
@json_option
def command(
    armies: int,
    targets: tuple[int, ...],
    aim: str | None,
    fighting: bool,
    standing: tuple[int, ...] | None,
    worth: tuple[float, ...] | None,
    dice: str | None,
    p: float | None,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **changes: Any,
) -> None:
    """Share ARMIES among attacking territories, exactly, each of which faces one target and fights to the end.

    One army stays on each territory; one that holds a single army does not attack. At most 1,000 armies in all and
    on either side of a battle, and 50 targets.
    """
    from risksim.campaigns.fronts import deploy, words

    answer = deploy(
        armies,
        targets,
        rules=rules,
        aim=aim,
        fighting=fighting,
        standing=standing,
        worth=worth,
        dice=front_dice(dice),
        p=p,
        **changed_clauses(changes, clauses),
    )
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.deployment(answer)))
