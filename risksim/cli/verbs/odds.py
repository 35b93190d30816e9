"""``risksim odds``: one battle."""

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


@verb(short_help="One battle: the odds, exactly.")
@click.argument("armies", type=int)
@click.argument("defenders", type=int)
@click.option("--table", is_flag=True, help="P(territory taken) for all armies up to ARMIES and DEFENDERS.")
@click.option(
    "--fighting", is_flag=True, help="ARMIES can attack; one more stands there (N of --keep counts it)."
)
@click.option(
    "--keep", type=int, default=1, metavar="N", help="Stop once N armies stand on the attacking territory."
)
@click.option("--until", type=int, default=0, metavar="N", help="Stop once the defenders are worn to N.")
@click.option(
    "--play",
    is_flag=True,
    help="Take each round's result from standard input and answer again after it (up to 1,000 armies a side).",
)
@dice_options
@click.option(
    "--fractions/--no-fractions", default=None, help="Exact fractions; found unasked up to 60 v 60."
)
@trials_option(1, "Roll so many battles as well; with --precision at most so many.")
@click.option(
    "--precision",
    type=float,
    default=None,
    metavar="P",
    help="Roll until the chance is known to ± P, or --simulate is used up.  [at most 10,000,000,000]",
)
@click.option(
    "--method",
    type=click.Choice(["dice", "alias"]),
    default=None,
    help="Simulate by rolling every round, or by drawing from the exact ends.  [default: dice where dice decide]",
)
@rules_option
@seed_option
@workers_option
@plot_option
@json_option
def command(
    armies: int,
    defenders: int,
    table: bool,
    fighting: bool,
    keep: int,
    until: int,
    play: bool,
    clauses: tuple[str, ...],
    fractions: bool | None,
    simulate: int | None,
    precision: float | None,
    method: str | None,
    rules: str,
    seed: int | None,
    workers: int | None,
    plot: str | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """One battle, exactly: ARMIES on the attacking territory, one of which must stay, against DEFENDERS.

    Options on dice replace the clause of the rule set for this question.
    """
    from risksim.battles import model, words

    changes = changed_clauses(dice, clauses)
    is_simulated = simulate is not None or precision is not None
    if play:
        others = {
            "--table": table,
            "--simulate": simulate,
            "--precision": precision,
            "--fractions": fractions,
        }
        refuse_given(others, "does not go with --play, which follows one battle as it is rolled")
    if table:
        others = {
            "--keep": keep != 1,
            "--until": until != 0,
            "--simulate": simulate,
            "--precision": precision,
        }
        refuse_given(
            others | {"--fractions": fractions},
            "does not go with --table, which fights every battle to its end, in decimals",
        )
    if not is_simulated:
        refuse_given(
            {"--seed": seed, "--workers": workers, "--method": method},
            "goes with --simulate or --precision",
        )
    if play:
        _follow(armies, defenders, rules, fighting, keep, until, changes, plot, as_json)
        return
    if table:
        chances = model.win_table(armies, defenders, rules=rules, fighting=fighting, **changes)
        if plot:
            save_plot(chances, plot)
        if as_json:
            print_json(chances)
        else:
            click.echo("\n".join(words.table(chances)))
        return
    with progress_bar("battles") if is_simulated else contextlib.nullcontext() as progress:
        answer = model.odds(
            armies,
            defenders,
            rules=rules,
            fighting=fighting,
            keep=keep,
            until=until,
            fractions=fractions,
            simulate=simulate or 0,
            precision=precision,
            method=method,
            seed=seed,
            workers=workers,
            progress=progress,
            **changes,
        )
    if answer.simulated is not None and seed is None:
        say(f"seed {answer.simulated.seed}")
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.odds(answer)))


def _follow(
    armies: int,
    defenders: int,
    rules: str,
    fighting: bool,
    keep: int,
    until: int,
    changes: dict[str, Any],
    plot: str | None,
    as_json: bool,
) -> None:
    """Follow a battle round by round; with ``--json`` the words go beside one answer at the end."""
    from risksim.cli import dialogue
    from risksim.luck import midbattle

    begun = midbattle.begin(
        armies, defenders, rules=rules, fighting=fighting, keep=keep, until=until, **changes
    )
    battle = dialogue.follow(begun, dialogue.aside if as_json else dialogue.at_once)
    if plot:
        save_plot(battle, plot)
    if as_json:
        print_json(battle)
