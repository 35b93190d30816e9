"""A battle round by round in words, as ``risksim odds --play`` tells it."""

from collections.abc import Iterator

from risksim.battles.words import chance
from risksim.errors import counted
from risksim.luck import words as luck_words
from risksim.luck.midbattle.model import MidBattle, PlayedRound
from risksim.rules.clauses import BattleOutcome


def opening(battle: MidBattle) -> Iterator[str]:
    """Yield the odds at the start, and how results are told."""
    yield (
        f"{_standing(battle)} (rules: {battle.rules})"
        + (f"; stop at {battle.keep} armies" if battle.keep > 1 else "")
        + (f"; stop at {counted(battle.until, 'defender')}" if battle.until else "")
    )
    yield from _odds(battle)
    outcome = battle.rule_set.dice.battle_outcome
    if outcome is not BattleOutcome.ROLLED:
        yield f"  the odds are those of leaving the rest to {outcome}"
    yield (
        "each round: the losses of attacker and defender, such as 2 0, or the dice, such as 6 5 1 / 4 2; "
        "undo takes one back, quit ends"
    )


def after_round(battle: MidBattle) -> Iterator[str]:
    """Yield what the last round did, the odds from here, and the luck so far."""
    last, n_rounds = battle.history[-1], len(battle.history)
    yield ""
    yield f"round {n_rounds}: {_rolled(last)}costs {last.attacker_loses}-{last.defender_loses}; {_standing(battle)}"
    yield from _odds(battle)
    yield from _luck(battle)


def after_undo(battle: MidBattle) -> Iterator[str]:
    """Yield where the battle stands once a round was taken back."""
    yield ""
    yield f"back to {counted(len(battle.history), 'round')}: {_standing(battle)}"
    yield from _odds(battle)
    if battle.history:
        yield from _luck(battle)


def prompt(battle: MidBattle) -> str:
    """Return what asks for the next round, or whether the last one is to be taken back once there is none."""
    if battle.ended:
        return "undo, or enter to finish: "
    n_attack, n_defence = battle.dice_next
    return f"round {len(battle.history) + 1}, {n_attack} v {n_defence} dice: "


def _standing(battle: MidBattle) -> str:
    if battle.ended is not None:
        sides = f"{counted(battle.armies_left, 'army', 'armies')} left in all against {battle.defenders_left}"
        return f"{battle.ended} after {counted(len(battle.history), 'round')}, {sides}"
    return (
        f"{counted(battle.armies_left, 'army', 'armies')} on the territory, {battle.attackers_left} can attack, "
        f"against {counted(battle.defenders_left, 'defender')}"
    )


def _rolled(last: PlayedRound) -> str:
    if last.attack_roll is None or last.defence_roll is None:
        return ""
    attack, defence = (
        " ".join(str(face) for face in sorted(roll, reverse=True))
        for roll in (last.attack_roll, last.defence_roll)
    )
    return f"{attack} / {defence} "


def _odds(battle: MidBattle) -> Iterator[str]:
    if battle.odds is None:
        return
    yield f"  P(territory taken)  {chance(battle.p_win)}{_since(battle)}"
    if battle.p_goal is not None:
        yield f"  P(worn to {battle.until} or fewer)  {chance(battle.p_goal)}"
    odds = battle.odds
    yield (
        f"  still to be lost    {odds.expected_attacker_losses:.2f} by the attacker, "
        f"{odds.expected_defender_losses:.2f} by the defender"
    )


def _since(battle: MidBattle) -> str:
    return f"   ({battle.p_win - battle.p_win_at_start:+.4f} since the start)" if battle.history else ""


def _luck(battle: MidBattle) -> Iterator[str]:
    attacker, defender = battle.losses()
    expected_attacker, expected_defender = battle.expected_losses()
    assert battle.percentile is not None
    against = "all ends" if battle.ended else counted(len(battle.history), "round")
    yield (
        f"  luck of the attacker  percentile {luck_words.chance(battle.percentile)} of {against}; "
        f"lost {attacker} ({expected_attacker:.2f} expected), killed {defender} ({expected_defender:.2f})"
    )
