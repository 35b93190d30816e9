"""What a claim asks about factories: its rules and settings as the arguments of :func:`risksim.factories.payoffs`."""

from fractions import Fraction
from typing import Any

from risksim.claims.checking import decks
from risksim.claims.checking.claim import Case
from risksim.factories import exact, model

_RATES = ("conquest_rate", "share", "hazard", "recapture", "enemy_weight", "discount")


def asked(case: Case) -> dict[str, Any]:
    """Return the arguments: turns, deck, rules, and every rate that is among the settings."""
    rates = {name: case.real(name) for name in _RATES if name in case.settings}
    turns = {"turns": case.whole("turns")} if "turns" in case.settings else {}
    return {**turns, **rates, "deck": decks.deck_name(case), "rules": case.rules}


def set_value(case: Case) -> float | Fraction:
    """Return c, what a set brings on average with its match bonus."""
    return exact.set_value(model.ask(**asked(case)))
