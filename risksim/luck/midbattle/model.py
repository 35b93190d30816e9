"""A battle in the middle: what was rolled, what the odds are now, and how lucky it has been.

Luck is the score of the battle (the defender's losses less the attacker's) held against its law at the start: that of
so many rounds while the battle goes on, and that of all its ends once it is over. The law has both sides roll as many
dice as they may, by hand; fewer dice may have been rolled in a round whose dice are told. Under a rule set that does
not let battles end as their dice fall the odds are those of leaving the rest to it.
"""

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, structs

from risksim.battles import model as battles
from risksim.battles import rounds
from risksim.battles.exact import Battle
from risksim.errors import InputError, check_count
from risksim.luck import exact, log
from risksim.rules.clauses import BattleOutcome, Dice

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Most armies on either side of a battle that is followed round by round.
MAX_ARMIES = 1_000
#: Most characters of a result that are repeated when it is refused.
_MOST_REPEATED = 40

#: Dice that counted, all dice where they were told, and losses, of attacker and defender each.
_Told = tuple[tuple[int, int], tuple[tuple[int, ...] | None, tuple[int, ...] | None], tuple[int, int]]
#: The losses of both sides, the dice of both sides, or either in a text.
Result = str | tuple[int, int] | tuple[Sequence[int], Sequence[int]]


class PlayedRound(Struct, frozen=True):
    """One round as it was played, and where it left the battle."""

    attack_dice: int
    """dice that counted"""
    defence_dice: int
    attack_roll: tuple[int, ...] | None
    """None where only the losses were told"""
    defence_roll: tuple[int, ...] | None
    attacker_loses: int
    defender_loses: int
    expected_attacker_loses: float
    """with these dice"""
    expected_defender_loses: float
    armies_left: int
    """on the attacking territory"""
    defenders_left: int
    p_win: float
    """chance to take the territory from here"""
    percentile: float
    """the attacker's luck up to here: chance to have done worse by now, and half that to have done as well"""


