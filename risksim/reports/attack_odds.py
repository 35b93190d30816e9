"""How to attack: the chances, the armies needed, what one more is worth, and what other dice do to an even battle.

Sources: ``osborne-2003``, ``hohle-2025``, ``icepool``, ``minerva``, ``norvig``.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from risksim import battles, campaigns, decisions, pictures, rules
from risksim.errors import InputError, counted
from risksim.reports.page import figures, numbers, verdicts
from risksim.reports.page.contents import Block, Items, Paragraph, Section, Words
from risksim.reports.page.report import Report, Study
from risksim.reports.page.tables import Column, Table
from risksim.rules import RuleSet
from risksim.rules.clauses import BattleOutcome

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: The chances that armies are counted for.
CHANCES = (0.5, 0.8, 0.95)
#: Defenders up to which rules of thumb are fitted.
RANGES = (10, 30, 100)
#: Defenders up to which the rules to remember are looked for.
REMEMBERED = 30
#: Defenders up to which it is looked where rules of thumb break.
LONGEST = 300
#: Far beyond what the rules of thumb were fitted to.
FAR, FAR_QUICK = (200, 500, 1_000, 2_000, 5_000), (200, 400)
#: The published rule for an even chance: armies able to attack, intercept and slope.
PUBLISHED = (1.2204, 0.8525)
#: Largest battle of the table and of as many against as many.
LARGEST = 100
SHOWN = 10
#: Defenders wherever a few sizes stand for all.
SIZES = (1, 2, 3, 5, 10, 20, 30, 50)
#: Armies on the territory and defenders of the battles that are rolled as well.
ROLLED = ((4, 2), (6, 5), (11, 10), (21, 20), (51, 50))
#: As many able to attack as defend, for comparing dice.
EVEN = (5, 10, 20)
#: Largest number of armies in the tables of when to stop.
STOPPING = 31
#: What an army destroyed, and the territory with its card, may be worth, in armies of one's own.
SITUATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "two_left": ("two players left: an army destroyed counts 1", {"enemy_army_value": 1.0}),
    "worth_3": (
        "others profit: an army destroyed counts 1/2, the territory with its card 3",
        {"enemy_army_value": 0.5, "territory_value": 1.0, "card_value": 2.0},
    ),
    "worth_5": (
        "others profit: an army destroyed counts 1/2, the territory with its card 5",
        {"enemy_army_value": 0.5, "territory_value": 1.0, "card_value": 4.0},
    ),
}
#: Defenders on each territory of the chains, and the longest of them, in territories.
GARRISONS = (1, 2, 3, 5)
LONGEST_CHAIN, LONGEST_CHAIN_QUICK = 12, 8
#: Defenders who are spread over more and more territories.
SPREAD = 12
#: Armies of a neighbour who attacks next turn.
COUNTER = 8

one = numbers.fixed(1)
two = numbers.fixed(2)
four = numbers.fixed(4)


def points(difference: float | None) -> str:
    """Return a difference of two chances in percentage points."""
    return numbers.plain(None) if difference is None else f"{100 * difference:+.1f}".replace("-", "−")


def _or_dash(number: float | None) -> str:
    return numbers.plain(None if number is None else int(number))


# --- what is asked ------------------------------------------------------------------------------------------------


@functools.cache
def curve(base: RuleSet) -> battles.NeedCurve:
    """Return the armies needed for each of the chances."""
    return battles.need_curve(LONGEST, CHANCES, rules=base)


@functools.cache
def table(base: RuleSet) -> battles.WinTable:
    """Return the chances of all battles up to the largest."""
    return battles.win_table(LARGEST + 2, LARGEST, rules=base)


def needed(base: RuleSet, p: float, up_to: int) -> list[tuple[int, int]]:
    """Return (defenders, armies) for a chance, where it can be had."""
    found = curve(base)
    row = found.armies[CHANCES.index(p)]
    return [(d, n) for d, n in zip(found.defenders[:up_to], row, strict=False) if n is not None]


def exchange(rule_set: RuleSet, n_attack: int, n_defence: int) -> float:
    """Return the armies the attacker loses for each army the defender loses, in rounds with so many dice."""
    chances = battles.round_chances(n_attack, n_defence, rules=rule_set)
    lost = sum(each.defender_loses * each.p for each in chances)
    return sum(each.attacker_loses * each.p for each in chances) / lost if lost else math.inf


def full_exchange(rule_set: RuleSet) -> float:
    """Return the exchange rate of rounds with all dice."""
    return exchange(rule_set, rule_set.dice.attack_dice, rule_set.dice.defence_dice)


def favoured_from(base: RuleSet) -> int | None:
    """Return from how many on as many attackers as defenders are favoured; None where never up to the largest."""
    found = table(base)
    behind = [n for n in found.defenders if found.at(n + 1, n) <= 0.5]
    first = max(behind, default=0) + 1
    return first if first <= LARGEST else None


# --- rules of thumb -----------------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """Armies on the territory as intercept + slope D + root √D, by least squares over 1 … ``up_to`` defenders."""

    p: float
    up_to: int
    intercept: float
    slope: float
    root: float
    largest_error: float
    at: int
    """where the error is largest"""
    n_right: int
    """how many of the sizes it names exactly, rounded"""
    n_sizes: int
    off_from: int | None
    """first size beyond the range at which it is off by an army or more; None where not up to the longest"""

    def armies(self, defenders: int) -> float:
        """Return what it says, unrounded."""
        return self.intercept + self.slope * defenders + self.root * math.sqrt(defenders)


def fit(base: RuleSet, p: float, up_to: int, *, with_root: bool = False) -> Fit | None:
    """Fit the armies needed for a chance; None where too few sizes have it."""
    import numpy as np

    points = needed(base, p, up_to)
    if len(points) < 4:
        return None
    defenders, armies = (np.array(each, dtype=float) for each in zip(*points, strict=True))
    columns = [np.ones_like(defenders), defenders, *([np.sqrt(defenders)] if with_root else [])]
    found = np.linalg.lstsq(np.stack(columns, axis=1), armies, rcond=None)[0].tolist()
    said = Fit(p, up_to, found[0], found[1], found[2] if with_root else 0.0, 0.0, 0, 0, len(points), None)
    errors = {d: abs(said.armies(d) - n) for d, n in points}
    worst = max(errors, key=errors.__getitem__)
    n_right = sum(round(said.armies(d)) == n for d, n in points)
    off = [d for d, n in needed(base, p, LONGEST) if d > up_to and abs(said.armies(d) - n) >= 1]
    return said._replace(
        largest_error=errors[worst], at=worst, n_right=n_right, off_from=min(off, default=None)
    )


def fits(base: RuleSet) -> list[Fit]:
    """Return all fits that there are: straight lines over each range, and with a root over the longest."""
    found = [
        fit(base, p, up_to, with_root=with_root)
        for p in CHANCES
        for with_root, ranges in ((False, RANGES), (True, RANGES[-1:]))
        for up_to in ranges
    ]
    return [each for each in found if each is not None]


class Rule(NamedTuple):
    """A rule to remember: ``share`` of the defenders, rounded up, and ``more``: never too few up to ``up_to``."""

    p: float
    share: Fraction
    more: int
    up_to: int
    most_wasted: int
    mean_wasted: float
    short_from: int | None
    """the first size at which it is too few after all; None where not up to the longest"""

    def armies(self, defenders: int) -> int:
        """Return the armies on the territory."""
        return math.ceil(self.share * defenders) + self.more

    def in_words(self) -> str:
        """Return the rule as people say it."""
        share = "the defenders" if self.share == 1 else f"{self.share} of the defenders, rounded up,"
        if self.share.denominator == 1 and self.share != 1:
            share = f"{self.share} times the defenders"
        return f"{share} and {self.more} more" if self.more >= 0 else f"{share} less {-self.more}"


@functools.cache
def rule(base: RuleSet, p: float) -> Rule | None:
    """Return the rule to remember that wastes least, of those with shares up to tenths; None where there is none.

    Least is first the most it wastes at any size, then the mean, then the simpler share.
    """
    points = needed(base, p, REMEMBERED)
    if len(points) < REMEMBERED:
        return None
    shares = {Fraction(n, d) for d in range(1, 11) for n in range(1, 4 * d + 1)}
    best: tuple[tuple[int, float, int], Fraction, int] | None = None
    for share in sorted(shares):
        said = [math.ceil(share * d) for d, _ in points]
        more = max(n - m for m, (_, n) in zip(said, points, strict=True))
        wasted = [m + more - n for m, (_, n) in zip(said, points, strict=True)]
        score = (max(wasted), sum(wasted) / len(wasted), share.denominator)
        if best is None or score < best[0]:
            best = (score, share, more)
    assert best is not None
    (most, mean, _), share, more = best
    found = Rule(p, share, more, REMEMBERED, most, mean, None)
    short = [d for d, n in needed(base, p, LONGEST) if found.armies(d) < n]
    return found._replace(short_from=min(short, default=None))


def _rules(base: RuleSet) -> list[Rule]:
    return [found for p in CHANCES if (found := rule(base, p)) is not None]


# --- the answer ---------------------------------------------------------------------------------------------------


def answer(study: Study) -> Sequence[Words]:
    """Say in plain words how to attack."""
    base = study.base
    first = favoured_from(base)
    said = [f"{numbers.percent(each.p, 0)}: {each.in_words()}" for each in _rules(base)]
    most = max((each.most_wasted for each in _rules(base)), default=0)
    count = (
        f"Armies on the attacking territory that take it with a chance of {'; '.join(said)}. Up to {REMEMBERED} "
        f"defenders these are never too few, and at most {counted(most, 'army', 'armies')} more than needed. One of the "
        "armies has to stay; all numbers here count it."
        if said
        else "No number of armies reaches the usual chances at every size."
    )
    even = (
        f"As many able to attack as defend are favoured from {first} against {first} on"
        if first is not None
        else f"As many able to attack as defend are never favoured, up to {LARGEST} against {LARGEST}"
    )
    rate = full_exchange(base)
    trade = (
        f"{even}: with all dice a round costs the attacker {two(rate)} armies for each army of the defender"
        if math.isfinite(rate)
        else f"{even}: with all dice the defender never loses"
    )
    gain, armies, defenders = largest_step(base)
    off = (
        f"One army more adds up to {one(100 * gain)} percentage points to the chance ({armies} instead of {armies - 1} "
        f"against {defenders}); so far off is a table that is read with the wrong way of counting."
    )
    return [count, f"{trade}. {off} Everything but the check by simulation is exact."]


# --- what to do ---------------------------------------------------------------------------------------------------


def what_to_do(study: Study) -> Section:
    """Draw the rules to remember and what goes with them."""
    import pandas as pd

    base = study.base
    found = _rules(base)
    frame = pd.DataFrame(
        [
            {
                "chance": each.p,
                "rule": each.in_words(),
                "share": str(each.share),
                "more": each.more,
                "most_wasted": each.most_wasted,
                "mean_wasted": each.mean_wasted,
                "short_from": each.short_from,
                "for_5": each.armies(5),
                "for_10": each.armies(10),
                "for_20": each.armies(20),
            }
            for each in found
        ],
        dtype=object,
    )
    card = Table(
        "rules-to-remember",
        f"Armies on the attacking territory, never too few up to {REMEMBERED} defenders (exact). Wasted: what the rule "
        f"says beyond what is needed. Too few from: the first size beyond, looked for up to {LONGEST}.",
        frame,
        [
            Column("chance", "For a chance of", lambda p: numbers.percent(p, 0), is_number=False),
            Column("rule", "take", is_number=False),
            *(Column(f"for_{d}", f"against {d}") for d in EVEN),
            Column("most_wasted", "Wasted at most"),
            Column("mean_wasted", "on average", two),
            Column("short_from", "Too few from", _or_dash),
        ],
    )
    blocks: list[Block] = [Paragraph("Before the first roll, count the defenders:"), card] if found else []
    return Section("what-to-do", "What to do", [*blocks, Items(list(_advice(base)))])


def _advice(base: RuleSet) -> Iterable[str]:
    good, bad = _rounds_by_side(base)
    yield (
        "Stay strong enough to roll all dice. Rounds that cost the attacker less than the defender (attacker's v "
        f"defender's dice): {numbers.joined(good)}. Rounds that cost him more: {numbers.joined(bad)}."
    )
    first = favoured_from(base)
    small, large = EVEN[0], LARGEST
    found = table(base)
    yield (
        f"Against as many as you can attack with, the chance is {numbers.percent(found.at(small + 1, small))} at {small} "
        f"and {numbers.percent(found.at(large + 1, large))} at {large}. "
        + (
            f"Big battles favour the attacker, from {first} against {first} on: gather armies before you attack."
            if first is not None
            else "Waiting until both are bigger does not make the battle better than even."
        )
    )
    gain, armies, defenders = largest_step(base)
    yield (
        f"One army more adds most where the battle is small: up to {one(100 * gain)} percentage points, for {armies} "
        f"armies in place of {armies - 1} against {defenders}. Where the chance is near 0 or 1 already, put it somewhere else."
    )
    rest = _left(base, EVEN[1])
    if rest is not None:
        yield rest


def _left(base: RuleSet, defenders: int) -> str | None:
    armies = curve(base).at(defenders, CHANCES[1])
    if armies is None:
        return None
    odds = battles.odds(armies, defenders, rules=base, fractions=False)
    taken = [
        (each.armies_left, each.p)
        for each in odds.outcomes
        if not each.defenders_left and each.armies_left > 1
    ]
    left = math.fsum(n * p for n, p in taken) / odds.p_win
    return (
        f"Count what is left as well. {armies} armies take {defenders} with {numbers.percent(odds.p_win)}; if they do, "
        f"{one(left)} of them are left on average, those that stay and those that move in."
    )


def _rounds_by_side(base: RuleSet) -> tuple[list[str], list[str]]:
    """Return the numbers of dice that favour the attacker, and those that favour the defender, in words."""
    good: list[str] = []
    bad: list[str] = []
    for n_attack, n_defence in _dice(base):
        rate = exchange(base, n_attack, n_defence)
        if rate != 1:
            (good if rate < 1 else bad).append(f"{n_attack} v {n_defence}")
    return good, bad


def _dice(base: RuleSet) -> list[tuple[int, int]]:
    return [
        (n_attack, n_defence)
        for n_attack in range(base.dice.attack_dice, 0, -1)
        for n_defence in range(base.dice.defence_dice, 0, -1)
    ]


# --- how many are needed ------------------------------------------------------------------------------------------


def how_many(study: Study) -> Section:
    """Draw the armies needed, the lines fitted to them, and where those break."""
    import pandas as pd

    base = study.base
    found = curve(base)
    frame = pd.DataFrame(
        {
            "defenders": found.defenders,
            **{f"p_{p:g}": row for p, row in zip(found.p, found.armies, strict=True)},
        },
        dtype=object,
    )
    shown = frame[frame["defenders"].isin([*range(1, 13), 15, 20, 25, 30, 40, 50, 75, 100])]
    columns = [
        Column("defenders", "Defenders"),
        *(Column(f"p_{p:g}", f"for {numbers.percent(p, 0)}", numbers.plain) for p in CHANCES),
    ]
    caption = "Fewest armies on the attacking territory for each chance (exact)."
    chart = figures.drawn(
        "need-chart",
        "Armies needed against defenders",
        battles.need_curve(REMEMBERED, CHANCES, rules=base).plot,
        caption=(
            "Steps: the fewest armies on the attacking territory that take it with the chance. Where they run below the "
            "thin line, fewer armies than defenders will do."
        ),
        alt="; ".join(
            f"for {numbers.percent(p, 0)}: "
            + numbers.joined([f"{found.at(d, p) or 'none'} against {d}" for d in (5, 10, 20, 30)])
            for p in CHANCES
        ),
        data=Table("needed", caption, frame, None),
    )
    shown_table = Table("needed-shown", caption, shown, columns, is_written=False)
    lines = fits(base)
    blocks: list[Block] = [chart, shown_table]
    if lines:
        blocks += [Paragraph(_words_on_lines(base)), _fitted(lines), *_breaking(study)]
    return Section("how-many", "How many armies it takes", blocks)


def _fitted(lines: Sequence[Fit]) -> Table:
    import pandas as pd

    return Table(
        "fits",
        "Armies on the territory as a + b D + c √D for D defenders, by least squares over 1 … N. Error: the largest "
        "distance from the armies needed, in armies, and where. Right: how many sizes it names exactly when rounded. Breaks: the "
        f"first size beyond N at which it is off by an army or more, looked for up to {LONGEST}.",
        pd.DataFrame([each._asdict() for each in lines]).astype({"off_from": object}),
        [
            Column("p", "Chance", lambda p: numbers.percent(p, 0), is_number=False),
            Column("up_to", "N"),
            Column("intercept", "a", four),
            Column("slope", "b", four),
            Column("root", "c", lambda c: four(c) if c else numbers.NONE),
            Column("largest_error", "Error", two),
            Column("at", "at D ="),
            Column("n_right", "Right"),
            Column("off_from", "Breaks at", _or_dash),
        ],
    )


def _words_on_lines(base: RuleSet) -> str:
    rate = full_exchange(base)
    words = []
    for p in CHANCES:
        straight = [each for up_to in RANGES if (each := fit(base, p, up_to)) is not None]
        if not straight:
            continue
        errors = [f"{two(each.largest_error)} (up to {each.up_to})" for each in straight]
        words.append(f"for {numbers.percent(p, 0)} the largest error is {numbers.joined(errors)}")
    return (
        "For an even chance a straight line is as good as any. Its slope in large battles has to be the exchange rate of rounds "
        f"with all dice, {four(rate)} attackers for a defender, since then both run out at the same time on average. A better chance "
        "also pays for luck, which grows like the square root of the battle: the longer the range a line is fitted "
        f"over, the farther off it is, and a root helps. With a line, {'; '.join(words)}."
    )


def _breaking(study: Study) -> Iterable[Block]:
    """Draw where the lines for an even chance break: far beyond the range they were fitted to."""
    import pandas as pd

    base = study.base
    line = fit(base, CHANCES[0], RANGES[-1])
    if line is None:
        return
    is_published = base.dice == rules.load("classic").dice
    rows: list[dict[str, Any]] = []
    for defenders in (*RANGES, *(FAR_QUICK if study.effort.quick else FAR)):
        armies = _armies(base, defenders)
        if armies is None:
            continue
        row: dict[str, Any] = {"defenders": defenders, "armies": armies, "line": line.armies(defenders)}
        row["line_off"] = row["line"] - armies
        if is_published:
            row["published"] = 1 + PUBLISHED[0] + PUBLISHED[1] * defenders
            row["published_off"] = row["published"] - armies
        rows.append(row)
    columns = [
        Column("defenders", "Defenders"),
        Column("armies", "Armies needed"),
        Column("line", "Line fitted up to 100", two),
        Column("line_off", "off by", two),
    ]
    if is_published:
        columns += [Column("published", "Published line", two), Column("published_off", "off by", two)]
        yield Paragraph(_words_on_published(base))
    yield Table(
        "beyond",
        "An even chance far beyond the range of the fit: armies on the territory (exact), and what the lines say.",
        pd.DataFrame(rows),
        columns,
    )


def _armies(base: RuleSet, defenders: int) -> int | None:
    try:
        return battles.need(defenders, CHANCES[0], rules=base).armies
    except InputError:
        return None


def _words_on_published(base: RuleSet) -> str:
    intercept, slope = PUBLISHED
    wrong = [d for d, n in needed(base, CHANCES[0], RANGES[-1]) if round(intercept + slope * d) != n - 1]
    first = f"{wrong[0]}" if wrong else f"beyond {RANGES[-1]}"
    return (
        f"The line published by Höhle (2025) says {intercept} + {slope} D armies able to attack, one more on the "
        f"territory. Rounded, it is exactly right up to {wrong[0] - 1 if wrong else RANGES[-1]} defenders; the first "
        f"size at which it names one army too few or too many is {first}, and {len(wrong)} of the first {RANGES[-1]} are "
        f"off. Its slope is {abs(slope - full_exchange(base)):.4f} from the exchange rate, so that it drifts by one army "
        f"every {1 / abs(slope - full_exchange(base)):,.0f} defenders."
    )


# --- the table ----------------------------------------------------------------------------------------------------


def chances(study: Study) -> Section:
    """Draw the table of chances."""
    import pandas as pd

    base = study.base
    found = table(base)
    shown = pd.DataFrame(
        [
            {"armies": f"{n} ({n - 1})", **{str(d): found.at(n, d) for d in range(1, SHOWN + 1)}}
            for n in range(2, 2 * SHOWN + 1)
        ]
    )
    size = 30
    heat = figures.drawn(
        "heat-map",
        "Chance to take a territory",
        battles.win_table(size, size, rules=base).plot,
        caption=(
            "Brighter is better for the attacker. Lines: even chances, 80 % and 95 %. They bend apart: the larger the "
            "battle, the more armies lie between an even and a safe one."
        ),
        alt="; ".join(
            f"{n} armies against {d}: {numbers.percent(found.at(n, d))}"
            for n, d in ((5, 5), (10, 10), (20, 20), (30, 30), (30, 20), (20, 30))
        ),
        data=Table("chances", "Every battle up to the largest.", found.to_frame(), None),
        height=3.8,
    )
    extract = Table(
        "chances-shown",
        "Chance to take the territory (exact). Rows: armies on the attacking territory, in brackets those able to attack; "
        "columns: defenders.",
        shown,
        [
            Column("armies", "Armies", is_number=False),
            *(
                Column(str(d), str(d), functools.partial(numbers.percent, decimals=0))
                for d in range(1, SHOWN + 1)
            ),
        ],
        is_written=False,
    )
    words = (
        "The page to print, with more of these, the armies needed and the odds of one round, is made by "
        f"“risksim odds 20 20 --table --plot odds.pdf --rules {base.name}”."
    )
    return Section("chances-of-all", "Table of chances", [heat, extract, Paragraph(words)])


# --- one round ----------------------------------------------------------------------------------------------------


def one_round(study: Study) -> Section:
    """Draw the odds of one round by dice."""
    import pandas as pd

    base = study.base
    rows: list[dict[str, Any]] = []
    for n_attack, n_defence in _dice(base):
        outcomes = battles.round_chances(n_attack, n_defence, rules=base)
        for each in outcomes:
            rows.append(
                {
                    "dice": f"{n_attack} v {n_defence}",
                    "attacker_loses": each.attacker_loses,
                    "defender_loses": each.defender_loses,
                    "ways": each.ways,
                    "total": each.total,
                    "p": each.p,
                    "exchange": exchange(base, n_attack, n_defence),
                }
            )
    rounds = Table(
        "one-round-table",
        "One round (exact): in how many of all equally likely rolls each side loses so many armies. Exchange: armies the "
        "attacker loses for each army the defender loses, over all outcomes with these dice.",
        pd.DataFrame(rows),
        [
            Column("dice", "Dice", is_number=False),
            Column("attacker_loses", "Attacker loses"),
            Column("defender_loses", "Defender loses"),
            Column("ways", "Rolls", numbers.plain),
            Column("total", "of", numbers.plain),
            Column("p", "Chance", functools.partial(numbers.percent, decimals=2)),
            Column("exchange", "Exchange", numbers.fixed(3)),
        ],
    )
    by_dice = {row["dice"]: row["exchange"] for row in rows}
    picture = figures.drawn(
        "round-figure",
        "What a round costs the attacker for each army of the defender",
        lambda ax: _exchanges(ax, by_dice),
        caption="Left of the line the round favours the attacker, right of it the defender.",
        alt="; ".join(f"{dice}: {numbers.fixed(3)(rate)}" for dice, rate in by_dice.items()),
        height=max(2.2, 0.36 * len(by_dice) + 0.9),
    )
    return Section("one-round", "One round", [picture, rounds])


def _exchanges(ax: "Axes", by_dice: dict[str, float]) -> None:
    with pictures.axes(ax):
        rates = [rate if math.isfinite(rate) else 0.0 for rate in by_dice.values()]
        colours = [pictures.COLOURS[0 if rate < 1 else 1] for rate in rates]
        bars = ax.barh(list(by_dice), rates, 0.7, color=colours)
        written = [numbers.fixed(3)(rate) for rate in by_dice.values()]
        for label in ax.bar_label(bars, written, padding=3, fontsize=8):
            label.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})
        ax.axvline(1, color="black", linewidth=1)
        ax.invert_yaxis()
        ax.margins(x=0.15)
        ax.set_xlabel("attackers lost for each defender lost")


# --- as many as there are defenders -------------------------------------------------------------------------------


def even_numbers(study: Study) -> Section:
    """Draw battles of as many able to attack as defend."""
    import pandas as pd

    base = study.base
    found = table(base)
    frame = pd.DataFrame(
        [
            {"able_to_attack": n, "armies": n + 1, "defenders": n, "p_win": found.at(n + 1, n)}
            for n in found.defenders
        ]
    )
    first = favoured_from(base)
    picture = figures.drawn(
        "even-numbers-figure",
        "As many able to attack as defend",
        lambda ax: _even_numbers(ax, frame),
        caption="Chance to take the territory when as many armies can attack as defend, by their number.",
        alt="; ".join(f"{n} against {n}: {numbers.percent(found.at(n + 1, n))}" for n in (*SIZES, LARGEST)),
        data=Table("even-numbers", "As many able to attack as defend.", frame, None),
    )
    extract = Table(
        "even-numbers-shown",
        "As many able to attack as defend (exact); one more stands on the territory.",
        frame[frame["defenders"].isin([*range(1, 11), 15, 20, 30, 50, LARGEST])],
        [
            Column("able_to_attack", "Able to attack"),
            Column("armies", "Armies on the territory"),
            Column("defenders", "Defenders"),
            Column("p_win", "Chance", functools.partial(numbers.percent, decimals=2)),
        ],
        is_written=False,
    )
    words = (
        f"The attacker is favoured from {first} against {first} on. "
        if first is not None
        else f"The attacker is not favoured at any size up to {LARGEST}, or not from some size on. "
    )
    words += (
        "Small battles end in rounds with few dice, large ones are decided by the rounds with all dice, whose exchange rate "
        f"is {four(full_exchange(base))}."
    )
    return Section("even-numbers-of-both", "As many against as many", [Paragraph(words), picture, extract])


def _even_numbers(ax: "Axes", frame: "pd.DataFrame") -> None:
    with pictures.axes(ax):
        ax.plot(frame["defenders"], frame["p_win"], color=pictures.COLOURS[0], marker=".", markersize=4)
        ax.axhline(0.5, color="0.4", linewidth=0.8)
        ax.set_xscale("log")
        ticks = [1, 2, 5, 10, 20, 50, 100]
        ax.set_xticks(ticks, [str(tick) for tick in ticks])
        ax.minorticks_off()
        ax.set_ylim(0, 1)
        ax.set_xlabel("armies able to attack = defenders")
        ax.set_ylabel("chance to take the territory")


# --- one more army, and the two ways of counting ------------------------------------------------------------------


@functools.cache
def largest_step(base: RuleSet) -> tuple[float, int, int]:
    """Return the most that one army more can add, with the armies (the one more included) and the defenders."""
    found = table(base)
    return max((found.at(n, d) - found.at(n - 1, d), n, d) for n in found.armies[1:] for d in found.defenders)


def one_more(study: Study) -> Section:
    """Draw what one more army is worth, and what counting the wrong way costs."""
    import pandas as pd

    base = study.base
    found = table(base)
    rows: list[dict[str, Any]] = []
    for d in SIZES:
        armies = curve(base).at(d, CHANCES[0])
        if armies is None or armies > LARGEST:
            continue
        p = found.at(armies, d)
        fewer = found.at(armies - 1, d) if armies > 2 else 0.0
        steps = {f"more_{k}": found.at(armies + k, d) - p for k in (1, 2) if armies + k <= found.armies[-1]}
        rows.append({"defenders": d, "armies": armies, "p_win": p, "fewer": fewer - p, **steps})
    steps_table = Table(
        "one-more-table",
        "What one army more or less adds to the chance, in percentage points, from the fewest armies with an even chance "
        "(exact).",
        pd.DataFrame(rows),
        [
            Column("defenders", "Defenders"),
            Column("armies", "Armies on the territory"),
            Column("p_win", "Chance", numbers.percent),
            Column("fewer", "one fewer", points),
            Column("more_1", "one more", points),
            Column("more_2", "two more", points),
        ],
    )
    sizes = (5, 10, 20, 50)
    picture = figures.drawn(
        "surplus",
        "The chance by what the attacker has more",
        lambda ax: _surplus(ax, found, sizes),
        caption=(
            "Chance to take the territory by armies on it less defenders. The smaller the battle, the steeper the line: "
            "in a large one an army more counts less."
        ),
        alt="; ".join(
            f"{d} defenders: "
            + ", ".join(f"{numbers.percent(found.at(d + k, d))} with {d + k}" for k in (0, 5))
            for d in sizes
        ),
    )
    gain, armies, defenders = largest_step(base)
    at = found.at(armies - 1, defenders)
    words = (
        "Tables of the literature count armies able to attack, people at a table count all armies that stand there. Whoever reads "
        "one for the other is off by one army: the step in the table above, and in the worst case "
        f"{one(100 * gain)} percentage points: {armies - 1} armies on the territory have {numbers.percent(at)} against {defenders}, "
        f"{armies - 1} able to attack have {numbers.percent(at + gain)}."
    )
    off = Paragraph(words)
    return Section(
        "one-more-army", "One more army, and counting", [picture, *([steps_table] if rows else []), off]
    )


def _surplus(ax: "Axes", found: battles.WinTable, sizes: Sequence[int]) -> None:
    with pictures.axes(ax):
        for place, d in enumerate(sizes):
            surplus = [k for k in range(-8, 16) if 2 <= d + k <= found.armies[-1]]
            ax.plot(
                surplus,
                [found.at(d + k, d) for k in surplus],
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place],
                label=f"{d} defenders",
            )
        ax.axhline(0.5, color="0.4", linewidth=0.8)
        ax.set_ylim(0, 1)
        ax.set_xlabel("armies on the territory less defenders")
        ax.set_ylabel("chance to take the territory")
        ax.legend(fontsize=8)


# --- what it costs ------------------------------------------------------------------------------------------------


def costs(study: Study) -> Section:
    """Draw what battles cost, and who is left."""
    import pandas as pd

    base = study.base
    rows: list[dict[str, Any]] = []
    for d in (5, 10, 20, 50):
        for p in CHANCES:
            armies = curve(base).at(d, p)
            if armies is None:
                continue
            odds = battles.odds(armies, d, rules=base, fractions=False)
            rows.append(
                {
                    "defenders": d,
                    "armies": armies,
                    "p_win": odds.p_win,
                    "attacker_losses": odds.expected_attacker_losses,
                    "sd_attacker": odds.sd_attacker_losses,
                    "defender_losses": odds.expected_defender_losses,
                    "sd_defender": odds.sd_defender_losses,
                    "exchange": odds.expected_attacker_losses / odds.expected_defender_losses,
                }
            )
    lost = Table(
        "costs-table",
        "What battles cost on average, fought to the end, with the standard deviation (exact). Exchange: attackers lost "
        "for each defender lost.",
        pd.DataFrame(rows),
        [
            Column("defenders", "Defenders"),
            Column("armies", "Armies"),
            Column("p_win", "Chance", numbers.percent),
            Column("attacker_losses", "Attacker loses", two),
            Column("sd_attacker", "sd", two),
            Column("defender_losses", "Defender loses", two),
            Column("sd_defender", "sd", two),
            Column("exchange", "Exchange", numbers.fixed(3)),
        ],
    )
    odds = battles.odds(EVEN[1] + 1, EVEN[1], rules=base, fractions=False)
    left = figures.drawn(
        "who-is-left",
        f"Who is left: {odds.armies} armies against {odds.defenders}",
        odds.plot,
        caption=(
            f"Every end of the battle with its chance: {odds.armies} armies on the territory ({odds.attackers} can attack) "
            f"against {odds.defenders}."
        ),
        alt=(
            f"Taken with {numbers.percent(odds.p_win)}; most likely ends: "
            + ", ".join(
                f"{each.armies_left} armies and {counted(each.defenders_left, 'defender')} left {numbers.percent(each.p)}"
                for each in sorted(odds.outcomes, key=lambda each: -each.p)[:4]
            )
            + "."
        ),
        data=Table("ends", "Every end of that battle.", odds.to_frame(), None),
    )
    losses = figures.drawn(
        "losses",
        f"What is lost: {odds.armies} armies against {odds.defenders}",
        odds.plot_losses,
        caption=(
            "Chance of so many armies lost, the attacker's upwards, the defender's downwards; dotted lines are the means."
        ),
        alt=(
            f"The attacker loses {two(odds.expected_attacker_losses)} armies on average (sd {two(odds.sd_attacker_losses)}), "
            f"the defender {two(odds.expected_defender_losses)} (sd {two(odds.sd_defender_losses)})."
        ),
    )
    words = (
        f"With all dice the attacker loses {four(full_exchange(base))} armies for each army of the defender. A battle fought to the "
        "end comes out dearer where the attacker runs out of armies, and ends in rounds with fewer dice."
    )
    return Section(
        "costs", "What a battle costs", [Paragraph(words), *([lost] if rows else []), left, losses]
    )


# --- chains -------------------------------------------------------------------------------------------------------


@functools.cache
def chain_needs(base: RuleSet, garrison: int, n_territories: int, p: float) -> int | None:
    """Return the armies that take so many territories in a row; None where no number does."""
    try:
        return campaigns.need([garrison] * n_territories, p, rules=base).armies
    except InputError:
        return None


def chains(study: Study) -> Section:
    """Draw what each further territory of a chain takes, and what it helps to spread defenders."""
    import pandas as pd

    base = study.base
    longest = LONGEST_CHAIN_QUICK if study.effort.quick else LONGEST_CHAIN
    lengths = range(1, longest + 1)
    frame = pd.DataFrame(
        [
            {"garrison": d, "p": p, "territories": k, "armies": chain_needs(base, d, k, p)}
            for d in GARRISONS
            for p in CHANCES
            for k in lengths
        ]
    )
    steps = [step for d in GARRISONS for p in CHANCES if (step := _step(base, d, p, longest)) is not None]
    blocks: list[Block] = [Paragraph(_words_on_chains(steps, longest))]
    if steps:
        blocks += [
            figures.drawn(
                "chain-figure",
                "Armies for a chain of territories",
                lambda ax: _chains(ax, base, lengths),
                caption=(
                    f"Fewest armies on the first territory that take the whole chain with {numbers.percent(CHANCES[1], 0)}, by "
                    "its length and by the defenders on each territory. One army stays behind in each."
                ),
                alt="; ".join(
                    f"{counted(d, 'defender')} each: "
                    + numbers.joined(
                        [f"{chain_needs(base, d, k, CHANCES[1])} for {k}" for k in (1, 4, longest)]
                    )
                    for d in GARRISONS
                ),
                data=Table("chain-needs", "Armies for chains of equal territories.", frame, None),
            ),
            Table(
                "chain-steps",
                f"Chains of 1 … {longest} territories with equally many defenders: armies for the first territory alone, armies more "
                "for each further one (least squares), and the largest error of that line (exact otherwise).",
                pd.DataFrame(steps),
                [
                    Column("garrison", "Defenders on each"),
                    Column("p", "Chance", lambda p: numbers.percent(p, 0), is_number=False),
                    Column("first", "First one alone"),
                    Column("each", "Each further one", two),
                    Column("largest_error", "Error", two),
                ],
            ),
        ]
    return Section("chains", "Chains: several territories in a row", [*blocks, *_spread(base)])


def _step(base: RuleSet, garrison: int, p: float, longest: int) -> dict[str, Any] | None:
    """Return what each further territory of a chain takes; None where a chain cannot be taken."""
    import numpy as np

    armies = [n for k in range(1, longest + 1) if (n := chain_needs(base, garrison, k, p)) is not None]
    if len(armies) < longest:
        return None
    lengths = np.arange(1, longest + 1)
    slope, intercept = np.polyfit(lengths, armies, 1).tolist()
    error = float(np.abs(intercept + slope * lengths - armies).max())
    return {"garrison": garrison, "p": p, "first": armies[0], "each": slope, "largest_error": error}


def _words_on_chains(steps: Sequence[dict[str, Any]], longest: int) -> str:
    if not steps:
        return "No number of armies is enough for the usual chances."
    ends = {d: [each["each"] for each in steps if each["garrison"] == d] for d in GARRISONS}
    said = [
        f"{one(min(each))} to {one(max(each))} for {counted(d, 'defender')}"
        for d, each in ends.items()
        if each
    ]
    worst = max(each["largest_error"] for each in steps)
    return (
        "Each further territory takes its battle and an army that stays. Armies more for each one, from an even chance "
        f"to {numbers.percent(CHANCES[-1], 0)}: {numbers.joined(said)}. Up to "
        f"{longest} territories a straight line with these steps is off by at most {two(worst)} armies. The chance is for the whole chain: a plan of "
        "many steps that are all likely may still be unlikely."
    )


def _chains(ax: "Axes", base: RuleSet, lengths: Sequence[int]) -> None:
    with pictures.axes(ax):
        for place, d in enumerate(GARRISONS):
            armies = [chain_needs(base, d, k, CHANCES[1]) for k in lengths]
            ax.plot(
                lengths,
                [math.nan if n is None else n for n in armies],
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place],
                marker=".",
                label=f"{counted(d, 'defender')} each",
            )
        ax.set_xlabel("territories in the chain")
        ax.set_ylabel("armies on the first territory")
        ax.legend(fontsize=8)


def _spread(base: RuleSet) -> Iterable[Block]:
    """Draw the same defenders spread over more and more territories."""
    import pandas as pd

    armies = chain_needs(base, SPREAD, 1, CHANCES[1])
    if armies is None:
        return
    rows: list[dict[str, Any]] = []
    for n in (n for n in range(1, SPREAD + 1) if SPREAD % n == 0):
        found = campaigns.campaign(armies, [SPREAD // n] * n, rules=base, fractions=False)
        needs = {f"need_{p:g}": chain_needs(base, SPREAD // n, n, p) for p in CHANCES}
        row = {"territories": n, "garrison": SPREAD // n, "armies": armies, "p_all": found.p_all}
        rows.append({**row, "armies_left": found.expected_armies_left, **needs})
    yield Table(
        "spread",
        f"{SPREAD} defenders on one territory, or spread over several in a row (exact): the chance of {armies} armies to take them all, the "
        "armies left in the last one if they do, and the armies needed.",
        pd.DataFrame(rows),
        [
            Column("territories", "Territories"),
            Column("garrison", "Defenders on each"),
            Column("p_all", "Chance", numbers.percent),
            Column("armies_left", "Armies left", one),
            *(Column(f"need_{p:g}", f"Need for {numbers.percent(p, 0)}", _or_dash) for p in CHANCES),
        ],
    )
    four_each = [3] * 4
    start = chain_needs(base, 3, 4, CHANCES[1])
    if start is not None:
        found = campaigns.campaign(start, four_each, rules=base, fractions=False)
        yield figures.drawn(
            "chain-reach",
            f"How far {start} armies get through four territories of three",
            found.plot,
            caption=(
                "Chance of each end of the campaign by how many territories are taken, and that at least so many are."
            ),
            alt="; ".join(
                f"at least {k} taken: {numbers.percent(p)}" for k, p in enumerate(found.p_each, start=1)
            ),
        )


# --- when to stop -------------------------------------------------------------------------------------------------


@functools.cache
def stopping(base: RuleSet, situation: str, counter: int = 0) -> decisions.Stop:
    """Return where to attack on in a situation, for all armies and defenders up to the largest."""
    home: dict[str, Any] = {"counter": counter, "home_value": 1.0} if counter else {}
    return decisions.stop(STOPPING, STOPPING - 1, rules=base, **SITUATIONS[situation][1], **home)


def going_on(found: decisions.Stop, defenders: int) -> int | None:
    """Return the fewest armies from which on the best is to attack on, up to the largest; None where it is to stop."""
    stops = [n for n in found.table_armies if not found.at(n, defenders)]
    first = max(stops, default=1) + 1
    return first if first <= found.table_armies[-1] else None


def when_to_stop(study: Study) -> Section:
    """Draw where to attack on and where to stop, for what the battle may be worth."""
    import pandas as pd

    base = study.base
    if base.dice.battle_outcome is not BattleOutcome.ROLLED:
        words = (
            "Under these rules one draw decides the whole battle; once it has begun there is nothing to stop."
        )
        return Section("when-to-stop", "When to stop", [Paragraph(words)])
    frame = pd.DataFrame(
        [
            {"defenders": d, **{key: going_on(stopping(base, key), d) for key in SITUATIONS}}
            for d in range(1, STOPPING)
        ],
        dtype=object,
    )
    limits_table = Table(
        "going-on",
        "Attack on with at least so many armies on the territory, otherwise stop (exact, by dynamic programming); – stop "
        f"with any number up to {STOPPING}. Values are in armies of one's own.",
        frame,
        None,
    )
    shown = Table(
        "going-on-shown",
        limits_table.caption,
        frame[frame["defenders"].isin([*range(1, 11), 12, 15, 20, 30])],
        [
            Column("defenders", "Defenders"),
            *(Column(key, words, _or_dash) for key, (words, _) in SITUATIONS.items()),
        ],
        is_written=False,
    )
    blocks: list[Block] = [Paragraph(_words_on_stopping(base)), shown]
    for key, counter, title in (
        ("worth_3", 0, "Attack on or stop: the territory with its card is worth 3"),
        ("worth_3", COUNTER, f"The same before a neighbour's attack with {COUNTER} armies"),
    ):
        found = stopping(base, key, counter)
        blocks.append(
            figures.drawn(
                f"stop-{counter}",
                title,
                found.plot,
                caption=(
                    "What is best with so many armies on the territory against so many defenders; an army destroyed counts "
                    "1/2."
                    + (
                        f" A neighbour of both territories has {COUNTER} armies and attacks where that costs most; the "
                        "territory attacked from is worth 1."
                        if counter
                        else ""
                    )
                ),
                alt="; ".join(
                    f"{d} defenders: attack on with {_ranges([n for n in found.table_armies if found.at(n, d)])}"
                    for d in (1, 2, 3, 5, 8, 10, 15)
                ),
                data=limits_table if not counter else None,
                height=3.8,
            )
        )
    return Section("when-to-stop", "When to stop", blocks)


def _ranges(armies: Sequence[int]) -> str:
    """Return numbers of armies in words, neighbours drawn together.

    >>> _ranges([2, 3, 4, 7, 9, 10]), _ranges([])
    ('2–4, 7 and 9–10 armies', 'no number of armies')
    """
    if not armies:
        return "no number of armies"
    starts = [n for n in armies if n - 1 not in armies]
    ends = [n for n in armies if n + 1 not in armies]
    parts = [f"{a}" if a == b else f"{a}–{b}" for a, b in zip(starts, ends, strict=True)]
    return f"{numbers.joined(parts)} armies"


def _words_on_stopping(base: RuleSet) -> str:
    armies, defenders = EVEN[2] + 1, EVEN[2]
    two_left = decisions.stop(armies, defenders, rules=base, **SITUATIONS["two_left"][1])
    if not two_left.attack:
        start = f"Where an army counts the same on both sides, {armies} armies should leave {defenders} defenders alone."
    else:
        start = (
            f"Where an army counts the same on both sides, as with two players left, {armies} armies against {defenders} gain "
            f"{two(two_left.value)} armies by the best play and {two(two_left.value_always)} by fighting to the end; the best of the "
            f"simple rules is to stop once {counted(two_left.best_keep, 'army stands', 'armies stand')} there "
            f"({two(two_left.value_best_keep)})."
        )
    return (
        f"{start} With more players an army destroyed is worth less than one of your own, because the others "
        "profit as well; then only the territory, its card and its continent pay for an attack, and the table says up to where. What "
        "they are worth is yours to say: “risksim stop” takes other values."
    )


# --- other dice ---------------------------------------------------------------------------------------------------


def other_dice(study: Study) -> Section:
    """Draw what the dice of each rule set do to an even battle."""
    import pandas as pd

    sets = {study.base.label: study.base, **study.rule_sets}
    classic = rules.load("classic")
    usual = [battles.win_table(n + 1, n, rules=classic).at(n + 1, n) for n in EVEN]
    groups: dict[tuple[float, ...], list[str]] = {}
    for name, rule_set in sets.items():
        found = battles.win_table(EVEN[-1] + 1, EVEN[-1], rules=rule_set)
        groups.setdefault(tuple(p for row in found.p_win for p in row), []).append(name)
    rows: list[dict[str, Any]] = []
    for names in groups.values():
        rule_set = sets[names[0]]
        found = battles.win_table(EVEN[-1] + 1, EVEN[-1], rules=rule_set)
        needs = battles.need_curve(EVEN[1], CHANCES, rules=rule_set)
        rows.append(
            {
                "rules": ", ".join(names),
                "title": "; ".join(dict.fromkeys(sets[name].title for name in names))
                if len(names) == 1
                else "dice alike",
                **{f"p_{n}": found.at(n + 1, n) for n in EVEN},
                "against_classic": found.at(EVEN[1] + 1, EVEN[1]) - usual[1],
                "need_even": needs.at(EVEN[1], CHANCES[0]),
                "need_safe": needs.at(EVEN[1], CHANCES[-1]),
                "exchange": full_exchange(rule_set),
            }
        )
    rows.sort(key=lambda row: -row[f"p_{EVEN[1]}"])
    frame = pd.DataFrame(rows)
    compared = Table(
        "dice-rules",
        f"Battles of as many able to attack as defend under the dice of every rule set found (exact); rule sets whose dice play alike "
        f"share a row. Need: armies on the territory against {EVEN[1]} for an even chance and for 95 %. Exchange: "
        "attackers lost for each defender lost in rounds with all dice.",
        frame.astype({"need_even": object, "need_safe": object}),
        [
            Column("rules", "Rules", is_number=False),
            Column("title", "What they are", is_number=False),
            *(Column(f"p_{n}", f"{n} v {n}", numbers.percent) for n in EVEN),
            Column("against_classic", f"{EVEN[1]} v {EVEN[1]} less classic, points", points),
            Column("need_even", "Need, even", _or_dash),
            Column("need_safe", "Need, 95 %", _or_dash),
            Column("exchange", "Exchange", numbers.fixed(3)),
        ],
    )
    bars = {row["rules"]: row[f"p_{EVEN[1]}"] for row in rows}
    picture = figures.drawn(
        "dice-figure",
        f"{EVEN[1]} able to attack against {EVEN[1]} under each rule set's dice",
        lambda ax: _bars(ax, bars),
        caption=f"Chance to take the territory, {EVEN[1] + 1} armies on it against {EVEN[1]}. The line is the even chance.",
        alt="; ".join(f"{name}: {numbers.percent(p)}" for name, p in bars.items()),
        height=0.3 * len(bars) + 1.0,
    )
    best, worst = rows[0], rows[-1]
    words = (
        f"{len(sets)} rule sets were found; their dice make {len(rows)} different games. With {EVEN[1]} able to attack against {EVEN[1]} "
        f"the chance runs from {numbers.percent(worst[f'p_{EVEN[1]}'])} ({worst['rules']}) to {numbers.percent(best[f'p_{EVEN[1]}'])} "
        f"({best['rules']}); classic has {numbers.percent(usual[1])}. Battles grow one-sided with their size wherever the exchange rate "
        "is far from 1."
    )
    return Section("other-dice", "What other dice do", [Paragraph(words), picture, compared])


def _bars(ax: "Axes", bars: dict[str, float]) -> None:
    with pictures.axes(ax):
        names = [name if len(name) <= 26 else f"{name.split(',')[0]} and alike" for name in bars]
        drawn = ax.barh(names, list(bars.values()), 0.7, color=pictures.COLOURS[0])
        ax.bar_label(drawn, [f"{100 * p:.0f} %" for p in bars.values()], padding=3, fontsize=8)
        ax.axvline(0.5, color="black", linewidth=1)
        ax.invert_yaxis()
        ax.set_xlim(0, 1.12)
        ax.tick_params(axis="y", labelsize=8)
        ax.set_xlabel("chance to take the territory")


# --- rolled -------------------------------------------------------------------------------------------------------


def rolled(study: Study) -> Section:
    """Draw the same chances from battles that were rolled."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for place, (armies, defenders) in enumerate(ROLLED):
        odds = battles.odds(
            armies,
            defenders,
            rules=study.base,
            fractions=False,
            simulate=study.effort.trials,
            seed=study.effort.seed + place,
        )
        simulated = odds.simulated
        assert simulated is not None
        spread = math.sqrt(odds.p_win * (1 - odds.p_win) / simulated.trials)
        rows.append(
            {
                "armies": armies,
                "defenders": defenders,
                "exact": odds.p_win,
                "simulated": simulated.p_win,
                "low": simulated.low,
                "high": simulated.high,
                "trials": simulated.trials,
                "seed": simulated.seed,
                "deviation": (simulated.p_win - odds.p_win) / spread if spread else 0.0,
                "chi_square_p": simulated.chi_square_p,
            }
        )
    digits = functools.partial(numbers.percent, decimals=3)
    checked = Table(
        "simulated-against-exact",
        "Chance to take the territory, exact and rolled, with the 95 % interval (Wilson), the distance in standard errors (SE) of the "
        "exact chance, and the chi-square test of all ends against their exact chances.",
        pd.DataFrame(rows),
        [
            Column("armies", "Armies"),
            Column("defenders", "Defenders"),
            Column("exact", "Exact", digits),
            Column("simulated", "Rolled", digits),
            Column("low", "Low", digits),
            Column("high", "High", digits),
            Column("seed", "Seed", str),
            Column("deviation", "Off by, in SE", two),
            Column("chi_square_p", "Chi-square p", numbers.fixed(3)),
        ],
    )
    farthest = max(abs(row["deviation"]) for row in rows)
    words = (
        f"Each battle was also played out {study.effort.trials:,} times (seeds from {study.effort.seed} on). The farthest chance lies "
        f"{two(farthest)} standard errors off; about one in twenty should lie beyond two."
    )
    return Section("checked-by-simulation", "Checked by simulation", [Paragraph(words), checked])


# --- limits -------------------------------------------------------------------------------------------------------


def limits(study: Study) -> Section:
    """Say what is left out."""
    words = [
        "Both sides always roll as many dice as they may, and a battle is fought to its end unless a section says otherwise.",
        "What a territory is worth, and what the armies would be worth elsewhere, is not measured: chances say how a battle ends, "
        "not whether to fight it.",
        f"Rules of thumb hold for the rules named here ({study.base.label}) and up to the sizes named with them.",
        "The dice are fair and independent.",
    ]
    return Section("limits", "Limits", [Items(words)])


def sources_cited(study: Study) -> Section:
    """Draw the list of sources."""
    return verdicts.cited(study, "osborne-2003", "hohle-2025", "icepool", "minerva", "norvig")


REPORT = Report(
    title="Risk: how to attack",
    question="How many armies does an attack need, what is one more worth, and what do other dice change?",
    rule_sets=None,
    claims=(),
    answer=answer,
    sections=(
        what_to_do,
        how_many,
        chances,
        one_round,
        even_numbers,
        one_more,
        costs,
        when_to_stop,
        chains,
        other_dice,
        rolled,
        limits,
        sources_cited,
    ),
    base="classic",
)
