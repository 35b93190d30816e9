"""The new rules: a factory or armies? Verdicts on what the document says, and what a player should do.

Sources: ``seed-new-rules``, ``seed-finnish``, ``seed-russian``, ``seed-slovak``, ``seed-malay``, ``hasbro-1993``.
"""

import functools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from risksim import battles, cards, factories, pictures
from risksim.cards.model import find_deck
from risksim.reports import allies
from risksim.reports.page import figures, numbers, verdicts
from risksim.reports.page.contents import Block, Items, Paragraph, Part, Section, Words
from risksim.reports.page.report import Report, Study
from risksim.reports.page.tables import Column, Table, link
from risksim.rules import RuleSet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The rule sets whose dice are compared, by the name of the document in words.
DOCUMENTS = {
    "new-rules": "new rules",
    "classic": "printed rules",
    "finnish": "Finnish",
    "russian": "Russian",
    "slovak": "Slovak",
    "malay": "Malay",
}
#: The length of the game, in turns of each player, wherever one length stands for all; the claims use the same.
TURNS = 10
LONGEST = 30
SHOWN = 16
RATES = (Fraction(1), Fraction(7, 10), Fraction(4, 10))
#: A chance of capture for charts that need one.
CAPTURED = Fraction(1, 20)
HAZARDS = (Fraction(0), Fraction(1, 20), Fraction(1, 10), Fraction(1, 5))
#: What an army of the captor counts against one's own, in words.
CAPTORS = {"captor ignored": Fraction(0), "4 players": Fraction(1, 3), "3 players": Fraction(1, 2), "2 players": Fraction(1)}  # fmt: skip
BATTLES = ((4, 2), (6, 5), (8, 5), (11, 10), (21, 20))
#: A share of the map for the plan that looks at matching cards.
SHARE = Fraction(1, 4)

armies = numbers.fixed(2)


# --- what is asked ------------------------------------------------------------------------------------------------


@functools.cache
def deck(base: RuleSet) -> str:
    """Return the name of the deck the document plays with."""
    return find_deck(None, base).name


@functools.cache
def curves(base: RuleSet) -> factories.Curves:
    """Return both pure plans turn by turn."""
    return factories.curves(LONGEST, deck=deck(base), rules=base)


@functools.cache
def policy(base: RuleSet) -> factories.Policy:
    """Return the best plan for the usual length of the game."""
    return factories.policy(TURNS, share=SHARE, deck=deck(base), rules=base)


@functools.cache
def one_factory(base: RuleSet) -> factories.BreakEven:
    """Return one factory less one set by payments left, under each of the hazards a player may think of."""
    return factories.break_even(range(1, 2 * LONGEST + 1), HAZARDS, deck=deck(base), rules=base)


@functools.cache
def break_even(base: RuleSet, weight: Fraction, step: Fraction) -> factories.BreakEven:
    """Return factory less set over payments left and hazard."""
    hazards = [step * count for count in range(int(Fraction(2, 5) / step) + 1)]
    return factories.break_even(
        range(1, LONGEST + 1), hazards, enemy_weight=weight, deck=deck(base), rules=base
    )


def matching(base: RuleSet) -> list[int]:
    """Return the extra armies of a set with 0, 1, 2, 3 matching cards."""
    return list(factories.ask(rules=base).match_armies)


def build_from(base: RuleSet, extra: int, hazard: Fraction = Fraction(0)) -> int | None:
    """Return the fewest payments left at which a factory is worth the dice of a set and ``extra`` armies."""
    found = one_factory(base)
    ahead = found.advantage[HAZARDS.index(hazard)]
    return next((left for left, by in zip(found.payments, ahead, strict=True) if by >= extra), None)


def overtaking(base: RuleSet) -> int | None:
    """Return the fewest turns, of 4 or more, from which the factory plan stays ahead; None if it never is."""
    answer = curves(base)
    ahead = [f > a for a, f in zip(answer.armies, answer.factories, strict=True)]
    return next((turn for turn in answer.turn if turn >= 4 and all(ahead[turn - 1 :])), None)


# --- the answer ---------------------------------------------------------------------------------------------------


