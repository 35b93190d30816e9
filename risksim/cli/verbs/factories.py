"""``risksim factories``: a factory now or armies now."""

from typing import Any

import click

from risksim.cli.options import json_option, refuse_given, seed_option, trials_option, workers_option
from risksim.cli.output import print_json, progress_bar, say
from risksim.cli.verb import verb


@verb(short_help="A factory now or armies now.")
@click.option("--turns", type=int, default=10, show_default=True, metavar="T", help="Turns in the game.")
@click.option(
    "--payments", type=int, default=None, metavar="H", help="Payments left to one factory; default T."
)
@click.option(
    "--deck",
    default="independent",
    show_default=True,
    help="independent (any symbol with chance 1/3), classic (42 cards and two wilds) or no-wilds.",
)
@click.option(
    "--conquest-rate", type=float, default=1.0, metavar="Q", help="Chance that a turn earns a card."
)
@click.option(
    "--army-value", type=float, default=None, metavar="V", help="Armies of a set before the match bonus."
)
@click.option(
    "--yield", "factory_yield", type=float, default=None, metavar="Y", help="Armies a factory pays a turn."
)
@click.option(
    "--share", type=float, default=0.0, metavar="S", help="Share of the map held: chance of a match."
)
@click.option("--hazard", type=float, default=0.0, metavar="P", help="Chance of capture in a round.")
@click.option(
    "--recapture", type=float, default=0.0, metavar="R", help="Chance to take it back in one's turn."
)
@click.option(
    "--enemy-weight",
    type=float,
    default=0.0,
    metavar="W",
    help="What an army of the captor costs in one's own.",
)
@click.option("--discount", type=float, default=1.0, metavar="G", help="Value of an army one turn later.")
@click.option(
    "--stop", type=float, default=0.0, metavar="P", help="Chance that the game ends after each turn."
)
@click.option("--by-turn", is_flag=True, help="Both pure plans turn by turn.")
@click.option("--policy", "with_policy", is_flag=True, help="The best plan as rules to remember.")
@trials_option(2, "Play so many games as well.")
@click.option(
    "--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="A rule set with factories."
)
@seed_option
@workers_option
@json_option
def command(
    turns: int,
    payments: int | None,
    by_turn: bool,
    with_policy: bool,
    simulate: int | None,
    seed: int | None,
    workers: int | None,
    as_json: bool,
    **question: Any,
) -> None:
    """A factory now or armies now: both plans, the best one, and where they break even.

    Yield, dice and match bonus are those of the rule set unless an option replaces them.
    """
    from risksim.factories import curves, model, payoffs, policy, words
    from risksim.factories import simulate as play

    if simulate is None:
        refuse_given({"--seed": seed, "--workers": workers}, "goes with --simulate")
    else:
        model.check_simulated(turns)
    answers: dict[str, Any] = {}
    answer = payoffs(turns, payments=payments, **question)
    lines = list(words.payoffs(answer))
    if by_turn:
        answers["by_turn"] = curves(turns, **question)
        lines += ["", *words.by_turn(answers["by_turn"])]
    if with_policy:
        answers["policy"] = policy(turns, **question)
        lines += ["", *words.policy(answers["policy"])]
    if simulate is not None:
        with progress_bar("games") as progress:
            answers["simulated"] = play(
                turns, trials=simulate, seed=seed, workers=workers, progress=progress, **question
            )
        if seed is None:
            say(f"seed {answers['simulated'].seed}")
        lines += ["", *words.simulated(answers["simulated"])]
    if as_json:
        print_json(answer.to_dict() | {name: extra.to_dict() for name, extra in answers.items()})
    else:
        click.echo("\n".join(lines))
