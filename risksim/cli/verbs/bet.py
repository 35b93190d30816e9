"""``risksim bet``: what a call needs, what is at stake, and how two players bet in equilibrium."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from risksim.cli.lists import numbers, whole_numbers
from risksim.cli.options import changed_clauses, json_option, plot_option, refuse_given, workers_option
from risksim.cli.output import print_json, progress_bar, save_plot
from risksim.cli.verb import verb
from risksim.errors import InputError

if TYPE_CHECKING:
    from risksim.rules.ruleset import RuleSet

_CALL = ("shortest", "equity", "p_fold")
_STAKES = ("territories", "continents", "factories")
_SOLVE = ("rounds", "sizes", "raises", "fixed", "classes", "ally_value", "trials", "seed", "workers")
_TAKEN = {
    "call": _CALL,
    "all_in": (),
    "stakes": _STAKES,
    "play": _SOLVE,
    "side_pots": _SOLVE,
}


@verb(short_help="What a call needs, and how to bet against perfect play.")
@click.argument("armies", metavar="[POT BET PILE]", type=int, nargs=-1)
@click.option(
    "--shortest",
    type=int,
    default=None,
    metavar="N",
    help="Armies left in the shortest pile.  [default: PILE]",
)
@click.option(
    "--equity", type=float, default=None, metavar="E", help="The caller's share of the pot on average."
)
@click.option(
    "--p-fold", type=float, default=None, metavar="P", help="Chance that the bet is not called.  [default: 0]"
)
@click.option(
    "--everyone",
    default=None,
    metavar="A,B,…",
    callback=whole_numbers,
    help="All players go all-in with these piles.",
)
@click.option("--stakes", is_flag=True, help="What an ante and an all-in are of a turn's armies.")
@click.option("--territories", default=None, metavar="T,…", callback=whole_numbers, help="Territories held.")
@click.option("--continents", type=int, default=None, metavar="N", help="Armies for whole continents.")
@click.option("--factories", type=int, default=None, metavar="N", help="Factories held.")
@click.option(
    "--solve",
    default=None,
    metavar="A,B",
    callback=whole_numbers,
    help="Betting in equilibrium: piles of the player on turn and his rival.",
)
@click.option("--compare", is_flag=True, help="The same under every all-in clause.")
@click.option(
    "--rounds",
    type=int,
    default=None,
    metavar="N",
    help="1: bets after the flop; 2: after the river as well.  [default: 2, with --compare 1]",
)
@click.option(
    "--sizes",
    default=None,
    metavar="S,…",
    callback=numbers,
    help="Bets as shares of the pot.  [default: 0.5,1]",
)
@click.option(
    "--raises", type=int, default=None, metavar="N", help="Bets and raises in a round.  [default: 2]"
)
@click.option(
    "--fixed", type=int, default=None, metavar="N", help="Armies of a bet where bets are fixed.  [default: 1]"
)
@click.option("--classes", type=int, default=None, metavar="N", help="Classes of hands.  [default: 6]")
@click.option(
    "--ally-value",
    type=float,
    default=None,
    metavar="V",
    help="Armies the ally's turn is worth.  [default: 0]",
)
@click.option("--trials", type=int, default=None, metavar="N", help="Deals counted.  [default: 2000000]")
@click.option("--seed", type=int, default=None, help="Seed of the deals.  [default: 1]")
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a clause, such as all_in=side-pot; may be repeated.",
)
@click.option("--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="The rule set.")
@workers_option
@plot_option
@json_option
def command(
    armies: tuple[int, ...],
    everyone: tuple[int, ...] | None,
    stakes: bool,
    solve: tuple[int, ...] | None,
    compare: bool,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """What a call needs: BET armies bet into a pot of POT, the caller has PILE left.

    With --everyone all go all-in, with --stakes what an ante is of a turn's armies, with --solve how two players bet who
    play as well as they can. "Twenty bet into a pot of two, I have one army": risksim bet 2 20 1
    """
    from risksim import rules as rule_sets
    from risksim.poker.betting import words

    asked = _asked(armies, everyone, stakes, solve, compare)
    others = {
        "--" + name.replace("_", "-"): value for name, value in options.items() if name not in _TAKEN[asked]
    }
    refuse_given(others, f"does not belong to this question ({asked.replace('_', ' ')})")
    question = {name: options[name] for name in _TAKEN[asked] if options[name] is not None}
    changes = changed_clauses(defaultdict(lambda: None), clauses)
    if compare and "all_in" in changes:
        raise InputError("--compare has a row for every reading of all_in; leave the clause out")
    rule_set = rule_sets.load(rules).vary(**changes)
    _refuse_idle(options, rule_set)
    answer = _answer(asked, armies or everyone or solve or (), rule_set, question)
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(getattr(words, asked)(answer)))


def _asked(
    armies: tuple[int, ...],
    everyone: tuple[int, ...] | None,
    stakes: bool,
    solve: tuple[int, ...] | None,
    compare: bool,
) -> str:
    """Return which question is asked; exactly one must be."""
    given = {
        "POT BET PILE": bool(armies),
        "--everyone": everyone is not None,
        "--stakes": stakes,
        "--solve": solve is not None,
    }
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise InputError(f"{names[0]} and {names[1]} ask different questions; give one")
    if compare and solve is None:
        raise InputError("--compare goes with --solve")
    if not names:
        raise InputError("nothing asked: give POT BET PILE, --everyone, --stakes or --solve")
    if armies and len(armies) != 3:
        raise InputError(f"POT BET PILE are three numbers, not {len(armies)}")
    if solve is not None and len(solve) != 2:
        raise InputError(f"--solve takes the piles of two players, not {len(solve)}")
    asked = {"POT BET PILE": "call", "--everyone": "all_in", "--stakes": "stakes", "--solve": "play"}[
        names[0]
    ]
    return "side_pots" if compare else asked


def _refuse_idle(options: dict[str, Any], rule_set: "RuleSet") -> None:
    """Refuse options of which nothing would come under the rules, or without another option."""
    from risksim.rules.clauses import Betting

    if options["equity"] is None:
        refuse_given({"--p-fold": options["p_fold"]}, "goes with --equity")
    betting = rule_set.poker.betting
    idle = {Betting.FIXED: ("sizes",), Betting.ANTE_ONLY: ("sizes", "raises", "rounds")}.get(betting, ())
    refuse_given(
        {"--" + name: options[name] for name in idle}, f"comes to nothing where betting = {betting.value}"
    )


def _answer(asked: str, armies: tuple[int, ...], rules: "RuleSet", question: dict[str, Any]) -> Any:
    from risksim.poker import betting

    if asked == "call":
        pot, bet, pile = armies
        return betting.call(pot, bet, pile, rules, **question)
    if asked == "all_in":
        return betting.all_in(armies, rules=rules, **question)
    if asked == "stakes":
        return betting.stakes(rules=rules, **question)
    with progress_bar("deals") as progress:
        if asked == "side_pots":
            return betting.side_pots([(armies[0], armies[1])], rules=rules, progress=progress, **question)
        return betting.equilibrium(armies, rules=rules, progress=progress, **question)
