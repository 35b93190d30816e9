"""Turns between controls, who challenges a bid, and sentences that never matter."""

import functools
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from risksim import pictures
from risksim.claims.checking import allies
from risksim.poker import bidding
from risksim.poker.bidding import words as bid_words
from risksim.reports.page import figures, numbers
from risksim.reports.page.contents import Block, Paragraph
from risksim.reports.page.report import Study
from risksim.reports.page.tables import Column, Table
from risksim.rules import RuleSet
from risksim.rules.clauses import PokerCardsSpent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What a turn of an ally is worth, in armies, wherever one value stands for all; the claims use the same.
VALUE = 10
VALUES = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40)
#: What a poker card may be worth beside the bids it makes.
CARD = Fraction(1, 2)
RATES = (1, Fraction(7, 10), Fraction(4, 10))
SPENT = {
    PokerCardsSpent.EVERY_BID: "every bid costs three cards",
    PokerCardsSpent.HAND_PLAYED: "only hands that are played cost cards",
    PokerCardsSpent.ONLY_IF_LOST: "only lost hands cost cards",
}
turns = numbers.fixed(2)


@functools.cache
def alone(
    base: RuleSet, contested: Fraction = Fraction(0), success: Fraction = Fraction(1)
) -> bidding.Economy:
    """Return one player's turns, a share of his bids challenged by one rival."""
    control, lost = allies.duel(base) if contested else (Fraction(1), Fraction(0))
    return bidding.economy(base, success=success, contested=contested, p_control=control, p_lost=lost)


@functools.cache
def dead(base: RuleSet) -> bidding.DeadLetters:
    """Return the sentences that never matter."""
    return bidding.dead_letters(base, players=allies.PLAYERS)


def challenge(base: RuleSet, value: float, players: int, card: Fraction | None = None) -> bidding.Challenge:
    """Return the game of bid and challenge, one rival deciding, three cards against three."""
    worth: dict[str, Any] = {} if card is None else {"card_value": float(card)}
    control = float(allies.duel(base)[0])
    return bidding.challenge(value, players, base, rivals=1, p_control=(control,), share=(0.5,), **worth)


def hands_that_challenge(base: RuleSet, value: float, card: Fraction | None = None) -> dict[int, float]:
    """Return the share of hands with which a rival gains by challenging, by number of players."""
    return {
        players: float(allies.hands_worth(base, challenge(base, value, players, card).equity_needed))
        for players in allies.PLAYERS
    }


def blocks(study: Study) -> list[Block]:
    """Return the tables and figures about bids."""
    base = study.base
    never, always = alone(base), alone(base, Fraction(1))
    crowd = bidding.table(3, base)
    words = (
        f"With a card every turn a player who bids as soon as he may plays an ally every "
        f"{numbers.plain(never.turns_between)} own turns if nobody challenges, every "
        f"{numbers.plain(always.turns_between)} if every bid is challenged by one rival. Where all bid as soon as they "
        f"may, somebody has the cards to challenge {numbers.percent(crowd.p_contested)} of bids among three. All of this "
        "is an exact chain of turns; chances of a hand are those of the section above."
    )
    return [
        Paragraph(words),
        _waits(base),
        _between(base),
        *_challenges(base),
        *_letters(base),
    ]


def _waits(base: RuleSet) -> Block:
    found = alone(base, Fraction(1), RATES[1])
    return figures.drawn(
        "poker-waits",
        "How long the wait for an ally is",
        found.plot,
        caption=(
            f"Own turns until the first control and from one to the next, with a card in "
            f"{numbers.percent(RATES[1], 0)} of turns and every bid challenged by one rival."
        ),
        alt="Chance that the next control comes within "
        + ", ".join(f"{n} turns {numbers.percent(sum(found.between[:n]))}" for n in (3, 5, 10, 20))
        + ".",
    )


def _between(base: RuleSet) -> Table:
    import pandas as pd

    changes: list[dict[str, Any]] = [{}]
    for name, values in bidding.model.CLAUSES.items():
        changes += [{name: value} for value in values if value != base.readings(name)[name]]
    changes.append({"poker_hand_cap": 6, "bid_forced_at": "six"})
    changes.append({"ally_draws_poker": True, "ally_can_bid": True})
    rows = []
    for changed in changes:
        row: dict[str, Any] = {"changed": bid_words.said(changed)}
        rules = base.vary(**changed)
        control, lost = allies.duel(base)
        for rate in RATES:
            for contested in (0, 1):
                found = bidding.economy(
                    rules, success=rate, contested=contested, p_control=control, p_lost=lost
                )
                column = f"turns_between_{float(rate):g}_{'contested' if contested else 'free'}"
                row[column] = found.turns_between
                row[f"ally_{column}"] = found.ally_turns
        rows.append(row)
    return Table(
        "poker-turns-between",
        "Own turns from one control to the next, one reading changed at a time (exact); a player who bids as soon as he "
        "may, all bids free or all challenged by one rival. A dash: the turns of an ally can go on for ever.",
        pd.DataFrame(rows),
        [
            Column(
                "changed",
                "Reading",
                lambda text: text.replace("_", " ") or "as the rules have it",
                is_number=False,
            ),
            *(
                Column(
                    f"turns_between_{float(rate):g}_{key}",
                    f"{words}, a card in {numbers.percent(rate, 0)} of turns",
                    turns,
                )
                for rate in RATES[:2]
                for key, words in (("free", "Free"), ("contested", "Challenged"))
            ),
        ],
    )


