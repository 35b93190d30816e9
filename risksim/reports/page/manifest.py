"""The manifest of a report: everything its bytes depend on, and nothing that changes between two runs."""

import hashlib
import json
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from risksim import catalogues
from risksim.claims import Effort
from risksim.reports.page.tables import Table
from risksim.rules import RuleSet

#: Distributions that compute or draw something on the page.
PACKAGES = ("jinja2", "markupsafe", "matplotlib", "msgspec", "numba", "numpy", "pandas", "scipy")


def manifest(
    name: str,
    title: str,
    effort: Effort,
    rule_sets: Iterable[RuleSet],
    claim_keys: Iterable[str],
    tables: Iterable[Table],
) -> dict[str, Any]:
    """Return what a report was made of: question, rules, claims, versions, and the digests of its tables.

    Digests are SHA-256 in hexadecimal: of a rule set over its resolved values, of a claim over its file, of a table
    over the bytes of its CSV file.
    """
    files = claim_files()
    return {
        "report": name,
        "title": title,
        "seed": effort.seed,
        "trials": effort.trials,
        "quick": effort.quick,
        "rules": {each.label: {"version": each.version, "digest": each.digest} for each in rule_sets},
        "claims": {key: files[key] for key in claim_keys},
        "tables": {f"{name}-{table.key}.csv": _digest(table.csv()) for table in tables},
        "versions": {
            "risksim-boardgame": metadata.version("risksim-boardgame"),
            "python": platform.python_version(),
            **{package: metadata.version(package) for package in PACKAGES},
        },
    }


def claim_files() -> dict[str, dict[str, int | str]]:
    """Return the version of each claim and finding by its key, and the name and digest of its file."""
    found: dict[str, dict[str, int | str]] = {}
    for name, path in catalogues.entries("claims", ".py").items():
        module = catalogues.load_module(name, path)
        entry = getattr(module, "CLAIM", None) or getattr(module, "FINDING", None)
        if entry is not None:
            found[entry.key] = {
                "version": entry.version,
                "file": Path(path).name,
                "digest": _digest(Path(path).read_bytes()),
            }
    return found


def as_json(content: dict[str, Any]) -> str:
    """Return a manifest as text for people and programs."""
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
