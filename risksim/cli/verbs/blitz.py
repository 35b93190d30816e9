"""``risksim blitz``: roll by hand or blitz."""

from typing import Any

import click

from risksim.cli.options import changed_clauses, dice_options, json_option, plot_option
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb


@verb(short_help="Roll by hand or press Blitz: when to switch.")
@click.argument("armies", type=int)
@click.argument("defenders", type=int)
@click.option("--fighting", is_flag=True, help="ARMIES can attack; one more stands there.")
@click.option(
    "--size", type=int, default=0, metavar="N", help="Let the table reach at least N armies and N defenders."
)
@dice_options
@click.option(
    "--rules",
    default="balanced-blitz",
    show_default=True,
    metavar="NAME|FILE",
    help="The rule set, with battle_outcome = balanced-blitz.",
)
@plot_option
@json_option
def command(
    armies: int,
    defenders: int,
    fighting: bool,
    size: int,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """Roll by hand or blitz: ARMIES on the attacking territory, one of which must stay, against DEFENDERS.

    The table of choices has a cell for each number of attackers and of defenders, at most 160,000.
    """
    from risksim.decisions import switching, words

    answer = switching.blitz(
        armies, defenders, rules=rules, fighting=fighting, size=size, **changed_clauses(dice, clauses)
    )
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.blitz(answer)))
