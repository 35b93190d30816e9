"""The command line: one verb a command; parse, call, print.

Everything heavy is imported inside the commands, so ``risksim --help`` stays fast.
"""

import codecs
import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

try:
    import click

    from risksim.errors import InputError, check_count, counted, unknown_name
except KeyboardInterrupt:  # Ctrl-C before there is anything to stop
    raise SystemExit(130) from None

if TYPE_CHECKING:
    from risksim.rules import RuleSet

F = TypeVar("F", bound=Callable[..., Any])

EXIT_ANSWERED, EXIT_EXPECTATION, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 0, 1, 2, 130

#: After so long a terminal is shown that work goes on.
_SECONDS_UNSEEN = 1.0


class Verb(click.Command):
    """A command that takes ``-3`` for a number, not for an option, so that it can say why -3 is refused."""

    before_verb = ("--plugins", "--version")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context_settings = {**self.context_settings, "ignore_unknown_options": True}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse unknown options by name before the numbers are read."""
        known = [
            option
            for parameter in self.get_params(ctx)
            for option in parameter.opts + parameter.secondary_opts
        ]
        for token in args:
            if token == "--":
                break
            name = token.partition("=")[0]
            if re.match(r"--?[a-zA-Z]", name) and name not in known:
                if name in self.before_verb:
                    raise click.UsageError(
                        f"{name} goes before the verb: risksim {name} … {ctx.info_name}", ctx=ctx
                    )
                possibilities = [option for option in known if option.startswith("--")]
                raise click.NoSuchOption(name, possibilities=_nearest(name, possibilities), ctx=ctx)
        return super().parse_args(ctx, args)


class Verbs(click.Group):
    """The group of verbs; an unknown verb is answered with the nearest one."""

    command_class = Verb

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb under a sign of life, which its own bar replaces; click would pad Ctrl-C with an empty line."""
        with contextlib.ExitStack() as ctx.obj:
            ctx.obj.enter_context(_sign_of_life())
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt:
                raise click.Abort from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb or name the nearest one."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise unknown_name("verb", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


def _nearest(name: str, known: list[str]) -> list[str]:
    import difflib

    return difflib.get_close_matches(name, known, n=1)


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
seed_option = click.option(
    "--seed", type=int, default=None, help="Seed of the simulation; drawn and printed when not given."
)
workers_option = click.option(
    "--workers", type=int, default=None, help="Threads; the answer does not depend on it."
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
        callback=lambda _ctx, _option, trials: (
            trials if trials is None else check_count("trials", trials, least)
        ),
        help=words,
    )


def refuse_given(options: dict[str, Any], why: str) -> None:
    """Refuse the options that were given although nothing would come of them."""
    for name, value in options.items():
        if value is not None and value is not False:
            raise InputError(f"{name} {why}")


def print_json(answer: Any) -> None:
    """Print one JSON object; numbers that are not finite become null."""
    import json

    click.echo(json.dumps(_finite(answer.to_dict() if hasattr(answer, "to_dict") else answer)))


def _finite(value: Any) -> Any:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return value


def say(message: str) -> None:
    """Print words that are not the answer to standard error; where that is closed or full, the answer still counts."""
    with contextlib.suppress(OSError):
        _write(sys.stderr, message + "\n")


