"""When to blitz: rounds rolled by hand, and at any moment the rest left to a Balanced Blitz.

By hand a battle goes as the dice fall; a blitz ends it at once by the milder chances of the clause
``battle_outcome = "balanced-blitz"``. Whoever wants to take the territory rolls by hand as long as one more round,
with the best choice after it, gives a better chance than the blitz: an optimal stopping problem over (attackers,
defenders), solved backwards.

Sources: ``smg-risk-dice``.
"""

from typing import TYPE_CHECKING, Any

from risksim.battles import blitz as blitzes
from risksim.battles import exact, rounds
from risksim.battles.model import RuledAnswer
from risksim.decisions import attack
from risksim.errors import NotApplicableError, check_count

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Most states of the table: about two seconds.
MAX_STATES = 160_000
#: Where rolling on gains no more than rounding, the blitz is the shorter way to the same chance.
_ROUNDING = 1e-12


class Blitz(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`blitz`."""

    armies: int
    """on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    blitz: bool
    """whether to blitz at once"""
    p_win: float
    """chance to take the territory with the best play"""
    p_win_blitz: float
    """the same by a blitz at once"""
    p_win_hand: float
    """the same with every round rolled by hand"""
    gain: float
    """of the best play over the better of these two"""
    table_armies: tuple[int, ...]
    """rows of the tables: on the attacking territory"""
    table_defenders: tuple[int, ...]
    """columns of the tables"""
    table: tuple[tuple[bool, ...], ...]
    """whether to blitz at once; where not, roll a round by hand"""
    table_p_win: tuple[tuple[float, ...], ...]
    """chance to take the territory with the best play"""

    def at(self, armies: int, defenders: int) -> bool:
        """Return whether to blitz with so many armies on the territory against so many defenders.

        Raises
        ------
        InputError
            If the table does not reach there.
        """
        row = check_count("armies", armies, 2, self.table_armies[-1], "the size of the table") - 2
        column = check_count("defenders", defenders, 1, self.table_defenders[-1], "the size of the table") - 1
        return self.table[row][column]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each state: armies, defenders, blitz, p_win."""
        import pandas as pd

        rows = [
            (armies, defenders, is_blitz, p)
            for armies, verdicts, chances in zip(self.table_armies, self.table, self.table_p_win, strict=True)
            for defenders, is_blitz, p in zip(self.table_defenders, verdicts, chances, strict=True)
        ]
        return pd.DataFrame(rows, columns=["armies", "defenders", "blitz", "p_win"])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the table blitz / roll by hand, to be printed."""
        from risksim.decisions import plots

        return plots.blitz(self, ax)


def blitz(
    armies: int,
    defenders: int,
    *,
    rules: attack.Rules = "balanced-blitz",
    fighting: bool = False,
    size: int = 0,
    **clauses: Any,
) -> Blitz:
    """Return when to roll by hand and when to blitz, for the chance to take a territory.

    Parameters
    ----------
    armies
        Armies on the attacking territory, one of which stays; with ``fighting`` armies able to attack.
    defenders
        Armies on the defended territory.
    rules
        A rule set with ``battle_outcome = "balanced-blitz"``.
    fighting
        Whether ``armies`` counts only those able to attack.
    size
        Armies and defenders the table reaches at least; it always reaches the start.
    clauses
        Clauses to change for this question, such as ``defence_dice=3``.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, a battle would never end, or the table is too large.
    NotApplicableError
        If the rule set has no blitz.

    >>> answer = blitz(11, 10)
    >>> answer.blitz, [round(p, 3) for p in (answer.p_win_hand, answer.p_win_blitz, answer.p_win)]
    (False, [0.568, 0.609, 0.662])

    Sources: ``smg-risk-dice``.
    """
    asked = attack.ask(
        armies,
        defenders,
        rules=rules,
        clauses=clauses,
        fighting=fighting,
        size=size,
        max_states=MAX_STATES,
        is_by_hand=False,
    )
    dice = asked.rule_set.dice
    if blitzes.is_rolled(dice):
        raise NotApplicableError(
            f"rule set {asked.rule_set.label!r} has no blitz, its battle_outcome is 'rolled'; "
            "'balanced-blitz' has one"
        )
    hand = exact.win_table(asked.rounds, asked.most_attackers, asked.most_defenders)
    at_once = [[blitzes.chance(dice, p) for p in row] for row in hand]
    best, is_blitz = _backwards(asked, at_once)
    a, d = asked.attackers, asked.defenders
    by_blitz, by_hand = at_once[a - 1][d], hand[a - 1][d]
    return Blitz(
        armies=asked.armies,
        attackers=a,
        defenders=d,
        blitz=is_blitz[a - 1][d - 1],
        p_win=best[a][d],
        p_win_blitz=by_blitz,
        p_win_hand=by_hand,
        gain=max(best[a][d] - max(by_blitz, by_hand), 0.0),
        table_armies=tuple(range(2, asked.most_attackers + 2)),
        table_defenders=tuple(range(1, asked.most_defenders + 1)),
        table=tuple(map(tuple, is_blitz)),
        table_p_win=tuple(tuple(row[1:]) for row in best[1:]),
        rule_set=asked.rule_set,
    )


def _backwards(
    asked: attack.Attack, at_once: list[list[float]]
) -> tuple[list[list[float]], list[list[bool]]]:
    """Return the best chances, for 0, 1 … attackers and defenders, and whether to blitz, for 1, 2 … of either."""
    dice = asked.rounds
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    kinds = {
        (a, d): exact.transitions(dice, a, d)
        for a in range(1, full_a + 1)
        for d in range(1, full_d + 1)
        if rounds.may_attack(dice, d)
    }
    best = [[0.0] * (asked.most_defenders + 1)]
    verdicts: list[list[bool]] = []
    for a in range(1, asked.most_attackers + 1):
        row = [1.0]
        is_blitz: list[bool] = []
        best.append(row)
        for d in range(1, asked.most_defenders + 1):
            blitzed, rolled = at_once[a - 1][d], 0.0
            for a_lost, d_lost, chance in kinds.get((min(a, full_a), min(d, full_d)), ()):
                rolled += chance * best[a - a_lost][d - d_lost]
            is_blitz.append(rolled <= blitzed * (1 + _ROUNDING))
            row.append(max(rolled, blitzed))
        verdicts.append(is_blitz)
    return best, verdicts
