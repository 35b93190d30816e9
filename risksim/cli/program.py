"""The group of verbs, found by folder, and the door through which every answer and every refusal leaves."""

import contextlib
import io
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from risksim import catalogues
from risksim.cli import output, verbs
from risksim.errors import InputError, printable, unknown_name

EXIT_ANSWERED, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 0, 2, 130


class Verbs(click.Group):
    """The group of verbs; an unknown verb is answered with the nearest one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the files that define a verb."""
        return [name for name in catalogues.files(verbs.__path__[0], ".py") if not name.startswith("_")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one verb, and none of the others."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{verbs.__name__}.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb under a sign of life, which its own bar replaces; click would pad Ctrl-C with an empty line."""
        with contextlib.ExitStack() as ctx.obj:
            ctx.obj.enter_context(output.sign_of_life())
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
        for folder in plugins:
            if not folder:
                raise InputError("--plugins takes a folder, not an empty name")
            catalogues.add_plugins(folder)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _fail(message: str) -> NoReturn:
    output.say("risksim: " + printable(" ".join(message.split())))
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
        output.say("risksim: stopped")
        code = EXIT_INTERRUPTED
    raise SystemExit(code if isinstance(code, int) else EXIT_ANSWERED)


def _print(answer: str) -> None:
    """Write the answer to standard output, unless its reader has seen enough (``| head``)."""
    try:
        output.write(sys.stdout, answer)
    except BrokenPipeError:
        pass
    except OSError as error:
        raise InputError(f"standard output: {error.strerror}; the answer is cut short") from None