#: What stands for characters that the encoding of a terminal lacks and that have no parts to be taken apart into.
_PLAIN = {
    ord(each): plain
    for each, plain in zip(
        "±–—−×∞≤≥“”‘’", ["+-", "-", "-", "-", "x", "inf", "<=", ">=", '"', '"', "'", "'"], strict=True
    )
}


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Spell what cannot be encoded with letters that every encoding has."""
    import unicodedata

    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_PLAIN)
    parts = (unicodedata.normalize("NFKD", each).encode("ascii", "ignore").decode() for each in text)
    return "".join(part or "?" for part in parts), error.end


codecs.register_error("risksim-readable", _readable)


def _write(stream: TextIO | None, text: str) -> None:
    """Write a text whole, past the buffers: a short write is seen, and nothing is left over to fail at the exit."""
    if stream is None:  # closed by whoever started the program
        return
    stream.flush()
    if not hasattr(stream, "buffer"):
        stream.write(text)
        return
    rest = memoryview(text.encode(stream.encoding, "risksim-readable"))
    raw = getattr(stream.buffer, "raw", stream.buffer)
    while rest:
        written = raw.write(rest)
        if written is None:  # a pipe that does not wait for its reader
            import select

            select.select([], [raw], [])
        else:
            rest = rest[written:]


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextlib.contextmanager
def _sign_of_life() -> Iterator[None]:
    """Show on a terminal, after a second, that work goes on; what takes less loads and shows nothing."""
    if not _is_watched():
        yield
        return
    import threading

    over = threading.Event()

    def show() -> None:
        if over.wait(_SECONDS_UNSEEN):
            return
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        with Live(
            Spinner("line", "working"),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        ):
            over.wait()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextlib.contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error (only on a terminal) driven by calls of ``report(done, total)``."""
    click.get_current_context().obj.close()  # the sign of life
    if not _is_watched():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    from risksim.engine import jit

    if jit.is_cold():
        say("compiling the kernels, once for this machine")
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(package_name="risksim-boardgame", prog_name="risksim")
@click.option(
    "--plugins", multiple=True, metavar="DIR", help="A folder with your own rules/, claims/ and reports/."
)
@click.pass_context
def cli(ctx: click.Context, plugins: tuple[str, ...]) -> None:
    """Analyse the board game Risk: attack odds, cards, factories, and whether a house rule is balanced."""
    if plugins:
        from risksim import catalogues

        for folder in plugins:
            if not folder:
                raise InputError("--plugins takes a folder, not an empty name")
            catalogues.add_plugins(folder)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@cli.command()