def answer(study: Study) -> Sequence[Words]:
    """Say in plain words what a player should do, and how the claims fared."""
    at = TURNS - 1
    plans, best = curves(study.base), policy(study.base)
    bars = [build_from(study.base, extra) for extra in matching(study.base)]
    pay = study.base.factories.factory_yield
    bears = {
        words: break_even(study.base, weight, Fraction(1, 20)).line[at] for words, weight in CAPTORS.items()
    }
    todo = (
        f"Build a factory while at least {bars[0]} of your own turns are still to come, and take the armies later "
        f"than that; with {_listed_bars(bars)}. With {TURNS} turns to come, build only where you expect "
        f"the factory to be captured in fewer than {_bar(bears['captor ignored'])} of rounds (between two players in "
        f"fewer than {_bar(bears['2 players'])})."
        if bars[0] is not None
        else "Turn every set in for armies: no number of payments makes a factory worth a set."
    )
    ahead = overtaking(study.base)
    game = (
        f"Why: a factory pays {pay} armies a turn, a set brings {numbers.plain(one_factory(study.base).set_value)} on average and "
        f"more with matching cards. In a game of {TURNS} turns that all earn a card, every set into factories brings "
        f"{armies(plans.factories[at])} armies by the last turn and every set turned in {armies(plans.armies[at])}. "
    )
    game += (
        f"Factories are ahead in games of {ahead} turns or more"
        if ahead is not None
        else f"Factories are never ahead in games of up to {LONGEST} turns"
    )
    game += (
        f". A player who holds {numbers.percent(SHARE, 0)} of the map "
        f"gets {armies(best.optimal_plan)} by the best plan, {armies(best.factory_plan)} by factories alone and "
        f"{armies(best.armies_plan)} by armies alone. All of these are exact under the payoff model below; how often "
        "factories are captured in real games is not measured."
    )
    short = allies.in_short(study)
    said = [Markup("{} {}").format(todo, _fate_of_claims(study)), game]
    return said if short is None else [*said, short]


def _listed_bars(bars: Sequence[int | None]) -> str:
    parts = [
        f"{matches} matching card{'s' * (matches > 1)} while at least {bar}"
        if bar is not None
        else f"{matches} matching card{'s' * (matches > 1)} never"
        for matches, bar in enumerate(bars)
        if matches
    ]
    return numbers.joined(parts)


def _bar(hazard: float | None) -> str:
    return "no share" if hazard is None else numbers.percent(hazard)


def _fate_of_claims(study: Study) -> Markup:
    by_verdict = verdicts.counted(study.checked.rows)
    total = sum(map(len, by_verdict.values()))
    parts = [
        Markup("{} {} ({})").format(len(keys), _verb(verdict, len(keys)), _linked(keys))
        for verdict, keys in by_verdict.items()
        if keys
    ]
    flipped = list(study.checked.flips())
    counts = Markup("Of the {} claims checked, {}").format(total, Markup(", ").join(parts))
    return (
        counts + Markup("; another reading of the rules flips {}.").format(_linked(flipped))
        if flipped
        else counts + Markup("; no reading tried flips a verdict.")
    )


def _verb(verdict: str, count: int) -> str:
    one = {"holds": "holds", "fails": "fails", "undecided": "is undecided"}
    many = {"holds": "hold", "fails": "fail", "undecided": "are undecided"}
    return (one if count == 1 else many)[verdict]


def _linked(keys: Sequence[str]) -> Markup:
    return Markup(", ").join(link(f"claim-{key}", key) for key in keys)


# --- the card clock -----------------------------------------------------------------------------------------------


def card_clock(study: Study) -> Section:
    """Draw when sets come: the first one, the next ones, and how many after so many cards."""
    import pandas as pd

    names = {"classic": "44 cards, two wild", "no-wilds": "42 cards", "independent": "independent symbols"}
    answers = {name: cards.economy(deck=name, rules=study.base, cards=LONGEST) for name in names}
    own = answers[deck(study.base)]
    chances = pd.DataFrame(
        [
            {
                "deck": name,
                **{f"first_set_{n}": entry.p_first_set[n] for n in ("3", "4", "5")},
                **{f"next_set_{n}": entry.between_sets[n] for n in ("1", "2", "3", "4", "5")},
                "expected_cards_first_set": entry.expected_cards_first_set,
                "cards_per_set": entry.cards_per_set,
            }
            for name, entry in answers.items()
        ]
    )
    columns = [
        Column("deck", "Deck", lambda name: names[name], is_number=False),
        *(Column(f"first_set_{n}", f"First set with card {n}", numbers.percent) for n in ("3", "4", "5")),
        Column("expected_cards_first_set", "Cards to the first set", numbers.fixed(4)),
        *(Column(f"next_set_{n}", f"Next set after {n}", numbers.percent) for n in ("1", "2", "3", "4", "5")),
        Column("cards_per_set", "Cards a set, long run", numbers.fixed(2)),
    ]
    table = Table("waits", "When sets come, trading as soon as possible (exact).", chances, columns)
    by_card = pd.DataFrame(
        {"cards": range(LONGEST + 1), **{name: list(entry.sets_by_card) for name, entry in answers.items()}}
    )
    counted = Table("sets-by-card", "Expected sets after so many cards.", by_card, None)
    growing = figures.drawn(
        "sets-growing",
        "How many sets so many cards make",
        own.plot_sets,
        caption=(
            "Expected sets completed after so many cards, and a set for every three cards beside it. The cards kept "
            "after a turn-in hold the count below that line."
        ),
        alt="Expected sets: "
        + ", ".join(f"{armies(own.sets_by_card[n])} after {n} cards" for n in range(5, LONGEST + 1, 5))
        + ".",
        data=counted,
    )
    figure = figures.drawn(
        "cards-to-a-set",
        "How many cards a set takes",
        lambda ax: _waits(ax, own),
        caption=(
            "Chance that the first set (from an empty hand) and each later set (after a turn-in, which may leave "
            "cards in hand) takes so many cards. Later sets come sooner or later than the first, never after more "
            "than five cards."
        ),
        alt=(
            "Bars. First set: "
            + ", ".join(f"{n} cards {numbers.percent(own.p_first_set[n])}" for n in ("3", "4", "5"))
            + ". Later sets: "
            + ", ".join(f"{n} {numbers.percent(own.between_sets[n])}" for n in ("1", "2", "3", "4", "5"))
            + "."
        ),
    )
    blocks: list[Block] = [
        Paragraph(
            f"A set is three cards of one symbol or one of each; a wild card stands for any symbol. With the deck of the rules ({names[deck(study.base)]}) the "
            f"first set takes {numbers.plain(own.expected_cards_first_set)} cards on average, and in the long run a "
            f"set takes {numbers.plain(own.cards_per_set)}: three cards leave with every set, so three must come. "
            "A turn earns a card only if it takes a territory; with a conquest rate below one the same clock runs "
            "slower in turns."
        ),
        figure,
        table,
        growing,
    ]
    return Section("card-clock", "The card clock", blocks)


