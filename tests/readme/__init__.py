"""The README's own numbers: every ``$ risksim …`` line in a console block is run, and what it prints stands below it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)

#: A block with a title is a file that the commands below it read.
FILE = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def write_files(text, folder):
    """Write the files that the text shows into a folder."""
    for name, content in FILE.findall(text):
        Path(folder, name).write_text(content, encoding="utf-8")


def consoles(text):
    """Return the console blocks whose every command is risksim's."""
    return [block for block in CONSOLE.findall(text) if block.startswith("$ risksim")]


def run(command, folder):
    """Return what a command prints on standard output, exactly as a terminal 110 columns wide shows it."""
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", "risksim", *words[1:]],
        cwd=folder,
        env={**os.environ, "COLUMNS": "110", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    shown = done.stdout if done.returncode != 2 else done.stderr
    return "\n".join(line.rstrip() for line in shown.splitlines()).rstrip("\n")


def rendered(block, folder):
    """Return the block with the outputs its commands give now."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "\n\n".join(f"{command}\n{run(command[2:], folder)}" for command in commands) + "\n"
