"""Plans of attack with branches, and the files they are written in.

A plan file is TOML::

    armies = 30              # on the territory all begins from; may be left out and given with the question
    rules = "classic"        # the rule set (a name or a file), classic if left out
    keep = 1                 # stop every attack once so many armies stand on the territory it comes from
    aim = "all"              # take all, or the greatest expected value: "value"
    clauses = { occupy_min = "one" }    # clauses to change for all territories

    [[territory]]
    name = "Iceland"
    defenders = 3            # attacked from the start, as no "from" is given

    [[territory]]
    name = "Scandinavia"
    from = "Iceland"         # attacked from there, once Iceland is taken; "start", or none, is where all begins
    defenders = 2
    leave = 2                # armies that stay when going on from here
    gain = 4                 # armies that arrive here on taking it
    value = 3                # what it is worth, 1 if left out
    rules = "finnish"        # a rule set whose dice hold here
    clauses = { defence_dice = 3 }      # clauses about dice to change here

Every territory is attacked from the start or from one other territory, so a plan is a tree. The order of the file is
the order the best one is compared with. No territory may be called ``start``.
"""

import os
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from risksim.errors import InputError, check_count, check_real, shown, unknown_name

#: Aims of a plan.
AIMS = ("all", "value")
#: Most territories of a plan, and most armies anywhere in one.
MAX_TERRITORIES, MAX_ARMIES = 100, 2_000
#: The place all begins from; a name no territory may have.
START = "start"
_PLAN_KEYS = ("armies", "rules", "keep", "aim", "clauses", "territory")
_TERRITORY_KEYS = ("name", "from", "defenders", "leave", "gain", "value", "rules", "clauses")


class Territory(Struct, frozen=True, kw_only=True):
    """One territory of a plan."""

    name: str
    defenders: int
    attacked_from: str | None = None
    """name of the territory it is attacked from; None, or ``"start"``, is where all begins"""
    leave: int = 1
    """armies that stay when going on from here, where not more have to move on"""
    gain: int = 0
    """armies that arrive here on taking it"""
    value: float = 1.0
    rules: str | None = None
    """a rule set whose dice hold here"""
    clauses: dict[str, Any] = {}
    """clauses about dice to change here"""


class Plan(Struct, frozen=True, kw_only=True):
    """Territories to take, as a tree: :func:`read` reads one from a file, :func:`check` checks one made by hand."""

    territories: tuple[Territory, ...]
    armies: int | None = None
    """on the territory all begins from; None where the question says it"""
    rules: str = "classic"
    keep: int = 1
    aim: str = "all"
    clauses: dict[str, Any] = {}


