"""One attack to decide about: the question that all decisions share, checked once."""

from typing import Any, NamedTuple

from risksim.battles import blitz, exact, model, rounds
from risksim.errors import InputError, check_count
from risksim.rules import RuleSet
from risksim.rules.clauses import BattleOutcome, Dice

Rules = model.Rules


class Attack(NamedTuple):
    """Who stands where, under which rules; ``rounds`` are the dice as they fall, whatever ends a battle at once."""

    rule_set: RuleSet
    rounds: Dice
    attackers: int
    """able to attack: one more stands on the territory"""
    defenders: int
    most_attackers: int
    """in the table, at least ``attackers``"""
    most_defenders: int

    @property
    def armies(self) -> int:
        """Return the armies on the attacking territory."""
        return self.attackers + 1

    @property
    def n_states(self) -> int:
        """Return the number of states in the table."""
        return self.most_attackers * self.most_defenders


def ask(
    armies: int,
    defenders: int,
    *,
    rules: Rules,
    clauses: dict[str, Any],
    fighting: bool,
    size: int,
    max_states: int,
    is_by_hand: bool = True,
) -> Attack:
    """Check the numbers of an attack and resolve its rules.

    Parameters
    ----------
    armies
        Armies on the attacking territory, one of which stays; with ``fighting`` armies able to attack.
    defenders
        Armies on the defended territory.
    rules, clauses
        The rule set and what is changed in it; clauses that are None are left as they are.
    fighting
        Whether ``armies`` counts only those able to attack.
    size
        Armies and defenders the table reaches at least.
    max_states
        Most states of the table.
    is_by_hand
        Whether the question makes sense only where battles are fought round by round.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, or a battle in the table would never end.
    """
    rule_set = model.ruled(rules, clauses)
    where = f"rule set {rule_set.label!r}"
    attackers = model.able_to_attack(armies, fighting, max_states + (not fighting), where)
    check_count("defenders", defenders, 1, max_states, where)
    check_count("size", size, 0, max_states)
    if is_by_hand and not blitz.is_rolled(rule_set.dice):
        raise InputError(
            "a battle that balanced-blitz ends at once leaves no rounds to decide in; "
            f"ask with battle_outcome=rolled ({where})"
        )
    attack = Attack(
        rule_set, by_hand(rule_set.dice), attackers, defenders, max(attackers, size - 1), max(defenders, size)
    )
    if attack.n_states > max_states:
        raise InputError(
            f"a table of {attack.most_attackers:,} attackers by {attack.most_defenders:,} defenders is too large; "
            f"the most is {max_states:,} states ({where})"
        )
    if defenders == 1 and not rounds.may_attack(rule_set.dice, 1):
        raise InputError(f"1 defender; a territory held by one army cannot be attacked ({where})")
    with model.naming(rule_set):
        exact.check_ends(attack.rounds, exact.Battle(attack.most_attackers, attack.most_defenders))
    return attack


def by_hand(dice: Dice) -> Dice:
    """Return the dice with battles fought as they fall."""
    import msgspec

    return msgspec.structs.replace(dice, battle_outcome=BattleOutcome.ROLLED)
