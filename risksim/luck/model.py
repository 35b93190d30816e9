"""Was I unlucky: the answer about a log of rounds or battles.

Every row is held against the exact chances of its dice. Its *luck* is the armies by which it went better than
expected for the side asked about: enemy armies lost less own armies lost, less the expectation of that. The
percentile of a row lines up its outcomes from the worst to the best by the same measure: the chance of a worse one plus
half the chance of one just as good. The p-value doubles the smaller tail, the outcome itself included.

What is exact
    Each row, given the armies and dice it began with; and all of them together, if which rows there are was not
    decided by how the dice fell. In a game later armies do depend on earlier dice, and a log that is looked at
    again and again, or that ends when luck has been bad enough, finds too much. ``p_value_anytime`` holds in all
    these cases: whatever armies came next, however often one looked, whenever the log was ended.

Importing this module is light, and short logs are answered without numpy.

Sources: ``ville-1939``, ``ramdas-2023``, ``lancaster-1961``.
"""

import math
import os
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from risksim import rules as rule_sets
from risksim import statistics
from risksim.answers import Answer, plain
from risksim.battles import blitz, rounds
from risksim.battles.exact import Battle, is_steady
from risksim.battles.model import MAX_ARMIES, MAX_STATES
from risksim.errors import InputError, counted, unknown_name
from risksim.luck import exact, tails
from risksim.luck.log import Entry, read
from risksim.rules import RuleSet
from risksim.rules.clauses import Dice

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDES = ("attacker", "defender")
#: Most rounds after which a battle was to be stopped.
MAX_ROUNDS = 1_000
#: Chances below this are left out of the distribution that is shown.
_LEAST_SHOWN = 1e-12
_OF_A_ROUND = ("attack_roll", "defence_roll", "attacker_lost", "defender_lost", "attack_dice", "defence_dice")
_OF_A_BATTLE = ("attackers_left", "defenders_left", "keep", "until", "most_rounds")


class Row(Struct, frozen=True, kw_only=True):
    """One row of the log, held against its chances; what ends in ``_so_far`` is about all rows up to this one."""

    line: int
    """in the file; the number of the row where there is no file"""
    label: str | None
    kind: str
    """``round`` or ``battle``"""
    side: str
    """``attacker`` or ``defender``: whose luck it is"""
    rules: str
    armies: int
    """on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    attack_dice: int | None
    """dice that counted in a round"""
    defence_dice: int | None
    attack_roll: tuple[int, ...] | None
    defence_roll: tuple[int, ...] | None
    keep: int | None
    """armies at which a battle was to be stopped"""
    until: int | None
    most_rounds: int | None
    armies_left: int
    """the attacker's in all, before any move in"""
    defenders_left: int
    attacker_losses: int
    defender_losses: int
    expected_attacker_losses: float
    expected_defender_losses: float
    luck: float
    """armies better than expected"""
    sd: float
    percentile: float
    """chance of a worse outcome and half that of one as good"""
    p_value: float
    """twice the chance of an outcome at least so good, or so bad, whichever is smaller"""
    is_limit: bool
    """whether this end of a battle is rarer than 1e-280 and counts as if it were not: percentile and p are limits"""
    luck_so_far: float
    percentile_so_far: float
    p_value_so_far: float
    """not for looking at again and again: see ``e_value``"""
    low_so_far: float
    """luck below which all rows so far fall with chance (1 - level) / 2 at most"""
    high_so_far: float
    anytime_low: float
    """luck so far at which the anytime-valid test would reject at the level"""
    anytime_high: float
    e_value: float
    """as far as doubles go: at most 3e307"""
    exact: dict[str, str] = {}
    """the percentile of a round as a fraction"""


