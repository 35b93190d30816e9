"""``risksim rules``: rule sets, shown, compared, begun."""

from typing import TYPE_CHECKING

import click

from risksim.cli.options import json_option
from risksim.cli.output import print_json
from risksim.cli.verb import verb
from risksim.errors import InputError

if TYPE_CHECKING:
    from risksim.rules import RuleSet


@verb(short_help="Show, compare and begin rule sets.")
@click.argument("name", required=False)
@click.option("--diff", "other", metavar="OTHER", help="Print the clauses on which NAME and OTHER differ.")
@click.option("--new", "new", metavar="NEW", help="Write NEW.toml here: a commented file to edit.")
@click.option(
    "--based-on", default=None, metavar="OTHER", help="What --new inherits from.  [default: classic]"
)
@json_option
def command(
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
