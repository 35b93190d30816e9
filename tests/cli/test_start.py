"""A light start: what people type first loads nothing heavy."""

import subprocess
import sys
from importlib import metadata

import pytest

HEAVY = {"numpy", "numba", "scipy", "pandas", "matplotlib", "rich", "jinja2"}


def loaded(program):
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            program + "\nimport sys; print(*{m.partition('.')[0] for m in sys.modules}, file=sys.stderr)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "program",
    [
        "import risksim",
        "import risksim; risksim.battles.odds(10, 8).p_win",
        "import risksim; risksim.rules.load('new-rules')",
        "from risksim.cli import cli; cli.main(['--help'], standalone_mode=False)",
        "from risksim.cli import cli; cli.main(['odds', '10', '8'], standalone_mode=False)",
        "from risksim.cli import cli; cli.main(['odds', '10', '8', '--json'], standalone_mode=False)",
        "from risksim.cli import cli; cli.main(['need', '8', '--p', '0.8'], standalone_mode=False)",
        "from risksim.cli import cli; cli.main(['rules', 'finnish'], standalone_mode=False)",
    ],
)
def test_nothing_heavy_is_loaded(program):
    assert loaded(program) & HEAVY == set()


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (["odds", "10", "8"], {"hashlib", "json", "pathlib", "dataclasses", "difflib"}),
        (["need", "8", "--p", "0.8"], {"hashlib", "json", "pathlib", "dataclasses", "difflib", "fractions"}),
        (["odds", "10", "8", "--json"], {"pathlib", "difflib"}),
        (["rules"], {"pathlib", "json", "dataclasses", "difflib", "fractions"}),
    ],
)
def test_the_library_is_loaded_only_where_it_is_used(words, needless):
    without_us = loaded("import click, msgspec")
    program = f"from risksim.cli import cli; cli.main({words}, standalone_mode=False)"
    assert (loaded(program) - without_us) & needless == set()


def test_a_verb_loads_no_other_verb():
    program = "from risksim.cli import cli; cli.main(['odds', '10', '8'], standalone_mode=False)"
    listing = "; import sys; print(*(m for m in sys.modules if m.startswith('risksim.cli.verbs.')))"
    done = subprocess.run(
        [sys.executable, "-c", program + listing], capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-1:] == ["risksim.cli.verbs.odds"]
    assert done.stdout.count("risksim.cli.verbs.") == 1


def test_the_check_sees_a_heavy_module():
    assert "numpy" in loaded("import numpy")
    assert "hashlib" in loaded("from risksim import rules; rules.load('classic').digest")


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        [],
        ["odds", "200", "200", "--table"],
        ["odds", "10", "8", "--json"],
        ["odds", "1", "8"],
        ["ods"],
    ],
    ids=" ".join,
)
def test_the_front_door_leads_to_the_same_answers(words):
    direct, door = (
        subprocess.run([sys.executable, *start, *words], capture_output=True, text=True, check=False)
        for start in (["-c", "from risksim.cli import main; main()"], ["-m", "risksim"])
    )
    assert (door.stdout, door.stderr, door.returncode) == (direct.stdout, direct.stderr, direct.returncode)
    assert door.stdout or door.returncode == 2


def test_the_installed_command_goes_through_the_front_door():
    entry = next(each for each in metadata.entry_points(group="console_scripts") if each.name == "risksim")
    assert entry.value == "risksim.__main__:run"