def _challenges(base: RuleSet) -> list[Block]:
    import pandas as pd

    rows = []
    for spent in PokerCardsSpent:
        rules = base.vary(poker_cards_spent=spent.value)
        for card in (None, Fraction(0), Fraction(1, 4), CARD, Fraction(1)):
            for players in allies.PLAYERS:
                found = challenge(rules, VALUE, players, card)
                rows.append(
                    {
                        "spent": spent.value,
                        "is_rule": spent is base.poker.poker_cards_spent,
                        "card_worth": None if card is None else float(card),
                        "players": players,
                        "equity_needed": found.equity_needed,
                        "hands": float(allies.hands_worth(rules, found.equity_needed)),
                        "gain_per_value": found.gain_per_value,
                        "fixed_gain": found.fixed_gain,
                        "challenged_from": found.challenged_from,
                    }
                )
    frame = pd.DataFrame(rows)
    by_chain = hands_that_challenge(base, VALUE)
    with_card = {players: challenge(base, VALUE, players, CARD).challenged_from for players in allies.PLAYERS}
    words = (
        "Who challenges: a rival joins with three cards of his own and keeps the bidder from the ally with about one "
        "chance in two; of that harm he bears 1/(n − 1) among n players. If cards are worth the bids they will make, "
        f"and v, the worth of an ally's turn, is {VALUE} armies, he gains with "
        + numbers.joined([f"{_part(p)} ({n} players)" for n, p in by_chain.items()])
        + ". Not looking at his hand he gains from a v of "
        + numbers.joined([f"{_from(v)} ({n} players)" for n, v in with_card.items()])
        + f" on if a card is worth {float(CARD):g} armies, and never if it is worth the bids it will make."
        * all(challenge(base, VALUE, n).challenged_from is None for n in allies.PLAYERS)
    )
    shown = frame[frame["card_worth"].isna() | (frame["card_worth"] == float(CARD))]
    table = Table("poker-challenges", "Who challenges, everything tried.", frame, None)
    extract = Table(
        "poker-challenges-shown",
        f"Who challenges (exact): share of hands with which a rival gains where v is {VALUE} armies, and the v from which "
        "he gains without looking, by what cards cost and what they are worth.",
        shown,
        [
            Column("spent", "Cards", lambda name: SPENT[PokerCardsSpent(name)], is_number=False),
            Column(
                "card_worth",
                "A card is worth",
                lambda each: "its bids" if each is None else f"{each:g} armies",
            ),
            Column("players", "Players"),
            Column(
                "equity_needed",
                "Share of the pot needed",
                lambda p: "never" if p is None else numbers.percent(p),
            ),
            Column("hands", "Hands", numbers.percent),
            Column("challenged_from", "v without looking, from", _from),
        ],
        is_written=False,
    )
    lines = {
        "2 players, its bids": (2, None),
        "3 players, its bids": (3, None),
        **{f"{n} players, {float(CARD):g} armies": (n, CARD) for n in (2, 3, 5)},
    }
    curves = {
        label: [float(allies.hands_worth(base, challenge(base, v, n, card).equity_needed)) for v in VALUES]
        for label, (n, card) in lines.items()
    }
    figure = figures.drawn(
        "poker-challenge-by-value",
        "Who challenges, by what the ally is worth",
        lambda ax: _by_value(ax, curves),
        caption=(
            "Share of hands with which a rival gains by challenging, by v, and by what a card is worth. If cards are "
            "worth the bids they will make, a dearer ally makes challenges rarer: the cards for it are dearer too."
        ),
        alt="; ".join(
            f"{label}: {numbers.percent(curve[0])} at v = {VALUES[0]}, {numbers.percent(curve[-1])} at {VALUES[-1]}"
            for label, curve in curves.items()
        ),
        data=table,
    )
    return [Paragraph(words), figure, extract]


def _part(share: float) -> str:
    return f"{numbers.percent(share)} of hands" if share else "none"


def _from(value: float | None) -> str:
    return "never" if value is None else numbers.plain(value, 3)


def _by_value(ax: "Axes", curves: dict[str, list[float]]) -> None:
    with pictures.axes(ax):
        for place, (label, curve) in enumerate(curves.items()):
            ax.plot(
                VALUES,
                curve,
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place % len(pictures.LINE_STYLES)],
                label=label,
            )
        ax.set_xlabel("v: armies a turn of an ally is worth")
        ax.set_ylabel("share of hands that challenge")
        ax.set_ylim(-0.02, 1.02)
        ax.legend(fontsize=7, title="players, worth of a card", title_fontsize=7)


def _letters(base: RuleSet) -> list[Block]:
    found = dead(base)
    words = (
        f"Dead letters: of {found.sentences} sentences about bids, hands and allies, {len(found.letters)} can never "
        "matter for some number of players, whatever anybody does; found by searching everything that can happen."
    )
    if not found.letters:
        return [Paragraph(words)]
    table = Table(
        "poker-dead-letters",
        "Sentences that never matter, what happens instead, and the smallest changes that bring each to life.",
        found.to_frame(),
        [
            Column("quote", "Sentence", lambda text: f"“{text}”", is_number=False),
            Column("place", "Where", is_number=False),
            Column("players", "Dead for … players", is_number=False),
            Column("reason", "What there is instead", is_number=False),
            Column(
                "revived_by",
                "Alive with",
                lambda text: text.replace("_", " ") or "nothing tried",
                is_number=False,
            ),
        ],
    )
    return [Paragraph(words), table]