def _waits(ax: "Axes", own: cards.Economy) -> None:
    own.plot(ax)
    ax.set_ylim(0, 1.3 * ax.get_ylim()[1])  # room for the legend
    ax.legend(loc="upper left")


# --- the payoff model ---------------------------------------------------------------------------------------------


def payoff_model(study: Study) -> Section:
    """Write the payoff model in words."""
    rule_set = study.base
    dice = f"{rule_set.cards.set_dice}d{rule_set.cards.set_dice_sides}"
    pay = rule_set.factories.factory_yield
    extra = matching(study.base)
    c = numbers.plain(one_factory(study.base).set_value)
    return Section(
        "payoff-model",
        "How a set and a factory are weighed",
        [
            Paragraph(
                "Every number about factories on this page comes from one model of one player's turns."
            ),
            Items(
                [
                    "A player has T turns. A turn starts with income: every factory pays, and a set turned in at "
                    "that moment brings its armies. The campaign follows; with chance q (the conquest rate) it takes "
                    "at least one territory, and then the turn ends with one card. At the end of a turn a set in "
                    "hand may buy a factory.",
                    "A set completed at the end of turn t first pays at the start of turn t + 1 either way: the "
                    "armies once, a factory at that start and at every start after it. H is the number of starts "
                    "still to come: the payments left.",
                    f"A set turned in brings c armies on average: {c} from the dice ({dice}) and {extra[1]} for each "
                    "card that shows a territory one holds, if the set is turned in for armies. With a share s of "
                    "the map each territory card matches with chance s; a wild card shows no territory. A factory "
                    f"pays y = {pay} armies at each start.",
                    "h is the chance that a factory is captured in a round. A factory is bought at the end of a "
                    "turn, so one such round lies before its first payment; it reaches its k-th payment uncaptured "
                    "with chance (1 − h) to the power k. In each round the payment comes first, then, if it was "
                    "captured, the owner takes it back with chance r in his own turn, then the factory is exposed.",
                    "w is what an army paid to the captor costs in one's own: 1 between two players, 1/(n − 1) among "
                    "n, 0 if the captor is ignored. g is what an army is worth one turn later. Unless said "
                    "otherwise h, w and s are 0, and g and q are 1.",
                    "Armies plan: every set turned in as soon as possible; by the last turn it brings c times the "
                    "expected sets completed by turn T − 1. Factory plan: every set buys a factory; it brings y "
                    "times the sum, over all turns before the last, of the expected sets completed so far. The "
                    "cards after n turns are binomial with chance q.",
                    "Best plan: backward induction over the hand (with its matching cards in view), the cards and "
                    "the payments left; free to hold a set, to choose which cards go, to build or to cash. A tie "
                    "builds.",
                    "One player draws alone; cards turned in are shuffled back only when the draw pile is empty. "
                    "Where several sets are possible, as few wild cards as possible go, then two different symbols "
                    "are kept.",
                ]
            ),
        ],
    )


# --- both plans ---------------------------------------------------------------------------------------------------


