"""``risksim luck``: were these dice fair, was I unlucky."""

from typing import Any

import click

from risksim.cli.options import (
    changed_clauses,
    dice_options,
    json_option,
    plot_option,
    refuse_given,
    rules_option,
)
from risksim.cli.output import print_json, save_plot, say
from risksim.cli.verb import verb
from risksim.errors import InputError


@verb(short_help="Was I unlucky, are these dice fair: from a log.")
@click.argument("file")
@click.option(
    "--side", default=None, metavar="SIDE", help="Whose luck: attacker or defender.  [default: attacker]"
)
@click.option("--fighting", is_flag=True, help="Attackers are counted as those able to attack.")
@click.option("--rolls", is_flag=True, help="FILE holds rolls of dice: are they fair?")
@click.option("--sides", type=int, default=None, metavar="N", help="Sides of the rolled dice.  [default: 6]")
@click.option("--seed", type=int, default=None, help="Seed, where rolls are too many for an exact test.")
@dice_options
@rules_option
@plot_option
@json_option
def command(
    file: str,
    side: str | None,
    fighting: bool,
    rolls: bool,
    sides: int | None,
    seed: int | None,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """Were these dice fair, was I unlucky: a log of rounds or battles, exactly.

    FILE is CSV, JSON or JSON lines (- is standard input), one row a round or a battle. A round: attackers, defenders
    (armies before it), then attack_roll and defence_roll, such as "6 5 1" and "4 2", or attacker_lost and
    defender_lost; attack_dice, defence_dice where fewer were rolled than allowed. A battle: attackers, defenders,
    attackers_left, defenders_left; with keep, until or most_rounds where it was to be stopped there. Rows may say side,
    rules and label.

    A percentile is the chance of a worse outcome plus half that of one just as good; the p-value doubles the smaller
    tail, the outcome itself included; the anytime p-value stays valid however often one looks.

    With --rolls FILE holds faces, a column for each die, or columns face and count.
    """
    from risksim import luck
    from risksim.luck import words

    is_given = (
        click.get_current_context().get_parameter_source("rules") is click.core.ParameterSource.COMMANDLINE
    )
    if rolls:
        given = {"--side": side, "--fighting": fighting, "--rules": rules if is_given else None}
        changed = {"--" + name.replace("_", "-"): value for name, value in dice.items()}
        refuse_given(
            given | changed | {"--clause": clauses or None},
            "does not go with --rolls, which tests the dice alone",
        )
        tested = luck.dice(file, sides=6 if sides is None else sides, seed=seed)
        if seed is not None and tested.seed is None:
            raise InputError("--seed goes with more rolls: nothing was simulated for these")
        if tested.seed is not None and seed is None:
            say(f"seed {tested.seed}")
        answer: luck.Fairness | luck.Luck = tested
        lines = words.dice(tested)
    else:
        refuse_given({"--sides": sides, "--seed": seed}, "goes with --rolls")
        answer = held = luck.luck(
            file,
            side=side,
            rules=rules if is_given else None,
            fighting=fighting,
            **changed_clauses(dice, clauses),
        )
        lines = words.luck(held)
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(lines))
