"""The answers about fronts in words and columns, as the command line prints them."""

from collections.abc import Iterator, Sequence

from risksim.battles.words import chance
from risksim.campaigns.fronts.model import Defence, Deployment
from risksim.errors import counted, in_full

_VERBS = {"number": "expected number taken", "value": "expected worth taken"}


def defence(answer: Defence) -> Iterator[str]:
    """Yield the lines for a split of defenders."""
    fronts = counted(len(answer.split), "front")
    enemy = (
        "every front is attacked"
        if answer.opponent == "all"
        else "the enemy picks the front that suits him best"
    )
    yield f"{_placed(answer)} on {fronts}; {enemy}, to the end (rules: {answer.rules})"
    yield ""
    yield from _table(
        (
            "front",
            "against",
            "can attack",
            *_columns(answer, "defenders"),
            "P(lost)",
            "even split",
            "P(lost)",
        ),
        (
            answer.against,
            answer.attackers,
            *_own_columns(answer),
            [chance(p) for p in answer.p_lost],
            answer.even_split.split,
            [chance(p) for p in answer.even_split.p_lost],
        ),
        answer,
    )
    yield ""
    even, more = answer.even_split, answer.one_more
    if answer.attacked is None:
        yield f"P(any front lost)      {chance(answer.p_any_lost)}   (even split {chance(even.p_any_lost)})"
    else:
        yield (
            f"P(lost), front {answer.attacked} picked  {chance(answer.p_any_lost)}   "
            f"(even split {chance(even.p_any_lost)}, front {even.attacked})"
        )
    yield f"expected loss          {answer.expected_loss:.4g} {_unit(answer, answer.expected_loss)}   (even split {even.expected_loss:.4g})"
    now = chance(more.p_any_lost) if answer.objective == "p_any_lost" else f"{more.expected_loss:.4g}"
    yield f"with one army more     {now}, {_signed(-answer.gain_of_one_more)}   split {_split(more.split)}"
    if answer.needed is not None and answer.p is not None:
        needed = answer.needed
        yield (
            f"{counted(needed.armies, 'army', 'armies')} would keep it to {in_full(answer.p)}: "
            f"{chance(needed.p_any_lost)}   split {_split(needed.split)}"
        )


def deployment(answer: Deployment) -> Iterator[str]:
    """Yield the lines for a split of attackers."""
    targets = counted(len(answer.split), "target")
    yield f"{_placed(answer)} against {targets}, each attacked to the end (rules: {answer.rules})"
    yield ""
    yield from _table(
        (
            "target",
            "defenders",
            *_columns(answer, "armies"),
            "can attack",
            "P(taken)",
            "even split",
            "P(taken)",
        ),
        (
            answer.targets,
            *_own_columns(answer),
            answer.attackers,
            [chance(p) for p in answer.p_win],
            answer.even_split.split,
            [chance(p) for p in answer.even_split.p_win],
        ),
        answer,
    )
    yield ""
    even, more = answer.even_split, answer.one_more
    yield f"P(all taken)           {chance(answer.p_all)}   (even split {chance(even.p_all)})"
    yield f"P(any taken)           {chance(answer.p_any)}   (even split {chance(even.p_any)})"
    yield (
        f"expected to take       {answer.expected_value:.4g} {_unit(answer, answer.expected_value)}   "
        f"(even split {even.expected_value:.4g})"
    )
    now = getattr(more, answer.objective)
    shown = chance(now) if answer.aim in ("all", "any") else f"{now:.4g}"
    yield f"with one army more     {shown}, {_signed(answer.gain_of_one_more)}   split {_split(more.split)}"
    if answer.needed is not None and answer.p is not None:
        needed = answer.needed
        yield (
            f"{counted(needed.armies, 'army', 'armies')} would have a chance of {in_full(answer.p)}: "
            f"{chance(getattr(needed, answer.objective))}   split {_split(needed.split)}"
        )


def _placed(answer: Defence | Deployment) -> str:
    armies = counted(answer.armies, "army", "armies")
    if sum(answer.split) == answer.armies:
        return armies
    return f"{armies} beside {sum(answer.split) - answer.armies} that stand there"


def _columns(answer: Defence | Deployment, own: str) -> tuple[str, ...]:
    return (own, "added") if _is_added(answer) else (own,)


def _own_columns(answer: Defence | Deployment) -> tuple[Sequence[int], ...]:
    return (answer.split, answer.added) if _is_added(answer) else (answer.split,)


def _is_added(answer: Defence | Deployment) -> bool:
    return sum(answer.split) > answer.armies


def _table(
    heads: Sequence[str], columns: Sequence[Sequence[object]], answer: Defence | Deployment
) -> Iterator[str]:
    """Yield a table of a row a front, which names the worth and the dice where they differ from front to front."""
    n_fronts = len(answer.split)
    heads, columns = list(heads), [range(1, n_fronts + 1), *columns]
    if answer.worth is not None:
        heads.append("worth")
        columns.append([f"{worth:g}" for worth in answer.worth])
    widths = [max(len(head), 7) for head in heads]
    notes = [f"  {dice}" if dice != answer.rules else "" for dice in answer.dice]
    yield "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    for row, note in zip(zip(*columns, strict=True), notes, strict=True):
        cells = (f"{cell!s:>{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells) + note


def _split(split: Sequence[int]) -> str:
    return ", ".join(str(armies) for armies in split)


def _signed(change: float) -> str:
    return "no change" if change == 0 else f"{change:+.3g}"


def _unit(answer: Defence | Deployment, number: float) -> str:
    if answer.worth is not None:
        return "in worth"
    one = "front" if isinstance(answer, Defence) else "target"
    return one if number == 1 else one + "s"