def both_plans(study: Study) -> Section:
    """Draw both cumulative curves with their bands, and hold played games against them."""
    both = curves(study.base)
    frame = both.to_frame()
    frame["difference"] = frame["factories"] - frame["armies"]
    written = Table("plans-by-turn", "Both plans by turn.", frame, None)
    at = TURNS - 1
    ahead = overtaking(study.base)
    figure = figures.drawn(
        "cumulative-curves",
        "Armies received, both plans",
        factories.curves(SHOWN, deck=deck(study.base), rules=study.base).plot,
        caption=(
            "Expected armies by the start of each turn if every set is turned in (armies) or buys a factory "
            "(factories); the bands are one standard deviation from game to game. A set pays once, a factory again "
            "at every start: what matters is where the game ends."
        ),
        alt=(
            f"Two rising curves with bands. At turn {TURNS}: armies {armies(both.armies[at])}, factories "
            f"{armies(both.factories[at])}. At turn {SHOWN}: {armies(both.armies[SHOWN - 1])} and "
            f"{armies(both.factories[SHOWN - 1])}."
        ),
        data=written,
    )
    shown = frame[frame["turn"].isin([4, 6, 8, 10, 12, 15, 20, 25, 30])]
    table = Table(
        "plans-by-turn-shown",
        "Armies by the start of the turn; ± is one standard deviation from game to game, the means are exact.",
        shown,
        [
            Column("turn", "Turn"),
            Column("armies", "Armies plan", armies),
            Column("armies_sd", "±", armies),
            Column("factories", "Factory plan", armies),
            Column("factories_sd", "±", armies),
            Column("difference", "Factories less armies", armies),
            Column("difference_sd", "±", armies),
        ],
        is_written=False,
    )
    words = (
        f"The factory plan is ahead from turn {ahead} on."
        if ahead is not None
        else f"The factory plan is not ahead at any length up to {LONGEST} turns."
    )
    spread = (
        f"{words} After {TURNS} turns the difference is {armies(both.factories[at] - both.armies[at])} armies, with "
        f"a standard deviation of {armies(both.difference_sd[at])} from game to game: one game does not show it."
    )
    return Section("both-plans", "Both plans over a game", [Paragraph(spread), figure, table])


def fair_values(study: Study) -> Section:
    """Draw the set value and the yield that would make both plans equal."""
    lengths = range(5, LONGEST + 1)
    found = factories.equal_values(tuple(lengths), RATES, deck=deck(study.base), rules=study.base)
    frame = found.to_frame()
    set_value, pay = one_factory(study.base).set_value, study.base.factories.factory_yield
    at_ten = next(row for row in found.rows if row["turns"] == TURNS and row["conquest_rate"] == 1)
    drawings = []
    for which, key, title, now, words in (
        ("equal_army_value", "equal-set-value", "c*(T): the set value that would be fair", set_value, "c"),
        ("equal_yield", "equal-yield", "y*(T): the yield that would be fair", pay, "y"),
    ):
        ends = {
            rate: [row[which] for row in found.rows if row["conquest_rate"] == float(rate)] for rate in RATES
        }
        drawings.append(
            figures.drawn(
                key,
                title,
                functools.partial(_fair, found=found, which=which, now=now, words=words),
                caption=(
                    "Each line is a conquest rate; the dotted line is what the rules have. Where a line crosses it, "
                    "both plans bring the same; the crossing moves with the length of the game, so no one number is "
                    "fair for all games."
                ),
                alt="; ".join(
                    f"with a card in {numbers.percent(rate, 0)} of turns from {armies(values[0])} at "
                    f"{lengths[0]} turns to {armies(values[-1])} at {LONGEST}"
                    for rate, values in ends.items()
                ),
            )
        )
    shown = frame[frame["turns"].isin([5, 8, 10, 12, 15, 20, 30])]
    table = Table(
        "equal-values",
        "What would make both plans equal, by length of the game and conquest rate (exact); and the roll nearest to it.",
        frame,
        None,
    )
    extract = Table(
        "equal-values-shown",
        "What would make both plans equal, by length of the game and conquest rate (exact); and the roll nearest to it.",
        shown,
        [
            Column("turns", "Turns"),
            Column("conquest_rate", "Conquest rate", lambda rate: numbers.percent(rate, 0)),
            Column("equal_army_value", "Set value c*", armies),
            Column("nearest_dice", "Nearest roll"),
            Column("nearest_2d6", "Nearest 2d6 + k"),
            Column("equal_yield", "Yield y*", armies),
        ],
        is_written=False,
    )
    words = (
        f"With {TURNS} turns and a card every turn a set would have to bring {armies(at_ten['equal_army_value'])} "
        f"armies (nearest roll: {at_ten['nearest_dice']}) to be worth what factories bring, against "
        f"{numbers.plain(set_value)} in the rules; or a factory would have to pay {armies(at_ten['equal_yield'])} "
        f"instead of {pay}."
    )
    return Section(
        "fair-values", "What would be fair: c* and y*", [Paragraph(words), *drawings, extract, table]
    )