class Luck(Answer, Struct, frozen=True, kw_only=True):
    """The answer to :func:`luck`, from the view of the side asked about."""

    rule_sets: tuple[RuleSet, ...]
    side: str
    """``attacker``, ``defender`` or ``both``"""
    n_rounds: int
    n_battles: int
    losses: int
    """armies lost"""
    expected_losses: float
    enemy_losses: int
    """armies the others lost"""
    expected_enemy_losses: float
    luck: float
    """armies better than expected"""
    sd: float
    z: float | None
    """luck in standard deviations; None where nothing depended on dice"""
    percentile: float
    p_value: float
    """two-sided, from the exact distribution of the luck of all rows; 0 where doubles do not reach"""
    log10_p_value: float
    """its decimal logarithm, however small it is"""
    p_unluckier: float
    """share of players with these rows who would have been worse off"""
    p_same: float
    p_luckier: float
    p_value_anytime: float
    """two-sided, and valid however often one looks and whenever one stops; at least 3e-308"""
    log10_p_value_anytime: float
    """its decimal logarithm, however small it is"""
    e_value: float
    """as far as doubles go: at most 3e307"""
    e_value_largest: float
    n_limits: int
    """battles that ended in a way rarer than 1e-280; where there are any, no p-value below 1e-279 is told"""
    level: float
    """of the limits in the rows"""
    rows: tuple[Row, ...]
    distribution: tuple[tuple[float, float], ...]
    """luck of all rows and its chance, where that is 1e-12 or more"""

    @property
    def rules(self) -> str:
        """The names of the rule sets, and what was varied."""
        return ", ".join(rule_set.label for rule_set in self.rule_sets)

    @property
    def rules_digest(self) -> str:
        """The digests of the rule sets, in the order of their names."""
        return ", ".join(rule_set.digest for rule_set in self.rule_sets)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that ``json.dumps`` accepts; limits that are infinite are None."""
        fields = {name: plain(getattr(self, name)) for name in self.__struct_fields__ if name != "rule_sets"}
        for row in fields["rows"]:
            for name in ("anytime_low", "anytime_high"):
                row[name] = row[name] if math.isfinite(row[name]) else None
        return {**fields, "rules": self.rules, "rules_digest": self.rules_digest}

    def to_frame(self) -> "pd.DataFrame":
        """Return the rows as a table."""
        import pandas as pd

        rows = [{name: getattr(row, name) for name in Row.__struct_fields__} for row in self.rows]
        whole = ("attack_dice", "defence_dice", "keep", "until", "most_rounds")
        return pd.DataFrame(rows).drop(columns="exact").astype(dict.fromkeys(whole, "Int64"))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the luck so far, with the limits for one look and those for any number of looks."""
        from risksim.luck import plots

        return plots.running(self, ax)

    def plot_percentiles(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the percentile of each row."""
        from risksim.luck import plots

        return plots.percentiles(self, ax)

    def figure(self) -> "Figure":
        """Draw both on one page."""
        from risksim.luck import plots

        return plots.page(self)


class _Case(NamedTuple):
    """A row as it was read: what it says, its law, what it cost, and whose luck it is."""

    facts: dict[str, Any]
    law: exact.Law
    losses: exact.Losses
    rule_set: RuleSet
    is_limit: bool = False

    @property
    def is_attacker(self) -> bool:
        return bool(self.facts["side"] == "attacker")

    @property
    def scores(self) -> exact.Scores:
        return self.law.scores if self.is_attacker else self.law.scores.reversed

    @property
    def score(self) -> int:
        net = self.losses[1] - self.losses[0]
        return net if self.is_attacker else -net


def luck(
    log: "str | os.PathLike[str] | Iterable[Mapping[str, Any]] | pd.DataFrame",
    *,
    side: str | None = None,
    rules: str | os.PathLike[str] | RuleSet | None = None,
    fighting: bool = False,
    level: float = 0.95,
    **clauses: Any,
) -> Luck:
    """Return how lucky a side was, row by row and in all, exactly.

    Rows of rounds say ``attackers`` and ``defenders`` before the dice are rolled, then either ``attack_roll`` and
    ``defence_roll`` ("6 5 1", "4 2") or ``attacker_lost`` and ``defender_lost``; ``attack_dice`` and
    ``defence_dice`` where fewer dice than allowed were rolled. Rows of battles say ``attackers`` and ``defenders``
    before the battle, ``attackers_left`` (all of them, those that moved in included) and ``defenders_left`` after
    it, and ``keep``, ``until`` or ``most_rounds`` where it was to be stopped once so many armies stood on the attacking
    territory, so many defenders were left, or so many rounds were fought. ``side``, ``rules`` and ``label`` may be
    said row by row.

    Parameters
    ----------
    log
        A CSV or JSON file (or JSON lines), rows as mappings, or a table of pandas.
    side
        Whose luck: ``attacker`` (the default) or ``defender``, in the rows that do not say it.
    rules
        The rule set of the rows that do not say it; ``classic`` when None.
    fighting
        Whether ``attackers`` and ``attackers_left`` count only armies able to attack.
    level
        Level of the limits so far.
    clauses
        Clauses to change for all rows, such as ``defence_dice=3``.

    Raises
    ------
    InputError
        If the file cannot be read, or a row cannot be: the line is named.

    >>> answer = luck([
    ...     {"attackers": 5, "defenders": 2, "attack_roll": "6 5 1", "defence_roll": "4 2"},
    ...     {"attackers": 8, "defenders": 4, "attackers_left": 3, "defenders_left": 0},
    ... ])
    >>> [round(row.percentile, 3) for row in answer.rows], round(answer.percentile, 3)
    ([0.814, 0.226], 0.463)

    Sources: ``ville-1939``, ``ramdas-2023``, ``lancaster-1961``.
    """
    statistics.check_level(level)
    if side is not None and side not in SIDES:
        raise unknown_name("side", str(side), SIDES)
    entries = read(log)
    for name, given in (("side", side), ("rules", rules)):
        if given is not None and all(name in entry.fields for entry in entries):
            raise InputError(f"{name} {given!s} would be ignored: every row of the log says its own")
    settings = _Settings("classic" if rules is None else rules, clauses)
    cases = [_case(entry, settings, side or "attacker", fighting) for entry in entries]
    return _answer(cases, level)


class _Settings:
    """The rule sets of a log, each loaded once."""

    def __init__(self, default: "str | os.PathLike[str] | RuleSet", clauses: Mapping[str, Any]) -> None:
        self._changes = {name: value for name, value in clauses.items() if value is not None}
        self._default = rule_sets.load(default).vary(**self._changes)
        self._named: dict[str, RuleSet] = {}

    def of(self, entry: Entry) -> RuleSet:
        """Return the rule set of a row."""
        name = entry.fields.get("rules")
        if name is None:
            return self._default
        if name not in self._named:
            try:
                self._named[name] = rule_sets.load(str(name)).vary(**self._changes)
            except InputError as error:
                raise entry.refuse(str(error)) from None
        return self._named[name]


def _case(entry: Entry, settings: _Settings, default_side: str, fighting: bool) -> _Case:
    rule_set = settings.of(entry)
    side = str(entry.fields.get("side", default_side)).lower()
    if side not in SIDES:
        raise entry.refuse(str(unknown_name("side", side, SIDES)))
    of_a_round = [name for name in _OF_A_ROUND if name in entry.fields]
    of_a_battle = [name for name in _OF_A_BATTLE if name in entry.fields]
    if of_a_round and of_a_battle:
        raise entry.refuse(
            f"{of_a_round[0]} is said of a round, {of_a_battle[0]} of a battle: a row is one of them"
        )
    armies, defenders = _armies(entry, rule_set, fighting)
    facts = {
        "line": entry.line,
        "label": None if entry.fields.get("label") is None else str(entry.fields["label"]),
        "kind": "battle" if of_a_battle else "round",
        "side": side,
        "rules": rule_set.label,
        "armies": armies,
        "attackers": armies - 1,
        "defenders": defenders,
        **dict.fromkeys(
            ("attack_dice", "defence_dice", "attack_roll", "defence_roll", "keep", "until", "most_rounds")
        ),
    }
    try:
        more, law, losses = (
            _battle(entry, rule_set, armies - 1, defenders, fighting)
            if of_a_battle
            else _round(entry, rule_set, armies - 1, defenders)
        )
    except InputError as error:  # what the mathematics below refuses names no line
        text = str(error)
        raise (
            error if text.startswith(entry.where) else entry.refuse(f"{text} (rule set {rule_set.label!r})")
        ) from None
    is_limit = law.losses.get(losses, 0.0) < exact.VANISHING
    return _Case(facts | more, law.with_vanishing(losses) if is_limit else law, losses, rule_set, is_limit)


def _armies(entry: Entry, rule_set: RuleSet, fighting: bool) -> tuple[int, int]:
    """Return the armies on the attacking territory and the defenders."""
    where = f"rule set {rule_set.label!r}"
    standing = "able to attack" if fighting else "on the attacking territory, of which one must stay"
    armies = entry.whole("attackers", 1 if fighting else 2, MAX_ARMIES, f"armies {standing}; {where}")
    defenders = entry.whole("defenders", 1, MAX_ARMIES, where)
    if armies is None:
        raise entry.refuse(f"no 'attackers' (armies {standing})")
    if defenders is None:
        raise entry.refuse("no 'defenders' (armies on the defended territory)")
    if not rounds.may_attack(rule_set.dice, defenders):
        raise entry.refuse(f"a territory held by one army cannot be attacked ({where})")
    return armies + fighting, defenders


def _round(
    entry: Entry, rule_set: RuleSet, attackers: int, defenders: int
) -> tuple[dict[str, Any], exact.Law, exact.Losses]:
    dice = rule_set.dice
    n_attack, attack_roll = _dice(entry, rule_set, "attack", rounds.attack_dice(dice, attackers))
    n_defence, defence_roll = _dice(entry, rule_set, "defence", rounds.defence_dice(dice, defenders))
    law = exact.round_law(
        dice,
        min(attackers, rounds.full_attackers(dice)),
        min(defenders, rounds.full_defenders(dice)),
        n_attack,
        n_defence,
    )
    said = (entry.whole("attacker_lost"), entry.whole("defender_lost"))
    is_rolled = attack_roll is not None and (defence_roll is not None or n_defence == 0)
    if is_rolled:
        losses = _rolled(entry, dice, attackers, defenders, attack_roll or (), defence_roll or ())
        for name, one, other in zip(("attacker_lost", "defender_lost"), said, losses, strict=True):
            if one not in (None, other):
                raise entry.refuse(f"{name} {one}, but by its roll it lost {other}")
    elif attack_roll is not None or defence_roll is not None:
        missing = "defence_roll" if defence_roll is None else "attack_roll"
        raise entry.refuse(f"no {missing!r}; a round needs the roll of both sides, or what they lost")
    elif said[0] is None or said[1] is None:
        missing = "attacker_lost" if said[0] is None else "defender_lost"
        both = "attack_roll and defence_roll, or attacker_lost and defender_lost"
        raise entry.refuse(
            f"no {missing!r}; a round needs {both}, a battle attackers_left and defenders_left"
        )
    else:
        losses = (said[0], said[1])
    if losses not in law.losses:
        possible = ", ".join(f"{a} and {d}" for a, d in sorted(law.losses))
        raise entry.refuse(
            f"attacker_lost {losses[0]} and defender_lost {losses[1]}; a round of {n_attack} dice against {n_defence} "
            f"between {counted(attackers, 'attacker')} and {counted(defenders, 'defender')} costs {possible} "
            f"(rule set {rule_set.label!r})"
        )
    more = {
        "attack_dice": n_attack,
        "defence_dice": n_defence,
        "attack_roll": attack_roll,
        "defence_roll": defence_roll,
    }
    return more, law, losses


def _dice(entry: Entry, rule_set: RuleSet, side: str, most: int) -> tuple[int, tuple[int, ...] | None]:
    """Return how many dice of a side counted, and what they showed where the row says it."""
    where = f"as many as may be rolled here; rule set {rule_set.label!r}"
    roll = entry.faces(f"{side}_roll", getattr(rule_set.dice, f"{side}_sides"))
    number = entry.whole(f"{side}_dice", min(1, most), most, where)
    if roll is None:
        return most if number is None else number, None
    extra = getattr(rule_set.dice, f"{side}_extra_dice") if most else 0
    if not min(1, most) <= len(roll) - extra <= most:
        allowed = f"at most {counted(most + extra, 'die', 'dice')}" if most else "no die"
        raise entry.refuse(
            f"{side}_roll of {counted(len(roll), 'die', 'dice')}; {allowed} may be rolled here "
            f"(rule set {rule_set.label!r})"
        )
    if number not in (None, len(roll) - extra):
        raise entry.refuse(f"{side}_dice {number}, but {side}_roll shows {counted(len(roll), 'die', 'dice')}")
    return len(roll) - extra, roll


def _rolled(
    entry: Entry,
    dice: Dice,
    attackers: int,
    defenders: int,
    attack: tuple[int, ...],
    defence: tuple[int, ...],
) -> exact.Losses:
    """Return what a roll costs, no more than there is to lose."""
    if not defence:
        return (0, 1)
    losses = exact.losses_of(dice, attack, defence)
    if losses is None:
        raise entry.refuse("a roll that ties is rolled again; log the one that counted")
    return min(losses[0], attackers), min(losses[1], defenders)


def _battle(
    entry: Entry, rule_set: RuleSet, attackers: int, defenders: int, fighting: bool
) -> tuple[dict[str, Any], exact.Law, exact.Losses]:
    dice, stays = rule_set.dice, int(not fighting)
    keep = entry.whole("keep", 1, attackers, f"{attackers + 1} armies on the attacking territory")
    until = entry.whole("until", 0, defenders - 1, counted(defenders, "defender"))
    most_rounds = entry.whole("most_rounds", 1, MAX_ROUNDS)
    left = entry.whole("attackers_left", stays, attackers + stays, f"of {attackers + stays}")
    defenders_left = entry.whole("defenders_left", 0, defenders, f"of {defenders}")
    if left is None or defenders_left is None:
        missing = "attackers_left" if left is None else "defenders_left"
        raise entry.refuse(f"no {missing!r}; a battle needs attackers_left and defenders_left")
    if most_rounds is not None and not blitz.is_rolled(dice):
        raise entry.refuse("most_rounds of a battle that has none: balanced-blitz decides it at once")
    battle = Battle(attackers, defenders, (keep or 1) - 1, until or 0)
    if battle.n_states > MAX_STATES and not is_steady(dice):
        raise entry.refuse(f"{attackers} attackers against {defenders} defenders are too many for these dice")
    law = exact.battle_law(dice, battle, most_rounds)
    after = (left - stays, defenders_left)
    losses = (attackers - after[0], defenders - after[1])
    if losses not in law.losses and not (
        most_rounds is None and blitz.is_rolled(dice) and exact.may_end(dice, battle, *after)
    ):
        raise entry.refuse(_why_impossible(rule_set, battle, most_rounds, *after))
    return {"keep": keep, "until": until, "most_rounds": most_rounds}, law, losses


def _why_impossible(
    rule_set: RuleSet, battle: Battle, most_rounds: int | None, attackers: int, defenders: int
) -> str:
    """Say why a battle does not end in this way, and what to write instead."""
    dice = rule_set.dice
    left = f"{counted(attackers, 'attacker')} (able to attack) against {counted(defenders, 'defender')}"
    if most_rounds is not None:
        return f"{left} cannot be left after {counted(most_rounds, 'round')} (rule set {rule_set.label!r})"
    if not exact.is_over(dice, battle, attackers, defenders):
        return (
            f"stopped at {left}: its chances depend on when it would have been stopped; say that in advance (keep, until "
            "or most_rounds), or log its rounds"
        )
    started = f"{counted(battle.attackers, 'attacker')} against {counted(battle.defenders, 'defender')}"
    cut = "" if blitz.is_rolled(dice) else " under balanced-blitz"
    return f"{started} cannot end at {left}{cut} (rule set {rule_set.label!r})"


def _answer(cases: list[_Case], level: float) -> Luck:
    scores = [case.scores for case in cases]
    totals = list(accumulate(case.score for case in cases))
    limits: list[tuple[int, int]] = []
    parts: list[tails.Parts] = []
    sums = exact.Scores(0, (1.0,))
    for total, sums in zip(totals, exact.running_sums(scores), strict=True):
        parts.append(tails.near(sums.parts(total)))
        limits.append((sums.quantile((1 - level) / 2), sums.quantile((1 + level) / 2)))
    parts = tails.looks(scores, totals, parts)
    rows: list[Row] = []
    martingale = statistics.TiltedMixture()
    mean, variance, n_limits = 0.0, 0.0, 0
    for case, total, part, limit in zip(cases, totals, parts, limits, strict=True):
        mean += case.scores.mean
        variance += case.scores.variance
        n_limits += case.is_limit
        martingale.take(case.score, case.scores.moments)
        so_far = _SoFar(total, mean, part, exact.LEAST_TOLD if n_limits else 0.0, limit)
        rows.append(_row(case, so_far, martingale, level))
    least, luck = (exact.LEAST_TOLD if n_limits else 0.0), totals[-1] - mean
    sides = sorted({row.side for row in rows})
    mine, enemy = ([_of(case, is_own) for case in cases] for is_own in (True, False))
    sd = math.sqrt(variance)
    return Luck(
        rule_sets=tuple({case.rule_set.label: case.rule_set for case in cases}.values()),
        side=sides[0] if len(sides) == 1 else "both",
        n_rounds=sum(row.kind == "round" for row in rows),
        n_battles=sum(row.kind == "battle" for row in rows),
        losses=sum(lost for lost, _ in mine),
        expected_losses=math.fsum(expected for _, expected in mine),
        enemy_losses=sum(lost for lost, _ in enemy),
        expected_enemy_losses=math.fsum(expected for _, expected in enemy),
        luck=luck,
        sd=sd,
        z=luck / sd if sd else None,
        percentile=exact.percentile(part[:3]),
        p_value=max(exact.two_sided(part[:3]), least),
        log10_p_value=max(part.log_p_value / math.log(10), math.log10(least) if least else -math.inf),
        p_unluckier=part.less,
        p_same=part.same,
        p_luckier=part.more,
        p_value_anytime=martingale.p_value,
        log10_p_value_anytime=-martingale.log_e_value_largest / math.log(10),
        e_value=martingale.e_value,
        e_value_largest=martingale.e_value_largest,
        n_limits=n_limits,
        level=level,
        rows=tuple(rows),
        distribution=tuple((each - mean, float(p)) for each, p in sums.items() if p >= _LEAST_SHOWN),
    )


class _SoFar(NamedTuple):
    """What all rows up to one come to: their score, its expectation, its chances, and the limits of the level."""

    total: int
    mean: float
    parts: tails.Parts
    least_p: float
    limits: tuple[int, int]


def _of(case: _Case, is_own: bool) -> tuple[int, float]:
    """Return what one side of a row lost and was expected to: the side asked about, or the other."""
    place = 0 if case.is_attacker is is_own else 1
    return case.losses[place], case.law.expected[place]


def _row(case: _Case, so_far: _SoFar, martingale: statistics.TiltedMixture, level: float) -> Row:
    """Return a row with what all rows up to it come to."""
    facts, mean = case.facts, so_far.mean
    fraction = case.law.exact_percentiles.get((case.losses, case.is_attacker))
    parts = case.scores.parts(case.score)
    low, high = martingale.limits(level)
    return Row(
        **facts,
        armies_left=facts["armies"] - case.losses[0],
        defenders_left=facts["defenders"] - case.losses[1],
        attacker_losses=case.losses[0],
        defender_losses=case.losses[1],
        expected_attacker_losses=case.law.expected[0],
        expected_defender_losses=case.law.expected[1],
        luck=case.score - case.scores.mean,
        sd=math.sqrt(case.scores.variance),
        percentile=exact.percentile(parts),
        p_value=exact.two_sided(parts),
        is_limit=case.is_limit,
        luck_so_far=so_far.total - mean,
        percentile_so_far=exact.percentile(so_far.parts[:3]),
        p_value_so_far=max(exact.two_sided(so_far.parts[:3]), so_far.least_p),
        low_so_far=so_far.limits[0] - mean,
        high_so_far=so_far.limits[1] - mean,
        anytime_low=low - mean,
        anytime_high=high - mean,
        e_value=martingale.e_value,
        exact={} if fraction is None else {"percentile": str(fraction)},
    )
