"""``risksim need``: the armies needed."""

from typing import Any

import click

from risksim.cli.lists import counts, front_dice, moves, one_for_all, sides, whole_numbers
from risksim.cli.options import (
    changed_clauses,
    dice_options,
    json_option,
    plot_option,
    refuse_given,
)
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb
from risksim.cli.verbs.campaign import is_plan


@verb(short_help="Fewest armies for a battle, a chain or a plan.")
@click.argument("defenders")
@click.option("--p", type=float, required=True, metavar="P", help="The chance wanted, 0 to 1.")
@click.option(
    "--leave",
    callback=whole_numbers,
    default=None,
    metavar="L1,L2,…",
    help="Of a chain: armies that stay in each conquered territory on going on.  [default: 1]",
)
@click.option(
    "--gain",
    callback=whole_numbers,
    default=None,
    metavar="G1,G2,…",
    help="Of a chain: armies that arrive in each territory on taking it.  [default: 0]",
)
@click.option(
    "--move",
    default=None,
    metavar="all|fewest|best|M1,M2,…",
    help="Of a chain: armies that move in after each win.  [default: all]",
)
@click.option(
    "--dice",
    default=None,
    metavar="R1,R2,…",
    help="Of a chain: dice of each territory, a rule set, NAME=VALUE, or - for those of the question.",
)
@click.option(
    "--sides",
    callback=sides,
    default=None,
    metavar="S1,S2,…",
    help="Of a chain: sides of the defender's dice in each territory.",
)
@dice_options
@click.option(
    "--rules",
    default=None,
    metavar="NAME|FILE",
    help="The rule set.  [default: classic, or that of the plan]",
)
@plot_option
@json_option
def command(
    defenders: str,
    p: float,
    leave: tuple[int, ...] | None,
    gain: tuple[int, ...] | None,
    move: str | None,
    dice: str | None,
    sides: int | list[int | None] | None,
    clauses: tuple[str, ...],
    rules: str | None,
    plot: str | None,
    as_json: bool,
    **changed: Any,
) -> None:
    """Fewest armies on one territory that take DEFENDERS with chance P or more, fighting to the end.

    DEFENDERS are those of one territory (8, at most 20,000), of a chain (3,2,5), or a plan file (plan.toml). The answer
    states both the armies on the territory and those able to attack, so there is no --fighting to choose one.
    """
    changes = changed_clauses(changed, clauses)
    of_chain = {"leave": leave, "gain": gain, "move": move, "dice": dice, "sides": sides}
    garrisons = None if is_plan(defenders) else counts("DEFENDERS", defenders)
    if garrisons is None or len(garrisons) == 1:
        given = {f"--{name}": value for name, value in of_chain.items()}
        refuse_given(given, "goes with a chain of several territories, such as 3,2,5")
    answer: Any
    if garrisons is None:
        from risksim import campaigns
        from risksim.campaigns.plans import words as plan_words

        answer = campaigns.need(defenders, p, rules=rules, **changes)
        lines = plan_words.need(answer)
    elif len(garrisons) == 1:
        from risksim import battles
        from risksim.battles import words as battle_words

        answer = battles.need(garrisons[0], p, rules=rules or "classic", **changes)
        lines = battle_words.need(answer)
    else:
        from risksim import campaigns
        from risksim.campaigns import words

        answer = campaigns.need(
            garrisons,
            p,
            rules=rules,
            leave=one_for_all(leave),
            gain=one_for_all(gain),
            move=moves(move),
            dice=front_dice(dice),
            sides=sides,
            **changes,
        )
        lines = words.need(answer)
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(lines))