def _fair(ax: "Axes", found: factories.EqualValues, which: str, now: float, words: str) -> None:
    found.plot(ax, which)
    ax.axhline(now, color="black", linewidth=1, linestyle=":", label=f"{words} = {now:g}, the rules")
    ax.legend(fontsize=8)


# --- one set ------------------------------------------------------------------------------------------------------


def one_set(study: Study) -> Section:
    """Draw one set against one factory by payments left."""
    short = factories.marginal(12, deck=deck(study.base), rules=study.base)
    first = build_from(study.base, 0)
    frame = short.to_frame()
    table = Table(
        "one-set",
        "One set against one factory that is never captured (exact). The last two columns: the chance of capture, "
        "and the worth of an army a turn later, at which both are equal.",
        frame,
        [
            Column("payments", "Payments left"),
            Column("factory", "Factory, armies", armies),
            Column("dice_more", "Dice bring more", numbers.percent),
            Column("dice_equal", "As many", numbers.percent),
            Column("dice_fewer", "Fewer", numbers.percent),
            Column("break_even_hazard", "Break-even h", numbers.percent),
            Column("break_even_discount", "Break-even g", numbers.fixed(3)),
        ],
    )
    figure = figures.drawn(
        "one-set-figure",
        "A factory by payments left",
        short.plot,
        caption="Left of the crossing take the armies, from it on build.",
        alt=(
            f"A rising line from {armies(short.factory[0])} armies with one payment to {armies(short.factory[-1])} "
            f"with {short.payments[-1]}, and a level line at {numbers.plain(short.set_value)}."
        ),
        height=3.0,
    )
    words = (
        f"A factory is worth a set, {numbers.plain(short.set_value)} armies on average, from {first} payments on."
        if first is not None
        else "A factory is never worth a set."
    )
    return Section(
        "one-set-against-one-factory", "One set: factory or armies", [Paragraph(words), figure, table]
    )


# --- capture ------------------------------------------------------------------------------------------------------


def capture(study: Study) -> Section:
    """Draw where a factory that may be captured breaks even."""
    import pandas as pd

    step = Fraction(1, 25) if study.effort.quick else Fraction(1, 50)
    answers = {words: break_even(study.base, weight, step) for words, weight in CAPTORS.items()}
    lines = pd.DataFrame({"payments": range(1, LONGEST + 1)} | {words: list(each.line) for words, each in answers.items()})  # fmt: skip
    grids = pd.concat(
        [each.to_frame().assign(enemy_weight=each.enemy_weight) for each in answers.values()],
        ignore_index=True,
    )
    shown = lines[lines["payments"].isin([4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30])]
    columns = [Column("payments", "Payments left"), *(Column(words, words, _or_never) for words in CAPTORS)]
    caption = (
        "Break-even chance of capture in a round, by payments left and by whose the captor's armies are (exact). "
        "Below it build, above it take the armies; “never” means that the armies are better however safe the place."
    )
    table = Table("break-even-shown", caption, shown, columns, is_written=False)
    drawings: list[Block] = [
        figures.drawn(
            "break-even-lines",
            "The chance of capture a factory bears",
            lambda ax: _lines_of_hazard(ax, answers),
            caption=(
                "Break-even chance of capture in a round; below its line build, above it take the armies. Where the "
                "captor's armies count, a factory that is lost pays the enemy to the end, so more payments need not "
                f"help: the line for two players is {_peak(answers['2 players'])}."
            ),
            alt="; ".join(f"{words}: {_peak(each)}" for words, each in answers.items()),
            data=Table("break-even", caption, lines, None),
        )
    ]
    for words in ("captor ignored", "2 players"):
        each = answers[words]
        drawings.append(
            figures.drawn(
                f"contours-{words.replace(' ', '-')}",
                f"Factory less set over payments and capture, {words}",
                each.plot,
                caption=(
                    "Armies that a factory is worth more than a set (scale at the side); on the black line both are "
                    "worth the same. The chance of capture in real games has not been measured, so no line for it "
                    "is drawn in."
                ),
                alt=(
                    f"Contours: with {LONGEST} payments and no capture a factory is worth "
                    f"{armies(each.advantage[0][-1])} armies more than a set; with a capture chance of "
                    f"{numbers.percent(each.hazards[-1])} a round, {armies(each.advantage[-1][-1])}."
                ),
                data=Table("capture-grid", "Factory less set on the whole grid.", grids, None)
                if words == "captor ignored"
                else None,
            )
        )
    bears = {words: each.line[TURNS - 1] for words, each in answers.items()}
    text = (
        f"A factory with {TURNS} payments to come breaks even at a capture chance of "
        + ", ".join(f"{_or_never(hazard)} ({words})" for words, hazard in bears.items())
        + " a round. A place that looks more dangerous than that is no place to build."
    )
    return Section("capture", "Where it breaks even: capture", [Paragraph(text), *drawings, table])


