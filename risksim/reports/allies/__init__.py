"""What a report says about allied armies: the hand of poker, the turns between controls, bets, and exploits.

Each section is a function of a study; where the rules have no allied armies it says so.
"""

from collections.abc import Callable, Sequence
from functools import wraps

from risksim.reports.allies import bets, exploits, hands, turns
from risksim.reports.page import numbers
from risksim.reports.page.contents import Block, Paragraph, Section
from risksim.reports.page.report import Study

__all__ = ["SECTIONS", "in_short"]

Blocks = Callable[[Study], Sequence[Block]]


def _section(key: str, title: str, blocks: Blocks) -> Callable[[Study], Section]:
    @wraps(blocks)
    def draw(study: Study) -> Section:
        if not study.base.poker.has_allied_armies:
            return Section(
                key, title, [Paragraph(f"{study.base.label} has no allied armies to play poker for.")]
            )
        return Section(key, title, blocks(study))

    return draw


#: The sections, in the order of reading.
SECTIONS = (
    _section("poker-hands", "Poker: who wins a hand and the ally", hands.blocks),
    _section("poker-turns", "Poker: turns between controls, and who challenges", turns.blocks),
    _section("poker-bets", "Poker: antes, bets and all-in", bets.blocks),
    _section("poker-exploits", "Poker: exploits, and the smallest edit that closes each", exploits.blocks),
)


def in_short(study: Study) -> str | None:
    """Return the sections in a few sentences; None where the rules have no allied armies."""
    if not study.base.poker.has_allied_armies:
        return None
    economy = turns.alone(study.base)
    challenges = turns.hands_that_challenge(study.base, turns.VALUE)
    dead = turns.dead(study.base)
    literal, fair = bets.to_call(study.base, bets.LONG)
    often = (
        f"every {numbers.plain(economy.turns_between)} turns that earn a card"
        if economy.turns_between is not None
        else "never"
    )
    return (
        f"Poker: a player who bids as soon as he may plays an ally {often} if nobody challenges. Where that turn is "
        f"worth {turns.VALUE} armies, a rival gains by challenging with {numbers.percent(challenges[2])} of his hands "
        f"between two players and with {numbers.percent(challenges[3]) if challenges[3] else 'none'} among three, for a challenge costs three cards "
        f"as a bid does. {len(dead.letters)} of {dead.sentences} sentences about bids and hands can never matter. A "
        f"player with {bets.SHORT} armies left needs {numbers.percent(literal)} of the pot to call a bet of "
        f"{bets.LONG}, where with a side pot he would need {numbers.percent(fair)}. The edits that close what can be "
        "exploited stand at the end of the sections about poker."
    )
