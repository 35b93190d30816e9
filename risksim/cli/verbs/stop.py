"""``risksim stop``: attack on or stop."""

import contextlib
from typing import Any

import click

from risksim.cli.options import (
    changed_clauses,
    dice_options,
    json_option,
    plot_option,
    refuse_given,
    rules_option,
    seed_option,
    trials_option,
    workers_option,
)
from risksim.cli.output import print_json, progress_bar, save_plot, say
from risksim.cli.verb import verb
from risksim.errors import InputError

_ASKED = (
    "fighting",
    "army_value",
    "enemy_army_value",
    "territory_value",
    "continent_value",
    "card_value",
    "home_value",
    "counter",
    "size",
    "rules",
)


@verb(short_help="Attack on or stop, for what you value.")
@click.argument("armies", type=int)
@click.argument("defenders", type=int)
@click.option(
    "--fighting", is_flag=True, help="ARMIES can attack; one more stands there (N of --counter counts it)."
)
@click.option(
    "--army-value", type=float, default=1.0, show_default=True, metavar="V", help="Worth of an own army."
)
@click.option(
    "--enemy-army-value",
    type=float,
    default=1.0,
    show_default=True,
    metavar="V",
    help="Worth of an army destroyed; less where others profit too.",
)
@click.option("--territory-value", type=float, default=0.0, metavar="V", help="Worth of the territory.")
@click.option(
    "--continent-value",
    type=float,
    default=0.0,
    metavar="V",
    help="Earned where the territory and the one attacked from are both kept.",
)
@click.option("--card-value", type=float, default=0.0, metavar="V", help="Worth of the card for a conquest.")
@click.option(
    "--home-value",
    type=float,
    default=0.0,
    metavar="V",
    help="Worth of the territory attacked from, which only --counter can take.",
)
@click.option(
    "--counter",
    type=int,
    default=0,
    metavar="N",
    help="Armies of a neighbour of both territories, who attacks next turn where it costs most.",
)
@click.option(
    "--size", type=int, default=0, metavar="N", help="Let the table reach at least N armies and N defenders."
)
@dice_options
@trials_option(2, "Roll the best play so many times as well.")
@rules_option
@seed_option
@workers_option
@plot_option
@json_option
def command(
    armies: int,
    defenders: int,
    clauses: tuple[str, ...],
    simulate: int | None,
    seed: int | None,
    plot: str | None,
    as_json: bool,
    workers: int | None,
    **options: Any,
) -> None:
    """Attack on or stop: ARMIES on the attacking territory, one of which must stay, against DEFENDERS.

    Values are in armies. "9 against 4, the territory completes a continent worth 5, my neighbour has 6 beside both":
    risksim stop 9 4 --continent-value 5 --counter 6

    The table of choices has a cell for each number of attackers and of defenders, at most 250,000.
    """
    from risksim.decisions import stopping, words

    changes = changed_clauses(options, clauses)
    if options["counter"] < 2 and options["home_value"]:
        raise InputError("--home-value goes with --counter of 2 or more: only a counter-attack can take it")
    if simulate is None:
        refuse_given({"--seed": seed, "--workers": workers}, "goes with --simulate")
    with progress_bar("attacks") if simulate else contextlib.nullcontext() as progress:
        answer = stopping.stop(
            armies,
            defenders,
            simulate=simulate or 0,
            seed=seed,
            workers=workers,
            progress=progress,
            **{name: options[name] for name in _ASKED},
            **changes,
        )
    if answer.simulated is not None and seed is None:
        say(f"seed {answer.simulated.seed}")
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.stop(answer)))