def _or_never(hazard: float | None) -> str:
    return "never" if hazard is None else numbers.percent(hazard)


def _peak(each: factories.BreakEven) -> str:
    points = [
        (hazard, left) for left, hazard in zip(each.payments, each.line, strict=True) if hazard is not None
    ]
    if not points:
        return "never worth it"
    highest, left = max(points, key=lambda point: point[0])
    return f"highest, {numbers.percent(highest)}, with {left} payments"


def _lines_of_hazard(ax: "Axes", answers: dict[str, factories.BreakEven]) -> None:
    with pictures.axes(ax):
        for place, (words, each) in enumerate(answers.items()):
            points = [(left, hazard) for left, hazard in zip(each.payments, each.line, strict=True) if hazard is not None]  # fmt: skip
            ax.plot(
                *zip(*points, strict=True),
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place],
                label=words,
            )
        ax.set_xlabel("payments left")
        ax.set_ylabel("chance of capture in a round")
        ax.legend(fontsize=8, loc="upper right", bbox_to_anchor=(1.0, 0.93))


# --- what to do ---------------------------------------------------------------------------------------------------


def what_to_do(study: Study) -> Section:
    """Draw the switching policy as something to memorise."""
    import pandas as pd

    best = policy(study.base)
    holding = factories.policy(TURNS, share=SHARE, rules=study.base)
    rows = [
        {
            "matching_cards": matches,
            "set_value": one_factory(study.base).set_value + extra,
            **{f"hazard_{float(hazard):g}": build_from(study.base, extra, hazard) for hazard in HAZARDS},
        }
        for matches, extra in enumerate(matching(study.base))
    ]
    card = Table(
        "rule-to-memorise",
        "Build while at least so many payments remain, otherwise take the armies; by matching cards in the set and "
        "by how often you think the factory will be captured (captor ignored, exact).",
        pd.DataFrame(rows, dtype=object),
        [
            Column("matching_cards", "Matching cards"),
            Column("set_value", "Set brings", numbers.plain),
            *(
                Column(
                    f"hazard_{float(hazard):g}",
                    f"captured in {numbers.percent(hazard, 0)} of rounds" if hazard else "never captured",
                    lambda left: "never" if left is None else str(left),
                )
                for hazard in HAZARDS
            ),
        ],
    )
    thumb = holding.to_frame()
    for matches in range(4):
        thumb[f"with_{matches}"] = [
            "build" if row["build_up_to"] >= matches else "armies" for row in holding.rules_of_thumb
        ]
    by_payment = Table(
        "policy",
        f"The best plan of a game of {TURNS} turns by payments left (share of the map {numbers.percent(SHARE, 0)}, "
        "no capture, independent symbols; exact). Holding gains: the most armies that keeping a set back for one "
        "more card can gain there, and the hand where it does (A, B, C are symbols, a star is a matching card).",
        thumb,
        [
            Column("payments", "Payments left"),
            Column("factory", "Factory is worth", numbers.plain),
            *(Column(f"with_{matches}", f"{matches} matching", is_number=False) for matches in range(4)),
            Column("hold_gain", "Holding gains", armies),
            Column("hold_with", "with the hand", is_number=False),
        ],
    )
    figure = figures.drawn(
        "policy-figure",
        "Build or take the armies",
        holding.plot,
        caption=(
            "F: build a factory; A: take the armies; by payments left and matching cards in the set. A dot above a "
            "column marks where holding a set back can gain."
        ),
        alt="; ".join(
            f"{matches} matching cards: build from {left if left is not None else 'no number of'} payments"
            for matches, left in enumerate(build_from(study.base, extra) for extra in matching(study.base))
        ),
        height=2.6,
    )
    words = (
        f"The best rule that does not look at matching cards builds while at least {best.best_switch} payments remain; it alone "
        f"brings {armies(best.best_switch_plan)} armies of the {armies(best.optimal_plan)} of the best plan "
        f"({TURNS} turns, {numbers.percent(SHARE, 0)} of the map); always armies {armies(best.armies_plan)}, always "
        f"factories {armies(best.factory_plan)}. Looking at matching cards brings "
        f"{armies(best.optimal_plan_at_once - best.optimal_plan_mean)}, holding sets back "
        f"{armies(best.optimal_plan - best.optimal_plan_at_once)} more. All exact under the payoff model."
    )
    lead = (
        "With a set in hand at the end of a turn, count the turns of your own that you still expect: so many payments "
        "a factory has left. The table says from how many on it is worth at least as much as the armies."
    )
    return Section(
        "what-to-do",
        "What to do: when to stop building",
        [Paragraph(lead), card, Paragraph(words), figure, by_payment],
    )


