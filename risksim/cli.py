"""The command line: one verb a command; parse, call, print.

Everything heavy is imported inside the commands, so ``risksim --help`` stays fast.
"""

import contextlib
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

import click

from risksim.errors import InputError, unknown_name

F = TypeVar("F", bound=Callable[..., Any])

EXIT_ANSWERED, EXIT_EXPECTATION, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 0, 1, 2, 130


class Verb(click.Command):
    """A command that takes ``-3`` for a number, not for an option, so that it can say why -3 is refused."""

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
                possibilities = [option for option in known if option.startswith("--")]
                raise click.NoSuchOption(name, possibilities=_nearest(name, possibilities), ctx=ctx)
        return super().parse_args(ctx, args)


class Verbs(click.Group):
    """The group of verbs; an unknown verb is answered with the nearest one."""

    command_class = Verb

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


def drawn_seed(seed: int | None) -> int:
    """Return the seed given, or draw one that is short enough to type."""
    return secrets.randbelow(2**32) if seed is None else seed


def print_json(answer: Any) -> None:
    """Print one JSON object; numbers that are not finite become null."""
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
    """Print words that are not the answer to standard error."""
    click.echo(message, err=True)


@contextlib.contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error (only on a terminal) driven by calls of ``report(done, total)``."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="risksim-boardgame", prog_name="risksim")
@click.option(
    "--plugins", multiple=True, metavar="DIR", help="A folder with your own rules/, claims/ and reports/."
)
def cli(plugins: tuple[str, ...]) -> None:
    """Analyse the board game Risk: attack odds, cards, factories, and whether a house rule is balanced."""
    if plugins:
        from risksim import catalogues

        for folder in plugins:
            catalogues.add_plugins(folder)


def _fail(message: str) -> NoReturn:
    click.echo("risksim: " + " ".join(message.split()), err=True)
    raise SystemExit(EXIT_BAD_INPUT)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 answered, 1 an expectation not met, 2 bad input."""
    try:
        code = cli.main(args=arguments, prog_name="risksim", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.ClickException as error:
        _fail(error.format_message())
    except InputError as error:
        _fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = EXIT_ANSWERED
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror}")
    except (KeyboardInterrupt, click.Abort):
        say("risksim: stopped")
        code = EXIT_INTERRUPTED
    raise SystemExit(code if isinstance(code, int) else EXIT_ANSWERED)


if __name__ == "__main__":
    main()