def read(path: str | os.PathLike[str]) -> Plan:
    """Return the plan in a file.

    Raises
    ------
    InputError
        If the file cannot be read or is not TOML, a key is unknown or missing, a value is out of range, a territory
        is named twice, is called ``start`` or by characters that cannot be seen, is attacked from one that is not
        there, or only from itself in a loop.
    """
    where = os.fspath(path)
    table = _read(where)
    _check_keys(table, _PLAN_KEYS, where)
    rows = table.get("territory", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{where}: territories are written as [[territory]], one for each")
    territories = []
    for number, row in enumerate(rows, start=1):
        name = row.get("name")
        place = f"{where}: territory {name!r}" if isinstance(name, str) else f"{where}: territory {number}"
        _check_keys(row, _TERRITORY_KEYS, place)
        for key in ("name", "defenders"):
            if key not in row:
                raise InputError(f"{place} has no {key}")
        values = {("attacked_from" if key == "from" else key): value for key, value in row.items()}
        _check_kinds(values, {"name": str, "attacked_from": str, "rules": str, "clauses": dict}, place)
        territories.append(Territory(**values))
    header = {key: value for key, value in table.items() if key != "territory"}
    _check_kinds(header, {"rules": str, "aim": str, "clauses": dict}, where)
    return check(Plan(territories=tuple(territories), **header), where)


def check(plan: Plan, where: str = "plan") -> Plan:
    """Return a plan that makes sense, ``attacked_from`` None wherever that is the start.

    Parameters
    ----------
    plan
        The plan.
    where
        What messages begin with.

    Raises
    ------
    InputError
        As for :func:`read`.

    >>> plan = Plan(territories=(Territory(name="A", defenders=2), Territory(name="B", defenders=1, attacked_from="A")))
    >>> check(plan) is plan
    True
    """
    if not plan.territories:
        raise InputError(f"{where} has no territory; a plan takes at least one [[territory]]")
    if len(plan.territories) > MAX_TERRITORIES:
        raise InputError(f"{where} has {len(plan.territories)} territories; the most is {MAX_TERRITORIES}")
    if plan.armies is not None:
        check_count("armies", plan.armies, 2, MAX_ARMIES, where)
    check_count("keep", plan.keep, 1, MAX_ARMIES, where)
    if plan.aim not in AIMS:
        raise InputError(f"{where}: {unknown_name('aim', plan.aim, AIMS)}")
    names = [each.name for each in plan.territories]
    if any(each.attacked_from == START for each in plan.territories):
        plan = structs.replace(plan, territories=tuple(map(_from_start, plan.territories)))
    for name in names:
        _check_name(name, where)
        if names.count(name) > 1:
            raise InputError(f"{where}: territory {name!r} is named {names.count(name)} times")
    for each in plan.territories:
        place = f"{where}: territory {each.name!r}"
        check_count("defenders", each.defenders, 1, MAX_ARMIES, place)
        check_count("leave", each.leave, 1, MAX_ARMIES, place)
        check_count("gain", each.gain, 0, MAX_ARMIES, place)
        check_real("value", each.value, 0, 1e12, place)
        if each.attacked_from is not None and each.attacked_from not in names:
            raise InputError(f"{place}: {unknown_name('territory', each.attacked_from, names)}")
    _check_loops(plan.territories, where)
    return plan


def _read(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, encoding="utf-8-sig") as file:  # Windows editors begin with a mark
            return tomllib.loads(file.read())
    except FileNotFoundError:
        raise InputError(f"plan file {path!r} does not exist") from None
    except OSError as error:
        raise InputError(f"plan file {path!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"plan file {path!r} is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None
    except ValueError:  # of tomllib, which leaves it to Python to read integers
        raise InputError(f"{path}: an integer has too many digits") from None


def _from_start(territory: Territory) -> Territory:
    return structs.replace(territory, attacked_from=None) if territory.attacked_from == START else territory


def _check_name(name: str, where: str) -> None:
    if not name.strip():
        raise InputError(f"{where}: a territory has an empty name")
    if name == START:
        raise InputError(
            f"{where}: territory {name!r}: that is what the place all begins from is called; name it otherwise"
        )
    if not all(each.isprintable() or unicodedata.category(each) == "Zs" for each in name):
        raise InputError(f"{where}: territory {name!r} has characters in its name that cannot be seen")


def _check_keys(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{where}: {unknown_name('key', key, known)}")


def _check_kinds(values: Mapping[str, Any], kinds: Mapping[str, type], where: str) -> None:
    for key, kind in kinds.items():
        if key in values and not isinstance(values[key], kind):
            wanted = "text" if kind is str else "a table such as { defence_dice = 3 }"
            name = "from" if key == "attacked_from" else key
            raise InputError(f"{where}: {name} must be {wanted}, not {shown(values[key])}")


def _check_loops(territories: Sequence[Territory], where: str) -> None:
    before = {each.name: each.attacked_from for each in territories}
    for name in before:
        course = [name]
        while (at := before[course[-1]]) is not None:
            if at in course:
                loop = [*course[course.index(at) :], at]
                raise InputError(
                    f"{where}: territories are attacked from one another in a loop: {' <- '.join(loop)}"
                )
            course.append(at)
