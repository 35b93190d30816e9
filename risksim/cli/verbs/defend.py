"""``risksim defend``: split defenders over fronts."""

from typing import Any

import click

from risksim.cli.lists import front_dice, numbers, whole_numbers
from risksim.cli.options import changed_clauses, dice_options, json_option, plot_option, rules_option
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb


@verb(short_help="Split defenders over fronts.")
@click.argument("armies", type=int)
@click.option(
    "--against",
    callback=whole_numbers,
    required=True,
    metavar="A1,A2,…",
    help="Enemy armies on the territory that attacks each front, one of which stays.",
)
@click.option(
    "--fronts",
    type=int,
    default=None,
    metavar="N",
    help="With one number in --against: fronts that one stack may strike.",
)
@click.option("--fighting", is_flag=True, help="The armies of --against can attack; one more stands there.")
@click.option(
    "--opponent",
    default=None,
    metavar="all|weakest",
    help="Every stack attacks, or the enemy picks the front best for him.  [default: all]",
)
@click.option(
    "--standing",
    callback=whole_numbers,
    default=None,
    metavar="S1,S2,…",
    help="Armies already on each front; ARMIES are added to them.",
)
@click.option(
    "--worth",
    callback=numbers,
    default=None,
    metavar="W1,W2,…",
    help="What each front is worth: the expected loss is made small.",
)
@click.option(
    "--dice",
    default=None,
    metavar="R1,R2,…",
    help="Rules of each front: a rule set, NAME=VALUE+NAME=VALUE, or - for those of the question.",
)
@click.option(
    "--p", type=float, default=None, metavar="P", help="Also: fewest armies that keep P(any lost) to P."
)
@dice_options
@rules_option
@plot_option
@json_option
def command(
    armies: int,
    against: tuple[int, ...],
    fronts: int | None,
    fighting: bool,
    opponent: str | None,
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
    """Split ARMIES defenders over fronts, exactly, each attacked by a stack that fights to the end.

    Each front holds at least one army. The chance to lose any front is made as small as it can be. At most 1,000
    armies in all and on either side of a battle, and 50 fronts.
    """
    from risksim.campaigns.fronts import defend, words

    answer = defend(
        armies,
        against[0] if fronts is not None and len(against) == 1 else against,
        fronts=fronts,
        rules=rules,
        opponent=opponent,
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
        click.echo("\n".join(words.defence(answer)))
