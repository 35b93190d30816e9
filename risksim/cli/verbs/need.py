"""``risksim need``: the armies needed."""

from typing import Any

import click

from risksim.cli.options import changed_clauses, dice_options, json_option, plot_option, rules_option
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb


@verb()
@click.argument("defenders", type=int)
@click.option("--p", type=float, required=True, metavar="P", help="The chance wanted, 0 to 1.")
@dice_options
@rules_option
@plot_option
@json_option
def command(
    defenders: int,
    p: float,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """Fewest armies on the attacking territory that take it with chance P or more, fighting to the end.

    At most 20,000 DEFENDERS.
    """
    from risksim.battles import model, words

    answer = model.need(defenders, p, rules=rules, **changed_clauses(dice, clauses))
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.need(answer)))
