"""Comparing verdicts with a file of expected ones."""

import json
import tomllib
from pathlib import Path

from risksim.claims.checking.check import NOT_APPLICABLE, Checked, found, known
from risksim.claims.checking.claim import Claim, Verdict
from risksim.errors import InputError, unknown_name


def read(path: str | Path) -> dict[str, str]:
    """Return the expected verdicts of a JSON or TOML file (``{"C1": "holds"}``, ``C1 = "holds"``) by claim.

    Raises
    ------
    InputError
        If the file cannot be read or parsed, is empty, or names an unknown claim, a finding or an unknown verdict.
    """
    where = f"expectations {str(path)!r}"
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{where} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{where} is not UTF-8 text") from None
    try:
        table = tomllib.loads(text) if Path(path).suffix == ".toml" else json.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, RecursionError) as error:
        kind = "TOML" if Path(path).suffix == ".toml" else "JSON (name it .toml if it is TOML)"
        raise InputError(f"{where} is not valid {kind}: {error}") from None
    if not isinstance(table, dict) or not table:
        raise InputError(f'{where} must name verdicts by claim, such as {{"C1": "holds"}}')
    catalogue = found()
    expected: dict[str, str] = {}
    for name, value in table.items():
        key = known(name, catalogue)
        if not isinstance(catalogue[key], Claim):
            raise InputError(f"{where}: {key} is a finding and has no verdict")
        if value not in list(Verdict):
            raise unknown_name(f"verdict of {key} in {where}:", str(value), [each.value for each in Verdict])
        if key in expected:
            raise InputError(f"{where} names {key} twice")
        expected[key] = value
    return expected


def differences(checked: Checked, expected: dict[str, str]) -> list[str]:
    """Return a line for each checked claim whose verdict is not the expected one; others are left out.

    Raises
    ------
    InputError
        If none of the expectations was checked: such a comparison would always agree.
    """
    verdicts = {row.key: row.verdict or NOT_APPLICABLE for row in checked.rows if row.kind == "claim"}
    compared = [key for key in expected if key in verdicts]
    if not compared:
        raise InputError(f"none of the expected claims ({', '.join(expected)}) was checked")
    return [
        f"{key} {verdicts[key]}, expected {expected[key]}"
        for key in compared
        if verdicts[key] != expected[key]
    ]
