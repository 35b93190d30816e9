"""``risksim check``: the claims, checked."""

import click

from risksim.cli.options import each_trials_option, json_option, own_seed_option
from risksim.cli.output import print_json, progress_bar, say
from risksim.cli.verb import verb

#: Exit code where an expectation was not met.
_EXIT_DIFFERS = 1


@verb(short_help="The claims of the variant, checked.")
@click.option("--claims", default=None, metavar="C1,C9", help="Only these, each with all its numbers.")
@click.option("--quick", is_flag=True, help="Fewer trials: a look in seconds.")
@click.option(
    "--expect", default=None, metavar="FILE", help="Exit 1 unless these verdicts (JSON, TOML) came out."
)
@click.option("--rules", default="new-rules", show_default=True, metavar="NAME|FILE", help="The rule set.")
@each_trials_option
@own_seed_option("Seed of the simulations; fixed when not given.")
@json_option
def command(
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
        raise click.exceptions.Exit(_EXIT_DIFFERS)