class MidBattle(battles.RuledAnswer, frozen=True, kw_only=True):
    """A battle after some rounds, as :func:`begin` and :meth:`after` give it."""

    armies: int
    """on the attacking territory at the start"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    keep: int
    until: int
    p_win_at_start: float
    armies_left: int
    defenders_left: int
    ended: str | None
    """``"taken"``, ``"failed"``, ``"stopped"``; None while it goes on"""
    p_win: float
    """chance to take the territory from here"""
    p_goal: float | None
    """chance to wear the defenders to ``until``; None where that is not the goal"""
    percentile: float | None
    """the attacker's luck so far; None before the first round"""
    history: tuple[PlayedRound, ...]
    odds: battles.Odds | None
    """the odds from here; None once the battle is over"""

    @property
    def attackers_left(self) -> int:
        """Armies still able to attack."""
        return self.armies_left - 1

    @property
    def dice_next(self) -> tuple[int, int]:
        """Most dice that count on either side in the next round."""
        dice = self.rule_set.dice
        return rounds.attack_dice(dice, self.attackers_left), rounds.defence_dice(dice, self.defenders_left)

    def losses(self) -> tuple[int, int]:
        """Return what attacker and defender have lost so far."""
        return self.armies - self.armies_left, self.defenders - self.defenders_left

    def expected_losses(self) -> tuple[float, float]:
        """Return what attacker and defender lose on average with the dice of the rounds so far."""
        return (
            math.fsum(each.expected_attacker_loses for each in self.history),
            math.fsum(each.expected_defender_loses for each in self.history),
        )

    def after(self, result: Result) -> "MidBattle":
        """Return the battle after one more round.

        Parameters
        ----------
        result
            The losses of attacker and defender, ``(2, 0)``, or the dice of both, ``((6, 5, 1), (4, 2))``; as text
            ``"2 0"``, ``"2-0"`` or ``"6 5 1 / 4 2"``.

        Raises
        ------
        InputError
            If the text says no result, the round cannot have this one, or the battle is over.

        >>> begin(10, 8).after("6 5 1 / 4 2").defenders_left
        6
        """
        if self.ended:
            raise InputError(f"the battle is over: {self.ended}")
        said = _read(result, self.rule_set.dice) if isinstance(result, str) else result
        first, second = _pair(said)
        if isinstance(first, Sequence) and isinstance(second, Sequence):
            n_dice, rolls, losses = _of_dice(self, first, second)
        else:
            n_dice, rolls, losses = _of_losses(self, first, second)
        here = _here(self, self.armies_left - losses[0], self.defenders_left - losses[1])
        expected = _round_law(self, *n_dice).expected
        luck = _percentile(self, here, len(self.history) + 1)
        played = PlayedRound(
            *n_dice, *rolls, *losses, *expected, here.armies, here.defenders, here.p_win, luck
        )
        return _state(self, (*self.history, played), here)

    def undone(self) -> "MidBattle":
        """Return the battle before the last round.

        Raises
        ------
        InputError
            If no round has been played.
        """
        if not self.history:
            raise InputError("no round to undo")
        history = self.history[:-1]
        armies, defenders = self.armies, self.defenders
        if history:
            armies, defenders = history[-1].armies_left, history[-1].defenders_left
        return _state(self, history, _here(self, armies, defenders))

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them; ``p_goal`` only where it was asked for."""
        lost, expected = self.losses(), self.expected_losses()
        fields = super().to_dict() | {
            "attackers_left": self.attackers_left,
            "attacker_lost": lost[0],
            "defender_lost": lost[1],
            "expected_attacker_lost": expected[0],
            "expected_defender_lost": expected[1],
        }
        return {name: value for name, value in fields.items() if value is not None or name != "p_goal"}

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a round, with the fields of :class:`PlayedRound`."""
        import pandas as pd

        return pd.DataFrame(
            [structs.asdict(each) for each in self.history], columns=list(PlayedRound.__struct_fields__)
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance to take the territory and the luck so far, round by round."""
        from risksim.luck.midbattle import plots

        return plots.followed(self, ax)


def begin(
    armies: int,
    defenders: int,
    *,
    rules: battles.Rules = "classic",
    fighting: bool = False,
    keep: int = 1,
    until: int = 0,
    **clauses: Any,
) -> MidBattle:
    """Return a battle before its first round; give :meth:`MidBattle.after` each round's result.

    Parameters
    ----------
    armies
        Armies on the attacking territory, one of which stays; with ``fighting`` armies able to attack. At most 1,000.
    defenders
        Armies on the defended territory, at most 1,000.
    rules
        The rule set.
    fighting
        Whether ``armies`` counts only those able to attack.
    keep
        Stop once so many armies (or fewer) stand on the attacking territory.
    until
        Stop once the defenders are worn to so many or fewer.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, or the defenders cannot be attacked.

    >>> battle = begin(10, 8).after("2 0").after("1-1")
    >>> battle.armies_left, battle.defenders_left, round(battle.p_win, 3), round(battle.percentile, 3)
    (7, 7, 0.423, 0.184)
    """
    where = "a battle round by round"
    check_count("armies on the attacking territory", armies, 1, MAX_ARMIES, where)
    check_count("defenders", defenders, 1, MAX_ARMIES, where)
    odds = battles.odds(armies, defenders, rules=rules, fighting=fighting, keep=keep, until=until, **clauses)
    return MidBattle(
        armies=odds.armies,
        attackers=odds.attackers,
        defenders=odds.defenders,
        keep=keep,
        until=until,
        p_win_at_start=odds.p_win,
        armies_left=odds.armies,
        defenders_left=odds.defenders,
        ended=None,
        p_win=odds.p_win,
        p_goal=odds.p_goal,
        percentile=None,
        history=(),
        odds=odds,
        rule_set=odds.rule_set,
    )


def _read(text: str, dice: Dice) -> tuple[Any, Any]:
    """Read the losses, or the dice, of both sides."""
    if re.search(r"[/|]", text):
        sides = re.split(r"[/|]", text)
        if len(sides) == 2:
            return log.parts(sides[0], dice.attack_sides), log.parts(sides[1], dice.defence_sides)
    elif match := re.fullmatch(r"\s*(\d{1,9})(?:\s*[-,:]\s*|\s+)(\d{1,9})\s*", text):
        return int(match[1]), int(match[2])
    said = text if len(text) <= _MOST_REPEATED else text[:_MOST_REPEATED] + "…"
    raise InputError(
        f"a result is the losses of attacker and defender, such as 2 0 or 2-0, or the dice of both, such as "
        f"6 5 1 / 4 2, not {said!r}"
    )


def _pair(said: Any) -> tuple[Any, Any]:
    if not isinstance(said, Sequence) or len(said) != 2:
        raise InputError(f"a result has two sides, the attacker's and the defender's, not {said!r}")
    return said[0], said[1]


def _of_losses(battle: MidBattle, attacker_loses: Any, defender_loses: Any) -> _Told:
    """Check a round that was told by its losses; all dice were rolled."""
    losses = (
        check_count("attacker's losses", attacker_loses),
        check_count("defender's losses", defender_loses),
    )
    n_attack, n_defence = battle.dice_next
    law = _round_law(battle, n_attack, n_defence)
    if losses not in law.losses:
        possible = " or ".join(f"{a}-{d}" for a, d in sorted(law.losses))
        fewer = "; where fewer dice were rolled, tell the dice" if max(n_attack, n_defence) > 1 else ""
        raise InputError(
            f"{n_attack} v {n_defence} dice cost {possible} (attacker-defender), not {losses[0]}-{losses[1]}{fewer}"
        )
    return (n_attack, n_defence), (None, None), losses


def _of_dice(battle: MidBattle, attack: Sequence[Any], defence: Sequence[Any]) -> _Told:
    """Work out a round that was told by its dice."""
    dice = battle.rule_set.dice
    most_attack, most_defence = battle.dice_next
    if most_defence == 0:
        raise InputError("a lone defender without a die is lost at once: the result is 0 1")
    first = _faces("attacking", attack, most_attack, dice.attack_extra_dice, dice.attack_sides)
    second = _faces("defending", defence, most_defence, dice.defence_extra_dice, dice.defence_sides)
    found = exact.losses_of(dice, first, second)
    if found is None:
        raise InputError("a roll that ties is rolled again; tell the one that counted")
    losses = (min(found[0], battle.attackers_left), min(found[1], battle.defenders_left))
    counted = (len(first) - dice.attack_extra_dice, len(second) - dice.defence_extra_dice)
    return counted, (first, second), losses


def _faces(side: str, roll: Sequence[Any], most: int, extra: int, sides: int) -> tuple[int, ...]:
    """Check the dice of one side, the extra ones among them."""
    if not 1 + extra <= len(roll) <= most + extra:
        allowed = f"{1 + extra}" if most == 1 else f"{1 + extra} to {most + extra}"
        raise InputError(f"{len(roll)} {side} dice; here {allowed} may be rolled")
    return tuple(log.face(each, sides) for each in roll)


def _round_law(battle: MidBattle, n_attack: int, n_defence: int) -> exact.Law:
    dice = battle.rule_set.dice
    attackers = min(battle.attackers_left, rounds.full_attackers(dice))
    defenders = min(battle.defenders_left, rounds.full_defenders(dice))
    return exact.round_law(dice, attackers, defenders, n_attack, n_defence)


class _Here(NamedTuple):
    """Where a battle stands and what may still come."""

    armies: int
    defenders: int
    p_win: float
    p_goal: float | None
    ended: str | None
    odds: battles.Odds | None


def _here(battle: MidBattle, armies: int, defenders: int) -> _Here:
    if not exact.is_over(battle.rule_set.dice, _question(battle), armies - 1, defenders):
        odds = battles.odds(
            armies, defenders, rules=battle.rule_set, keep=battle.keep, until=battle.until, fractions=False
        )
        return _Here(armies, defenders, odds.p_win, odds.p_goal, None, odds)
    is_taken = defenders == 0 and armies > 1
    p_goal = float(defenders <= battle.until) if battle.until else None
    ended = "taken" if is_taken else "failed" if armies == 1 else "stopped"
    return _Here(armies, defenders, float(is_taken), p_goal, ended, None)


def _percentile(battle: MidBattle, here: _Here, n_rounds: int) -> float:
    """Return the attacker's luck: his score held against the law of so many rounds, or of all ends at an end."""
    dice = structs.replace(battle.rule_set.dice, battle_outcome=BattleOutcome.ROLLED)
    law = exact.battle_law(dice, _question(battle), None if here.ended else n_rounds)
    score = (battle.defenders - here.defenders) - (battle.armies - here.armies)
    return exact.percentile(law.scores.parts(score))


def _question(battle: MidBattle) -> Battle:
    return Battle(battle.attackers, battle.defenders, battle.keep - 1, battle.until)


def _state(battle: MidBattle, history: tuple[PlayedRound, ...], here: _Here) -> MidBattle:
    """Return the battle with another history."""
    return structs.replace(
        battle,
        armies_left=here.armies,
        defenders_left=here.defenders,
        ended=here.ended,
        p_win=here.p_win,
        p_goal=here.p_goal,
        percentile=history[-1].percentile if history else None,
        history=history,
        odds=here.odds,
    )
