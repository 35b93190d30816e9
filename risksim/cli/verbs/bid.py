"""``risksim bid``: how often a player gets a turn of an ally, and who challenges him."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import click

from risksim.cli.lists import numbers
from risksim.cli.options import changed_clauses, json_option, plot_option, refuse_given
from risksim.cli.output import print_json, save_plot
from risksim.cli.verb import verb
from risksim.errors import InputError

if TYPE_CHECKING:
    from risksim.rules.ruleset import RuleSet

_TABLE = ("players", "success", "join", "p_control", "bid_from")
_GAME = (
    "players",
    "cards",
    "rival_cards",
    "rivals",
    "harm",
    "stake",
    "p_control",
    "share",
    "dealt",
    "trials",
    "seed",
    "card_value",
    "success",
    "contested",
    "discount",
)
_ALONE = (
    "success",
    "contested",
    "p_control",
    "p_lost",
    "p_control_two",
    "p_control_dealt",
    "ally_success",
    "bid_from",
    "doubles",
    "tries",
)
#: By question the options it takes.
_TAKEN = {
    "economy": _ALONE,
    "readings": tuple(name for name in _ALONE if name != "bid_from"),
    "table": _TABLE,
    "challenge": _GAME,
    "thresholds": (
        "players",
        "harm",
        "stake",
        "p_control",
        "share",
        "dealt",
        "trials",
        "seed",
        "card_value",
        "success",
        "contested",
        "discount",
    ),
    "dead_letters": ("players",),
}


@verb(short_help="Turns between controls of an ally; who challenges.")
@click.option("--readings", is_flag=True, help="The same under every reading of every clause that matters.")
@click.option(
    "--value",
    type=float,
    default=None,
    metavar="V",
    help="Who challenges: a turn of the ally is worth V armies.",
)
@click.option(
    "--thresholds", is_flag=True, help="From which V on anyone challenges, by players, cards and reading."
)
@click.option("--dead-letters", is_flag=True, help="Sentences of the document that can never matter.")
@click.option(
    "--players",
    type=int,
    default=None,
    metavar="N",
    help="Players at the table, who bid and challenge alike.",
)
@click.option(
    "--success",
    type=float,
    default=None,
    metavar="Q",
    help="Chance that a turn earns a poker card.  [default: 1]",
)
@click.option(
    "--ally-success",
    type=float,
    default=None,
    metavar="Q",
    help="The same for a turn of an ally.  [default: --success]",
)
@click.option(
    "--contested",
    type=float,
    default=None,
    metavar="C",
    help="Chance that a bid is challenged.  [default: 0]",
)
@click.option(
    "--p-control",
    default=None,
    metavar="P[,P…]",
    callback=numbers,
    help="Chance of control in a hand; with --players or --value by players in the hand, 2 first.",
)
@click.option(
    "--p-lost", type=float, default=None, metavar="P", help="Chance that somebody else wins the hand."
)
@click.option(
    "--p-control-two", type=float, default=None, metavar="P", help="Chance of control with two hands at once."
)
@click.option(
    "--p-control-dealt",
    type=float,
    default=None,
    metavar="P",
    help="Chance of control with the dealer's cards.",
)
@click.option(
    "--bid-from",
    type=int,
    default=None,
    metavar="N",
    help="Cards with which one bids unforced.  [default: as soon as allowed]",
)
@click.option("--double-down", "doubles", is_flag=True, help="Play two hands at once with six cards.")
@click.option(
    "--tries",
    type=int,
    default=None,
    metavar="N",
    help="Hands played on with the dealer's cards, where allowed.  [default: 1]",
)
@click.option(
    "--join",
    type=float,
    default=None,
    metavar="P",
    help="With --players: chance that a rival who may join does.  [default: 1]",
)
@click.option("--cards", type=int, default=None, metavar="K", help="The bidder's cards.")
@click.option("--rival-cards", type=int, default=None, metavar="K", help="Each rival's cards.")
@click.option(
    "--rivals", type=int, default=None, metavar="N", help="Rivals with cards and an army to join with."
)
@click.option(
    "--harm",
    type=float,
    default=None,
    metavar="W",
    help="What an army the bidder gains costs a rival.  [default: 1/(N-1)]",
)
@click.option(
    "--stake",
    type=float,
    default=None,
    metavar="A",
    help="Armies each player puts into the pot.  [default: the ante]",
)
@click.option(
    "--share",
    default=None,
    metavar="P[,P…]",
    callback=numbers,
    help="The bidder's share of the pot, by players in the hand.",
)
@click.option(
    "--dealt", is_flag=True, help="Find control and share from hands as they are dealt; may take a minute."
)
@click.option(
    "--trials", type=int, default=None, metavar="N", help="Deals for each of them.  [default: 100000]"
)
@click.option("--seed", type=int, default=None, help="Seed of the deals.  [default: 1]")
@click.option(
    "--card-value",
    type=float,
    default=None,
    metavar="A",
    help="Armies a card is worth, instead of the bids it will bring.",
)
@click.option(
    "--discount",
    type=float,
    default=None,
    metavar="G",
    help="Worth of a turn of the ally one own turn later.",
)
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a clause, such as poker_cards_spent=hand-played; may be repeated.",
)
@click.option(
    "--rules",
    default="new-rules",
    show_default=True,
    metavar="NAME|FILE",
    help="A rule set with allied armies.",
)
@plot_option
@json_option
def command(
    readings: bool,
    value: float | None,
    thresholds: bool,
    dead_letters: bool,
    clauses: tuple[str, ...],
    rules: str,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Turns between controls of an ally; with --players a table that challenges, with --value the game of challenge.

    "A card in three turns of five, every second bid challenged and won with control 40 times in 100":
    risksim bid --success 0.6 --contested 0.5 --p-control 0.4
    """
    from risksim import rules as rule_sets
    from risksim.poker import bidding
    from risksim.poker.bidding import words

    asked = _asked(readings, value, thresholds, dead_letters, options)
    if asked == "dead_letters" and plot:
        raise InputError("--plot goes with every question but --dead-letters, which has no picture")
    changes = changed_clauses(defaultdict(lambda: None), clauses)
    if asked == "thresholds" and "poker_cards_spent" in changes:
        raise InputError(
            "--thresholds has a row for every reading of poker_cards_spent; leave the clause out"
        )
    question = _question(asked, options)
    rule_set = rule_sets.load(rules).vary(**changes)
    if asked in ("economy", "readings", "table"):
        _refuse_idle(asked, options, rule_set)
    if asked == "challenge":
        question["value"] = value
    answer = getattr(bidding, asked)(rules=rule_set, **question)
    if plot:
        save_plot(answer, plot)
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(getattr(words, asked)(answer)))


