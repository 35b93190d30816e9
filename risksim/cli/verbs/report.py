"""``risksim report``: a strategy report."""

import click

from risksim.cli.options import each_trials_option, json_option, own_seed_option, refuse_given
from risksim.cli.output import print_json, progress_bar, say
from risksim.cli.verb import verb
from risksim.errors import InputError, counted


@verb(short_help="Make a strategy report.")
@click.argument("name", required=False)
@click.option("--out", default=None, metavar="DIR", help="Folder for the files.  [default: out]")
@click.option("--quick", is_flag=True, help="Fewer trials and coarser grids: a look in seconds.")
@click.option(
    "--rules",
    default=None,
    metavar="NAME|FILE",
    help="The rules it is made for.  [default: the report's own]",
)
@each_trials_option
@own_seed_option("Seed of the simulations; fixed when not given.")
@json_option
def command(
    name: str | None,
    out: str | None,
    quick: bool,
    rules: str | None,
    trials: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a strategy report: one self-contained HTML page, its tables as CSV, its manifest.

    Without NAME, list the reports. The same question gives the same bytes.
    """
    from risksim import claims, reports

    if out == "":
        raise InputError("--out takes a folder, not an empty name")
    if name is None:
        alone = {"--quick": quick, "--rules": rules, "--trials": trials, "--seed": seed, "--out": out}
        refuse_given(alone, "needs the NAME of a report")
        known = reports.found()
        if as_json:
            print_json({"reports": {each: entry.title for each, entry in known.items()}})
            return
        for each, entry in known.items():
            click.echo(f"{each}  {entry.title}: {entry.question}")
        return
    effort = claims.Effort.of(quick=quick, trials=trials, seed=seed)
    folder = out or "out"
    reports.ready(name, folder)  # before the bar, and before a minute of work
    with progress_bar(f"report {name}") as progress:
        made = reports.make(name, folder, rules=rules, effort=effort, progress=progress)
    if as_json:
        print_json(made)
        return
    counts = list(made.verdicts.values())
    words = ", ".join(f"{counts.count(verdict)} {verdict}" for verdict in ("holds", "fails", "undecided"))
    click.echo(f"{made.page}")
    click.echo(f"  claims: {words}" if made.verdicts else "  no claims")
    click.echo(f"  tables: {counted(len(made.tables), 'CSV file')} beside it; manifest: {made.manifest}")
    say(f"seed {made.seed}, {made.trials:,} trials a simulation; times in {made.log}")