# --- what matters -------------------------------------------------------------------------------------------------


def what_matters(study: Study) -> Section:
    """Draw the tornado charts: as the rules have it, and with capture."""
    never = factories.sensitivity(TURNS, deck=deck(study.base), rules=study.base)
    captured = factories.sensitivity(
        TURNS, deck=deck(study.base), rules=study.base, hazard=CAPTURED, enemy_weight=CAPTORS["3 players"]
    )
    turned = [_in_words(row) for row in never.rows if row["at_low"] * row["at_high"] < 0]
    idle = [_in_words(row) for row in never.rows if row["at_low"] == row["at_high"]]
    words = (
        f"As written the factory plan brings {armies(never.base)} armies more than the armies plan over {TURNS} "
        f"turns. What moves that most is “{_in_words(never.rows[0])}”. Enough to turn it round within their "
        f"ranges: {numbers.joined(turned)}. Without capture these do nothing: {numbers.joined(idle)}. If a factory "
        f"is captured in {numbers.percent(CAPTURED, 0)} of rounds among three players, the difference is "
        f"{armies(captured.base)}, and what moves it most is “{_in_words(captured.rows[0])}”."
    )
    return Section(
        "what-matters",
        "What matters most",
        [
            Paragraph(words),
            *_tornado(never, "tornado", "What matters: as written, never captured"),
            *_tornado(
                captured,
                "tornado-captured",
                f"What matters: captured in {numbers.percent(CAPTURED, 0)} of rounds, 3 players",
            ),
        ],
    )


def _in_words(row: dict[str, Any]) -> str:
    return str(row["parameter"]).replace("_", " ")


def _tornado(found: factories.Sensitivity, key: str, title: str) -> list[Block]:
    moving = replace(found, rows=tuple(row for row in found.rows if row["at_low"] != row["at_high"]))
    figure = figures.drawn(
        f"{key}-figure",
        title,
        moving.plot,
        caption=(
            "Each bar is one parameter moved from its low end (blue) to its high end (orange), both written there, "
            "everything else as it was. The full line is the difference with nothing moved; right of the dotted line factories are ahead."
        ),
        alt="; ".join(
            f"{_in_words(row)} from {row['low']:g} to {row['high']:g}: {armies(row['at_low'])} to "
            f"{armies(row['at_high'])}"
            for row in moving.rows
        ),
    )
    table = Table(
        key,
        f"{title}. Factory plan less armies plan, in armies, with one parameter at a time at either end of its range "
        f"({TURNS} turns, exact).",
        found.to_frame(),
        [
            Column("parameter", "Parameter", lambda name: name.replace("_", " "), is_number=False),
            Column("low", "Low end"),
            Column("high", "High end"),
            Column("at_low", "Difference at the low end", armies),
            Column("at_high", "Difference at the high end", armies),
        ],
    )
    return [figure, table]


# --- battles ------------------------------------------------------------------------------------------------------


def battle_odds(study: Study) -> Section:
    """Draw battle odds under each document's dice."""
    import pandas as pd

    largest = 20
    found = {name: battles.win_table(largest + 1, largest, rules=name) for name in DOCUMENTS}
    alike: dict[tuple[tuple[float, ...], ...], list[str]] = {}
    for name, each in found.items():
        alike.setdefault(each.p_win, []).append(name)
    groups = {", ".join(DOCUMENTS[name] for name in names): found[names[0]] for names in alike.values()}
    frame = pd.DataFrame(
        [
            {
                "dice_of": words,
                "armies": on,
                "attackers": on - 1,
                "defenders": against,
                "p_win": each.at(on, against),
            }
            for words, each in groups.items()
            for on, against in BATTLES
        ]
    )
    wide = frame.pivot_table(index=["armies", "attackers", "defenders"], columns="dice_of", values="p_win")
    wide = wide[list(groups)].reset_index()
    everything = pd.concat(
        [each.to_frame().assign(rules=name) for name, each in found.items()], ignore_index=True
    )
    table = Table(
        "battles-shown",
        "Chance to take the territory under each document's dice (exact). Armies on the attacking territory, of which "
        "one must stay.",
        wide,
        [
            Column("armies", "Armies"),
            Column("attackers", "of which can attack"),
            Column("defenders", "Defenders"),
            *(Column(words, words, numbers.percent) for words in groups),
        ],
        is_written=False,
    )
    figure = figures.drawn(
        "battle-odds",
        "As many attackers as defenders",
        lambda ax: _even_battles(ax, groups, largest),
        caption=(
            "Chance to take a territory when as many armies can attack as defend, by their number. Documents whose "
            "dice play alike share a line."
        ),
        alt="; ".join(
            f"{words}: {numbers.percent(each.at(6, 5))} with 5 against 5, "
            f"{numbers.percent(each.at(largest + 1, largest))} with {largest} against {largest}"
            for words, each in groups.items()
        ),
        data=Table("battles", "Every battle, every rule set.", everything, None),
    )
    sizes = [each.at(8, 5) for each in groups.values()]
    words = (
        f"The documents' dice clauses make {len(groups)} different games of dice. For 8 armies (7 can attack) against "
        f"5 the chance to take the territory runs from {numbers.percent(min(sizes))} to {numbers.percent(max(sizes))}."
    )
    return Section("battle-odds-by-document", "Battle odds under each document's dice", [Paragraph(words), figure, table])  # fmt: skip


