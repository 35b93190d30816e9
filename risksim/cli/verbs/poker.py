"""``risksim poker``: one hand for the right to play an ally."""

from collections import defaultdict

import click

from risksim.cli.lists import whole_numbers
from risksim.cli.options import changed_clauses, json_option, plot_option, seed_option, workers_option
from risksim.cli.output import print_json, progress_bar, save_plot, say
from risksim.cli.verb import verb
from risksim.errors import InputError


@verb(short_help="The hand for an ally: who wins, with which suits.")
@click.option("--players", type=int, default=2, show_default=True, metavar="N", help="2 … 6.")
@click.option(
    "--queen-high",
    default=None,
    metavar="READING|FILE",
    help="ignore, compare, compare-min, compare-single, reorder, above-ace, or a file with the strengths of 52 cards."
    "  [default: as the rules have it]",
)
@click.option(
    "--cards",
    default=None,
    metavar="K1,K2,…",
    callback=whole_numbers,
    help="Poker cards each player holds, 3 … 6: one number, or one for each seat.  [default: 3]",
)
@click.option("--suit", default=None, help="Ask about the ally that owns this suit.")
@click.option(
    "--hand", default=None, metavar="CARDS", help='Cards of seat 1, the player on turn: "Qh 10s 2c".'
)
@click.option("--allies", is_flag=True, help="Show which ally has which suits.")
@click.option(
    "--game",
    default=None,
    metavar="GAME",
    help="holdem (three own cards, two on the board), two-five (at most two own, five on the board) or draw "
    "(three own, two dealt, one draw).  [default: as the rules have it]",
)
@click.option(
    "--simulate",
    "--trials",
    "trials",
    type=int,
    default=None,
    metavar="TRIALS",
    help="Deal so many hands, also where all can be counted.  [default where not: 400,000; with six cards 100,000]",
)
@click.option(
    "--precision",
    type=float,
    default=None,
    metavar="P",
    help="Deal until the chance to win is known to ± P; at most --trials deals where given.",
)
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another reading of a clause, such as suit_test_on=own-three; may be repeated.",
)
@click.option(
    "--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="The rule set; with allies."
)
@seed_option
@workers_option
@plot_option
@json_option
def command(
    players: int,
    queen_high: str | None,
    cards: tuple[int, ...] | None,
    suit: str | None,
    hand: str | None,
    allies: bool,
    game: str | None,
    trials: int | None,
    precision: float | None,
    clauses: tuple[str, ...],
    rules: str,
    seed: int | None,
    workers: int | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """One hand of poker for the right to play an ally: who wins, with which suits, and what the ante brings.

    Two players with three cards each are counted exactly, all 4 · 10¹¹ deals; so is a hand that is given.
    """
    from risksim import rules as rule_sets
    from risksim.poker import control, words

    if as_json and allies:
        raise InputError("--allies shows in words what --json always has")
    changes = changed_clauses(defaultdict(lambda: None), clauses)
    if queen_high is not None and "queen_high" in changes:
        raise InputError(
            f"queen_high is given twice: --queen-high {queen_high} and --clause queen_high={changes['queen_high']}"
        )
    rule_set = rule_sets.load(rules).vary(**changes)
    with progress_bar("hands") as progress:
        answer = control(
            players,
            queen_high=queen_high,
            cards=cards,
            suit=suit,
            hand=hand,
            game=game,
            rules=rule_set,
            trials=trials,
            precision=precision,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    if answer.seed is not None and seed is None:
        say(f"seed {answer.seed}")
    if answer.seed is None and seed is not None:
        say("exact; nothing was drawn, so the seed does not matter")
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.control(answer, show_allies=allies)))
