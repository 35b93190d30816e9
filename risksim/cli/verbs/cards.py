"""``risksim cards``: the turn-in economy."""

import click

from risksim.cli.options import (
    json_option,
    refuse_given,
    rules_option,
    seed_option,
    trials_option,
    workers_option,
)
from risksim.cli.output import print_json, progress_bar, say
from risksim.cli.verb import verb


@verb(short_help="The turn-in economy: when sets come, what they bring.")
@click.option(
    "--deck",
    default=None,
    metavar="DECK",
    help="classic (14 of each symbol, 2 wild), no-wilds (the same without them), independent (any symbol with chance "
    "1/3, never at an end) or rules (the rule set's own).  [default: rules]",
)
@click.option(
    "--trade",
    default="soon",
    show_default=True,
    metavar="POLICY",
    help="soon, hold (to five cards), or best-match (soon, the set of most matches).",
)
@click.option(
    "--conquest-rate",
    type=float,
    default=1.0,
    show_default=True,
    metavar="Q",
    help="Chance that a turn earns a card.",
)
@click.option(
    "--cards",
    "n_cards",
    type=int,
    default=None,
    metavar="N",
    help="Count sets after 0 to N cards, at most 2000.",
)
@click.option(
    "--share", type=float, default=0.0, metavar="S", help="Share of the map owned: chance of a match."
)
@trials_option(2, "Play so many games as well.")
@click.option(
    "--players",
    type=int,
    default=None,
    metavar="N",
    help="Simulate N players, at most 6, who share one deck.  [default: 1]",
)
@click.option(
    "--turns",
    type=int,
    default=None,
    metavar="T",
    help="Simulate T turns of each, at most 2000 (6000 of all players).  [default: 30]",
)
@rules_option
@seed_option
@workers_option
@json_option
def command(
    deck: str | None,
    trade: str,
    conquest_rate: float,
    n_cards: int | None,
    share: float,
    simulate: int | None,
    players: int | None,
    turns: int | None,
    rules: str,
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """The turn-in economy: when sets come, what is left, what they bring.

    One player who draws alone, exactly; with --simulate also players who share one deck and one schedule.
    """
    from dataclasses import replace

    from risksim.cards import economy, words
    from risksim.cards import simulate as play

    if simulate is None:
        alone = {"--players": players, "--turns": turns, "--seed": seed, "--workers": workers}
        refuse_given(alone, "goes with --simulate")
    answer = economy(
        rules=rules, deck=deck, trade=trade, conquest_rate=conquest_rate, cards=n_cards, share=share
    )
    if simulate is not None:
        with progress_bar("games") as progress:
            simulated = play(
                rules=rules,
                deck=deck,
                trade=trade,
                conquest_rate=conquest_rate,
                share=share,
                players=1 if players is None else players,
                turns=30 if turns is None else turns,
                trials=simulate,
                seed=seed,
                workers=workers,
                progress=progress,
            )
        answer = replace(answer, simulated=simulated)
        if seed is None:
            say(f"seed {simulated.seed}")
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.economy(answer)))
