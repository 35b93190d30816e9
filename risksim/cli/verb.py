"""What every verb is: a command that reads its numbers and refuses its unknown options in the same way."""

import re
from collections.abc import Callable
from typing import Any

import click

from risksim.cli import numbers


class Verb(click.Command):
    """A command that takes ``-3`` for a number, not for an option, so that it can say why -3 is refused."""

    before_verb = ("--plugins", "--version")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for parameter in self.params:
            parameter.type = numbers.TYPES.get(parameter.type, parameter.type)
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
                raise click.NoSuchOption(name, possibilities=nearest(name, possibilities), ctx=ctx)
        return super().parse_args(ctx, args)


def nearest(name: str, known: list[str]) -> list[str]:
    """Return the known name most like another, if any is."""
    import difflib

    return difflib.get_close_matches(name, known, n=1)


def verb(**settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Decorate the function of a verb."""
    return click.command(cls=Verb, **settings)