@click.argument("name", required=False)
@click.option("--out", default="out", show_default=True, metavar="DIR", help="Folder for the files.")
@click.option("--quick", is_flag=True, help="Fewer trials and coarser grids: a look in seconds.")
@click.option(
    "--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="The rules checked."
)
@click.option("--trials", type=int, default=None, help="Trials of each simulation.")
@click.option("--seed", type=int, default=None, help="Seed of the simulations; fixed when not given.")
@json_option
def report(
    name: str | None,
    out: str,
    quick: bool,
    rules: str,
    trials: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a strategy report: one self-contained HTML page, its tables as CSV, its manifest.

    Without NAME, list the reports. The same question gives the same bytes.
    """
    from risksim import claims, reports

    if not out:
        raise InputError("--out takes a folder, not an empty name")
    if name is None:
        refuse_given({"--quick": quick, "--trials": trials, "--seed": seed}, "needs the NAME of a report")
        known = reports.found()
        if as_json:
            print_json({"reports": {each: entry.title for each, entry in known.items()}})
            return
        for each, entry in known.items():
            click.echo(f"{each}  {entry.title}: {entry.question}")
        return
    effort = claims.Effort.of(quick=quick, trials=trials, seed=seed)
    reports.ready(name, out)  # before the bar, and before a minute of work
    with progress_bar(f"report {name}") as progress:
        made = reports.make(name, out, rules=rules, effort=effort, progress=progress)
    if as_json:
        print_json(made)
        return
    counts = list(made.verdicts.values())
    words = ", ".join(f"{counts.count(verdict)} {verdict}" for verdict in ("holds", "fails", "undecided"))
    click.echo(f"{made.page}")
    click.echo(f"  claims: {words}" if made.verdicts else "  no claims")
    click.echo(f"  tables: {counted(len(made.tables), 'CSV file')} beside it; manifest: {made.manifest}")
    say(f"seed {made.seed}, {made.trials:,} trials a simulation; times in {made.log}")


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
            raise InputError(f"--clause takes NAME=VALUE, not {text!r}")
        name = name.strip().replace("-", "_")
        if name in changes:
            raise InputError(f"{name} is given twice: {changes[name]} and {value}")
        changes[name] = value
    return changes


@cli.command()
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
@dice_options
@click.option(
    "--fractions/--no-fractions", default=None, help="Exact fractions; found unasked up to 60 v 60."
)
@trials_option(1, "Roll so many battles as well.")
@click.option(
    "--precision", type=float, default=None, metavar="P", help="Roll until the chance is known to ± P."
)
@click.option(
    "--method",
    type=click.Choice(["dice", "alias"]),
    default=None,
    help="Simulate by rolling every round, or by drawing from the exact ends.  [default: dice]",
)
@rules_option
@seed_option
@workers_option
@json_option
def odds(
    armies: int,
    defenders: int,
    table: bool,
    fighting: bool,
    keep: int,
    until: int,
    clauses: tuple[str, ...],
    fractions: bool | None,
    simulate: int | None,
    precision: float | None,
    method: str | None,
    rules: str,
    seed: int | None,
    workers: int | None,
    as_json: bool,
    **dice: Any,
) -> None:
    """One battle, exactly: ARMIES on the attacking territory, one of which must stay, against DEFENDERS.

    Options on dice replace the clause of the rule set for this question.
    """
    from risksim.battles import model, words

    changes = changed_clauses(dice, clauses)
    is_simulated = simulate is not None or precision is not None
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
    if table:
        chances = model.win_table(armies, defenders, rules=rules, fighting=fighting, **changes)
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
            method=method or "dice",
            seed=seed,
            workers=workers,
            progress=progress,
            **changes,
        )
    if answer.simulated is not None and seed is None:
        say(f"seed {answer.simulated.seed}")
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.odds(answer)))


@cli.command()
@click.argument("defenders", type=int)
@click.option("--p", type=float, required=True, metavar="P", help="The chance wanted, 0 to 1.")
@dice_options
@rules_option
@json_option
def need(defenders: int, p: float, clauses: tuple[str, ...], rules: str, as_json: bool, **dice: Any) -> None:
    """Fewest armies on the attacking territory that take it with chance P or more, fighting to the end.

    At most 20,000 DEFENDERS.
    """
    from risksim.battles import model, words

    answer = model.need(defenders, p, rules=rules, **changed_clauses(dice, clauses))
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(words.need(answer)))


@cli.command()
@click.option("--claims", default=None, metavar="C1,C9", help="Only these, each with all its numbers.")
@click.option("--quick", is_flag=True, help="Fewer trials: a look in seconds.")
@click.option(
    "--expect", default=None, metavar="FILE", help="Exit 1 unless these verdicts (JSON, TOML) came out."
)
@click.option("--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="The rule set.")
@click.option("--trials", type=int, default=None, help="Trials of each simulation.")
@click.option("--seed", type=int, default=None, help="Seed of the simulations; fixed when not given.")
@json_option
def check(
    claims: str | None,
    quick: bool,
    expect: str | None,
    rules: str,
    trials: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Check the claims of the rules with factories: verdicts, findings, and the readings that change a verdict."""
    from risksim.claims.checking import check as checking
    from risksim.claims.checking import expectations, words
    from risksim.claims.checking.claim import Effort

    expected = None if expect is None else expectations.read(expect)
    keys = None if claims is None else [key for key in claims.split(",") if key.strip()]
    effort = Effort.of(quick=quick, trials=trials, seed=seed)
    with progress_bar("checking") as progress:
        checked = checking.check(keys, rules=rules, effort=effort, progress=progress)
    differing = None if expected is None else expectations.differences(checked, expected)
    if as_json:
        print_json(checked)
    else:
        click.echo(words.table(checked) if keys is None else words.pages(checked))
        say(f"rules {checked.rules}; seed {checked.seed}, {checked.trials:,} trials a simulation")
    if differing:
        for line in differing:
            say(line)
        raise click.exceptions.Exit(EXIT_EXPECTATION)


@cli.command("rules")
@click.argument("name", required=False)
@click.option("--diff", "other", metavar="OTHER", help="Print the clauses on which NAME and OTHER differ.")
@click.option("--new", "new", metavar="NEW", help="Write NEW.toml here: a commented file to edit.")
@click.option(
    "--based-on", default=None, metavar="OTHER", help="What --new inherits from.  [default: classic]"
)
@json_option
def rules_verb(
    name: str | None, other: str | None, new: str | None, based_on: str | None, as_json: bool
) -> None:
    """Show rule sets: all of them, every clause of NAME, or where two differ; or begin a new one.

    NAME and OTHER are names or TOML files. A star marks a clause that differs from classic.
    """
    from risksim import rules

    if new is None and based_on is not None:
        raise InputError("--based-on needs --new")
    if new is not None:
        if name is not None or other is not None:
            raise InputError("--new takes neither NAME nor --diff; use --based-on")
        from risksim.rules import template

        path = template.write(new, based_on or "classic")
        if as_json:
            print_json({"written": str(path), "based_on": based_on or "classic"})
        else:
            click.echo(f"{path}: every clause stands in it, commented out. Edit it, then see what differs:")
            click.echo(f"  risksim rules ./{path} --diff {based_on or 'classic'}")
        return
    beyond = [
        {"name": rule.name, "asks": rule.asks, "instead": rule.instead} for rule in rules.inexpressible()
    ]
    if other is not None:
        if name is None:
            raise InputError(f"--diff compares two rule sets: risksim rules NAME --diff {other}")
        _print_differences(rules.load(name), rules.load(other), as_json)
        return
    if name is None:
        listed = list(rules.load_all().values())
        if as_json:
            heads = [
                {key: value for key, value in each.to_dict().items() if key != "clauses"} for each in listed
            ]
            print_json({"rule_sets": heads, "inexpressible": beyond})
            return
        width = max(len(each.name) for each in listed)
        for each in listed:
            click.echo(f"{each.name:{width}}  {each.digest[:12]}  {each.title}")
        click.echo("\nrisksim rules NAME prints every clause; risksim rules --new NEW begins a house rule.")
    else:
        rule_set = rules.load(name)
        if as_json:
            answer, read_by = rule_set.to_dict(), rules.readers()
            for clause in answer["clauses"]:
                clause["read_by"] = read_by[clause["name"]]
            print_json(answer | {"inexpressible": beyond})
            return
        _print_clauses(rule_set)
    click.echo("\nHouse rules that no clause expresses:")
    for rule in beyond:
        click.echo(f"  {rule['name']}: {rule['asks']}\n      instead: {rule['instead']}")


def _print_clauses(rule_set: "RuleSet") -> None:
    """Print every clause of a rule set, section by section."""
    from risksim import rules

    changed, read_by = rules.differences(rules.load("classic"), rule_set), rules.readers()
    based_on = f", based on {rule_set.based_on}" if rule_set.based_on else ""
    click.echo(
        f"{rule_set.name}: {rule_set.title}\nversion {rule_set.version}{based_on}, digest {rule_set.digest}"
    )
    section = ""
    for clause in rule_set.clauses():
        if clause.section != section:
            section = clause.section
            click.echo(f"\n[{section}] {rules.SECTIONS[section].__doc__}")
        star = "*" if clause.name in changed else " "
        readers = " and ".join(read_by[clause.name])
        count = f"read by {readers}" if readers else "recorded; no answer depends on it yet"
        ledger = f"ledger {clause.switch}; " if clause.switch else ""
        others = ", ".join(clause.alternatives) or ("no other reading" if clause.is_named else clause.allowed)
        click.echo(f"{star} {clause.name} = {clause.text}\n      {clause.description} ({ledger}{count})")
        click.echo(f"      or: {others}\n      in: {clause.source}")


def _print_differences(first: "RuleSet", second: "RuleSet", as_json: bool) -> None:
    """Print the clauses on which two rule sets differ."""
    from risksim import rules

    left, right = ({each.name: each for each in rule_set.clauses()} for rule_set in (first, second))
    names = rules.differences(first, second)
    if as_json:
        rows = [
            {
                "clause": name,
                "section": left[name].section,
                "description": left[name].description,
                "first": left[name].value,
                "second": right[name].value,
            }
            for name in names
        ]
        print_json({"first": first.name, "second": second.name, "differences": rows})
        return
    if not names:
        click.echo(f"{first.name} and {second.name} play alike: no clause differs")
        return
    table = [("", first.name, second.name), *((name, left[name].text, right[name].text) for name in names)]
    widths = [max(len(row[column]) for row in table) for column in range(2)]
    for clause, one, two in table:
        click.echo(f"{clause:{widths[0]}}  {one:{widths[1]}}  {two}".rstrip())


@cli.command()
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
def factories(
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


@cli.command()
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
def cards(
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


def _fail(message: str) -> NoReturn:
    say("risksim: " + " ".join(message.split()))
    raise SystemExit(EXIT_BAD_INPUT)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 answered, 1 an expectation not met, 2 bad input or an answer that was lost.

    The answer is gathered and written at the end, whole, so that a refusal comes alone.
    """
    answer = io.StringIO()
    try:
        with contextlib.redirect_stdout(answer):
            code = cli.main(args=arguments, prog_name="risksim", standalone_mode=False)
        _print(answer.getvalue())
    except click.ClickException as error:
        _fail(error.format_message())
    except InputError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror}")
    except (KeyboardInterrupt, click.Abort):
        say("risksim: stopped")
        code = EXIT_INTERRUPTED
    raise SystemExit(code if isinstance(code, int) else EXIT_ANSWERED)


def _print(answer: str) -> None:
    """Write the answer to standard output, unless its reader has seen enough (``| head``)."""
    try:
        _write(sys.stdout, answer)
    except BrokenPipeError:
        pass
    except OSError as error:
        raise InputError(f"standard output: {error.strerror}; the answer is cut short") from None


if __name__ == "__main__":
    main()
