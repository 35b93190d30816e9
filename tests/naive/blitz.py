"""Balanced Blitz the slow, obvious way: the ends laid on a line from 0 to 1, straight from the description."""

from tests.naive import dice


def rolled_ends(rules, attackers, defenders, floor=0, until=0):
    """Return {(attackers left, defenders left): chance}; attackers are armies able to attack."""
    found = dice.ends(rules, attackers + 1, defenders, floor + 1, until)
    return {(armies - 1, defenders): float(p) for (armies, defenders), p in found.items()}


def balanced_ends(rules, ends, until=0):
    """Return {(attackers left, defenders left): chance} after the four steps."""

    def is_won(end):
        return end[1] <= until and (until > 0 or end[0] > 0)

    p = sum(chance for end, chance in ends.items() if is_won(end))
    cutoff = rules.blitz_cutoff / 1000
    if p <= cutoff:
        better = 0.0
    elif 1 - p <= cutoff:
        better = 1.0
    else:
        odds = (p / (1 - p)) ** (rules.blitz_power / 100)
        better = odds / (1 + odds)
    wins = sorted((end for end in ends if is_won(end)), key=lambda end: (-end[0], end[1]))
    losses = sorted((end for end in ends if not is_won(end)), key=lambda end: (end[1], -end[0]))
    trim = rules.blitz_trim / 1000
    position = 0.0
    kept = {}
    for end in wins + losses:
        share = (better / p if p else 0) if is_won(end) else ((1 - better) / (1 - p) if p < 1 else 0)
        low, high = position, position + ends[end] * share
        position = high
        kept[end] = max(0.0, min(high, 1 - trim) - max(low, trim)) / (1 - 2 * trim)
    result = {}
    for side in (wins, losses):
        total = sum(kept[end] for end in side)
        if total < 1e-12:
            continue
        powered = {end: (kept[end] / total) ** (rules.blitz_gain / 100) for end in side if kept[end] > 0}
        for end, weight in powered.items():
            result[end] = total * weight / sum(powered.values())
    return result