def _even_battles(ax: "Axes", groups: dict[str, battles.WinTable], largest: int) -> None:
    with pictures.axes(ax):
        sizes = range(1, largest + 1)
        for place, (words, each) in enumerate(groups.items()):
            ax.plot(
                sizes,
                [each.at(size + 1, size) for size in sizes],
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place % len(pictures.LINE_STYLES)],
                label=words,
            )
        ax.axhline(0.5, color="0.4", linewidth=0.8)
        ax.set_xlabel("armies that can attack = defenders")
        ax.set_ylabel("chance to take the territory")
        ax.set_ylim(0, 1)
        ax.set_xticks([1, *range(5, largest + 1, 5)])
        ax.legend(fontsize=8)


# --- limits -------------------------------------------------------------------------------------------------------


def limits(study: Study) -> Section:
    """Say what is not measured, and what the model leaves out."""
    missing = [
        Markup("{}: {}.").format(_linked([row.key]), row.unmeasured)
        for row in study.checked.rows
        if row.unmeasured
    ] + [
        Markup("{}: more trials; the interval reaches over an edge of the tolerance.").format(
            _linked([row.key])
        )
        for row in study.checked.rows
        if row.verdict == "undecided" and not row.unmeasured
    ]
    blocks: list[Block] = []
    if missing:
        blocks.append(
            Part(
                "not-measured",
                "What a verdict waits for",
                [Paragraph("Undecided until measured:"), Items(missing)],
            )
        )
    blocks.append(
        Part(
            "left-out",
            "What is left out",
            [
                Items(
                    [
                        "Whole games are not played. How often a turn takes a territory, how much of the map a "
                        "player holds and how often a factory is captured are parameters here, not measurements; "
                        "so are the length of the game and how long a lead lasts.",
                        "Poker is looked at hand by hand and turn by turn: what a turn of an ally is worth (v) is a "
                        "parameter, not a measurement; nobody bluffs by bidding, and beyond two players nobody folds.",
                        "An army is an army: where it stands does not matter. A factory's armies appear on the "
                        "factory's territory, those of a set wherever one likes, and a big stack at once may win a "
                        "battle that the same armies over ten turns do not.",
                        "Armies do not earn cards: more armies now do not raise the conquest rate later, although on "
                        "the board they do. This favours factories.",
                        "A factory's capture is independent of the other factories and of its age, and nobody "
                        "attacks a territory because there is a factory on it.",
                        "Cards taken from beaten players, and cards that others hold, are left out: one player draws "
                        "alone.",
                        f"Simulated numbers carry 95 % intervals from {study.effort.trials:,} trials "
                        f"(seed {study.effort.seed}); everything else is exact for the model, which says nothing "
                        "about how good the model is.",
                    ]
                )
            ],
        )
    )
    return Section("limits", "Limits", blocks)


def sources_cited(study: Study) -> Section:
    """Draw the list of sources."""
    return verdicts.cited(
        study, "seed-new-rules", "seed-finnish", "seed-russian", "seed-slovak", "seed-malay", "hasbro-1993",
        "new-rules-public", "osborne-2003", "wilson-1927",
    )  # fmt: skip


REPORT = Report(
    title="Risk with factories: a factory or armies?",
    question="What the new rules say about cards, factories and allied armies, checked; and what a player should do.",
    rule_sets=tuple(DOCUMENTS),
    claims=None,
    answer=answer,
    sections=(
        verdicts.verdicts,
        what_to_do,
        verdicts.flips,
        card_clock,
        payoff_model,
        both_plans,
        fair_values,
        one_set,
        capture,
        what_matters,
        battle_odds,
        *allies.SECTIONS,
        verdicts.simulated,
        limits,
        verdicts.details,
        sources_cited,
    ),
)
