"""``risksim dice``: how many dice to roll."""

from typing import Any

import click

from risksim.cli.options import changed_clauses, dice_options, json_option, plot_option, rules_option
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb


@verb(short_help="How many dice both sides should roll.")
@click.argument("armies", type=int)
@click.argument("defenders", type=int)
@click.option("--fighting", is_flag=True, help="ARMIES can attack; one more stands there.")
@click.option(
    "--seen", is_flag=True, help="The defender chooses with the attack roll in view (a house rule)."
)
@click.option(
    "--aim",
    type=click.Choice(["win", "losses"]),
    default="win",
    show_default=True,
    help="To take or keep the territory, or to cost the other more armies than oneself.",
)
@click.option(
    "--size", type=int, default=0, metavar="N", help="Let the table reach at least N armies and N defenders."
)
@dice_options
@rules_option
@plot_option
@json_option
def command(
    armies: int,
    defenders: int,
    fighting: bool,
    seen: bool,
    aim: str,
    size: int,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """How many dice both sides should roll: ARMIES on the attacking territory, one of which must stay, against DEFENDERS.

    The table of choices has a cell for each number of attackers and of defenders, at most 40,000; fewer where every
    roll is looked at.
    """
    from risksim.decisions import dice_choice, words

    answer = dice_choice.dice(
        armies,
        defenders,
        rules=rules,
        fighting=fighting,
        seen=seen,
        aim=aim,
        size=size,
        **changed_clauses(dice, clauses),
    )
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.dice(answer)))
