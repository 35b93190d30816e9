"""Every source that is cited exists, and every source that exists is cited."""

import re
import tomllib
from pathlib import Path

import pytest

from risksim import catalogues, sources
from risksim.errors import InputError

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"Sources?:((?:[^\n]|\n(?!\s*\n))*?)(?:\.\s*\n|\n\s*\n|\"\"\"|\Z)")
KEY = re.compile(r"``([a-z][a-z0-9]*(?:-[a-z0-9]+)*)``")
ATTRIBUTE = re.compile(r"\b(?:source|SOURCE)\b(?::[^=\n]+)?\s*=\s*\"([^\"]+)\"")


def cited_in_python(text):
    """Return the keys on "Sources:" lines and in ``source="…"`` attributes."""
    keys = {key for line in LINE.findall(text) for key in KEY.findall(line)}
    for value in ATTRIBUTE.findall(text):
        keys |= set(sources.keys_in(value)) or ({value} if re.fullmatch(r"[a-z][a-z0-9-]*", value) else set())
    return keys


def cited_in_rules(text):
    return {key for line in tomllib.loads(text).get("source", {}).values() for key in sources.keys_in(line)}


def citations(root):
    """Return where each key is cited below a folder: key -> files."""
    found = {}
    python = [path for part in ("risksim", "tests") for path in sorted((root / part).rglob("*.py"))]
    for path in python:
        if path == Path(__file__).resolve():
            continue
        for key in cited_in_python(path.read_text(encoding="utf-8")):
            found.setdefault(key, []).append(path)
    for path in sorted((root / "risksim" / "rules" / "data").glob("*.toml")):
        for key in cited_in_rules(path.read_text(encoding="utf-8")):
            found.setdefault(key, []).append(path)
    assert found, "no citation found"
    return found


def test_every_cited_source_exists():
    known = sources.load()
    unknown = {
        key: [str(path.relative_to(ROOT)) for path in paths]
        for key, paths in citations(ROOT).items()
        if key not in known
    }
    assert not unknown


def test_every_source_is_cited():
    assert sources.load().keys() - citations(ROOT).keys() == set()


def test_a_check_that_finds_no_citation_fails(tmp_path):
    (tmp_path / "risksim").mkdir()
    (tmp_path / "risksim" / "silent.py").write_text('"""Cites nothing."""\n')
    with pytest.raises(AssertionError, match="no citation found"):
        citations(tmp_path)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('"""Words.\n\nSources: ``osborne-2003``, ``icepool``.\n"""\n', {"osborne-2003", "icepool"}),
        (
            '"""Words.\n\nSources: ``osborne-2003``,\n``icepool``.\n\n``other``\n"""\n',
            {"osborne-2003", "icepool"},
        ),
        ('"""Words ``not-a-source``."""\n', set()),
        ('SOURCE = "seed-new-rules"\n', {"seed-new-rules"}),
        ('claim(source="seed-new-rules: Getting Armies")\n', {"seed-new-rules"}),
        ('claim(source: str = "seed-new-rules")\n', {"seed-new-rules"}),
    ],
)
def test_citations_are_read_where_they_stand(text, keys):
    assert cited_in_python(text) == keys


def test_rule_set_lines_may_name_several_sources():
    text = '[source]\nties = "seed-finnish: silent, step 6; hasbro-1993: Attacking"\n'
    assert cited_in_rules(text) == {"seed-finnish", "hasbro-1993"}


@pytest.mark.parametrize("source", sources.load().values(), ids=sources.load())
def test_a_source_says_who_what_when_and_where(source):
    assert source.kind in ("document", "rulebook", "paper", "software", "web")
    assert source.title
    assert source.authors
    assert source.where
    assert source.note
    assert source.year == "undated" or 1900 <= source.year <= 2026
    assert source.title in sources.cite(source.key)


def test_an_unknown_key_is_named():
    with pytest.raises(InputError, match="did you mean 'osborne-2003'"):
        sources.cite("osborn-2003")


def test_rule_set_files_were_read():
    assert len(catalogues.entries("rules", ".toml", "data")) >= 6