def _asked(
    readings: bool, value: float | None, thresholds: bool, dead_letters: bool, options: dict[str, Any]
) -> str:
    """Return which question is asked; at most one may be."""
    flags = {
        "--readings": ("readings", readings),
        "--value": ("challenge", value is not None),
        "--thresholds": ("thresholds", thresholds),
        "--dead-letters": ("dead_letters", dead_letters),
    }
    given = [name for name, (_, is_given) in flags.items() if is_given]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} ask different questions; give one")
    if given:
        return flags[given[0]][0]
    return "table" if options["players"] is not None else "economy"


def _refuse_idle(asked: str, options: dict[str, Any], rule_set: "RuleSet") -> None:
    """Refuse options of which nothing would come under the rules, or without another option."""
    from risksim.poker.bidding import bids
    from risksim.rules.clauses import Rebuy

    poker = rule_set.poker
    limit = bids.forced_at(poker)
    if limit is not None and (options["bid_from"] or 0) > limit:
        raise InputError(
            f"--bid-from {options['bid_from']} comes to nothing: a bid is forced at {limit} cards"
        )
    if asked == "table":
        return
    doubled = {"--double-down": options["doubles"]} if poker.poker_hand_cap >= bids.TWO_HANDS else {}
    if not options["contested"]:
        names = ("p_control", "p_lost", "p_control_two", "p_control_dealt", "tries")
        refuse_given(
            _named(options, names) | doubled, "comes to nothing where no bid is challenged; give --contested"
        )
    if not options["doubles"]:
        refuse_given(_named(options, ("p_control_two",)), "goes with --double-down")
    if asked == "readings":  # some row has the clause
        return
    if poker.rebuy is not Rebuy.DEALT_IN:
        refuse_given(_named(options, ("p_control_dealt", "tries")), "goes with --clause rebuy=dealt-in")
    if not poker.ally_draws_poker:
        refuse_given(_named(options, ("ally_success",)), "goes with --clause ally_draws_poker=true")


def _named(options: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Return some options by the names they have on the command line."""
    return {"--" + name.replace("_", "-"): options[name] for name in names}


def _question(asked: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a question, those refused that it does not take."""
    names = {"doubles": "--double-down"}
    others = {
        names.get(name, "--" + name.replace("_", "-")): value
        for name, value in options.items()
        if name not in _TAKEN[asked]
    }
    refuse_given(others, f"does not belong to this question ({asked.replace('_', ' ')})")
    found = {
        name: options[name]
        for name in _TAKEN[asked]
        if options[name] is not None and options[name] is not False
    }
    if asked in ("economy", "readings") and "p_control" in found:
        if len(found["p_control"]) != 1:
            raise InputError(
                "--p-control takes one chance here, not " + ",".join(map(str, found["p_control"]))
            )
        found["p_control"] = found["p_control"][0]
    if asked in ("thresholds", "dead_letters") and "players" in found:
        found["players"] = (found["players"],)
    return found
