"""Options that several verbs take, and what they come to."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from risksim.engine import limits
from risksim.errors import InputError, check_count, shown

F = TypeVar("F", bound=Callable[..., Any])


def _options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on standard output, nothing else there."
)
rules_option = click.option(
    "--rules", default="classic", show_default=True, metavar="NAME|FILE", help="The rule set."
)


def _within(name: str, least: int, most: int) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback that refuses a number before anything heavy is loaded for it."""

    def check(_ctx: click.Context, _option: click.Parameter, number: Any) -> Any:
        return number if number is None else check_count(name, number, least, most)

    return check


def own_seed_option(words: str) -> Callable[[F], F]:
    """Add ``--seed`` with words of its own."""
    callback = _within("seed", 0, limits.MAX_SEED)
    return click.option("--seed", type=int, default=None, callback=callback, help=words)


seed_option = own_seed_option("Seed of the simulation; drawn and printed when not given.")
workers_option = click.option(
    "--workers",
    type=int,
    default=None,
    callback=_within("workers", 1, limits.MOST_WORKERS),
    help="Threads; the answer does not depend on it.",
)


def _check_picture(_ctx: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    """Refuse a picture that could not be written before there is an answer to draw."""
    if path is not None:
        from risksim import pictures

        pictures.check_file(path, "--plot")
    return path


plot_option = click.option(
    "--plot",
    default=None,
    metavar="FILE",
    callback=_check_picture,
    help="Draw the answer into a .png, .pdf or .svg file as well.",
)


each_trials_option = click.option(
    "--trials",
    type=int,
    default=None,
    callback=_within("trials", 1, limits.MAX_TRIALS),
    help="Trials of each simulation.",
)


def trials_option(least: int, words: str) -> Callable[[F], F]:
    """Add the option that asks for a simulation of at least so many trials."""
    return click.option(
        "--simulate",
        "--trials",
        "simulate",
        type=int,
        default=None,
        metavar="TRIALS",
        callback=_within("trials", least, limits.MAX_TRIALS),
        help=words,
    )


def refuse_given(options: dict[str, Any], why: str) -> None:
    """Refuse the options that were given although nothing would come of them."""
    for name, value in options.items():
        if value is not None and value is not False:
            raise InputError(f"{name} {why}")


_DICE_OPTIONS = (
    ("attack_dice", int, "Most dice an attacker rolls."),
    ("defence_dice", int, "Most dice a defender rolls (3: a capital)."),
    ("attack_sides", int, "Sides of the attacker's dice."),
    ("defence_sides", int, "Sides of the defender's dice."),
    ("ties", str, "Who loses when dice tie: defender (wins), attacker (wins), both, neither or re-roll."),
    ("attack_bonus", int, "Added to the attacker's highest die."),
    ("defence_bonus", int, "Added to the defender's highest die."),
)


def dice_options(function: F) -> F:
    """Add the options that change a dice clause for one question."""
    options = [
        click.option("--" + name.replace("_", "-"), name, type=kind, default=None, help=words)
        for name, kind, words in _DICE_OPTIONS
    ]
    return _options(
        *options,
        click.option(
            "--clause",
            "clauses",
            multiple=True,
            metavar="NAME=VALUE",
            help="Any other clause, such as lone_defender=rolls-1; may be repeated.",
        ),
    )(function)


def changed_clauses(options: dict[str, Any], clauses: tuple[str, ...]) -> dict[str, Any]:
    """Return the clauses that :func:`dice_options` changed."""
    changes = {name: options[name] for name, _, _ in _DICE_OPTIONS if options[name] is not None}
    for text in clauses:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InputError(f"--clause takes NAME=VALUE, not {shown(text)}")
        name = name.strip().replace("-", "_")
        if name in changes:
            raise InputError(f"{name} is given twice: {changes[name]} and {value}")
        changes[name] = value
    return changes
