"""The answers in words and columns, as the command line prints them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from risksim.errors import counted, in_full
from risksim.poker.bidding.model import (
    Challenge,
    DeadLetters,
    Economy,
    Letter,
    Readings,
    Table,
    Thresholds,
)
from risksim.rules.clauses import TakeOrDiscard

#: Waits that are listed one by one.
_LISTED = 10


def economy(answer: Economy) -> Iterator[str]:
    """Yield the lines for one player's turns between controls."""
    yield f"turns between controls (rules: {answer.rules})"
    contested = (
        f"{in_full(answer.contested)} of bids contested, won with control {in_full(answer.p_control)} of the time"
        if answer.contested
        else "no bid contested"
    )
    doubled = ", two hands at once with six" if answer.doubles else ""
    yield (
        f"a poker card in {in_full(answer.success)} of turns, a bid from {counted(answer.bid_from, 'card')}{doubled}; "
        f"{contested}"
    )
    yield ""
    if answer.is_endless:
        yield "the ally's cards bid again and again at no cost: one turn of an ally need never end"
        yield f"turns until then              {_number(answer.expected_first)}"
        return
    yield f"share of turns with an ally   {_number(answer.p_ally)}{_fraction(answer, 'p_ally')}"
    yield f"turns between controls        {_number(answer.turns_between)}{_fraction(answer, 'turns_between')}"
    yield f"turns until the first         {_number(answer.expected_first)}{_fraction(answer, 'expected_first')}"
    if answer.ally_turns != answer.p_ally:
        yield f"turns of allies per turn      {_number(answer.ally_turns)}{_fraction(answer, 'ally_turns')}"
    yield f"hands played per turn         {_number(answer.hands)}{_fraction(answer, 'hands')}"
    yield f"cards held after a turn       {_number(answer.cards_held)}{_fraction(answer, 'cards_held')}"
    if answer.cards_refused:
        yield f"cards a full hand refuses     {_number(answer.cards_refused)} a turn"
    yield ""
    yield "chance that control comes in the turn: the first one, and the next one after a control"
    yield "turn   first control  next control"
    for turn in range(_LISTED):
        first, between = (_at(chances, turn) for chances in (answer.first, answer.between))
        if first or between:
            yield f"{turn + 1:>5}  {first:13.4f}  {between:12.4f}"
    later = [sum(chances[_LISTED:]) for chances in (answer.first, answer.between)]
    if any(each > 1e-6 for each in later):
        yield f"later  {later[0]:13.4f}  {later[1]:12.4f}"


def readings(answer: Readings) -> Iterator[str]:
    """Yield the lines of the table of readings: one clause changed at a time."""
    yield f"one reading changed at a time (rules: {answer.rules})"
    yield ""
    yield "turns between  until the first  hands a turn  reading"
    for row in answer.rows:
        if len(row.changed) > 1:
            continue
        between = "      endless" if row.is_endless else f"{_number(row.turns_between):>13}"
        name = said(row.changed) or "as the rules have it"
        yield f"{between}  {_number(row.expected_first):>15}  {_number(row.hands):>12}  {name}"
    yield "--json has every pair of readings as well"


def table(answer: Table) -> Iterator[str]:
    """Yield the lines for a table that challenges by rule."""
    yield f"{counted(answer.players, 'player')} who bid and challenge alike (rules: {answer.rules})"
    yield (
        f"a poker card in {in_full(answer.success)} of turns, a bid from {counted(answer.bid_from, 'card')}, "
        f"a rival with the cards joins with chance {in_full(answer.join)}"
    )
    yield ""
    yield f"share of turns with an ally   {_number(answer.p_ally)}"
    yield f"turns between controls        {_number(answer.turns_between)}"
    yield f"bids a turn                   {_number(answer.bids)}"
    yield f"bids that are contested       {_number(answer.p_contested)}"
    yield f"players in a hand             {_number(answer.players_in_hand)}"
    yield f"cards held after a turn       {_number(answer.cards_held)}"


def challenge(answer: Challenge) -> Iterator[str]:
    """Yield the lines for the joining game."""
    yield (
        f"{counted(answer.players, 'player')}, a turn of the ally worth {in_full(answer.value)} armies "
        f"(rules: {answer.rules})"
    )
    rivals = (
        "no rival may join"
        if answer.rivals == 0
        else f"{counted(answer.rivals, 'rival')} with {counted(answer.rival_cards, 'card')} may join"
    )
    by = (
        "by the turns of an ally they will bring"
        if answer.cards_valued_by == "chain"
        else "at a fixed number of armies"
    )
    yield (
        f"the bidder has {counted(answer.cards, 'card')}, {rivals}; harm to a rival {answer.harm:.3g} of what the "
        f"bidder gains; cards valued {by}"
    )
    yield ""
    yield f"an unchallenged bid is worth  {answer.worth_bidding_alone:.4g} armies to the bidder"
    if answer.rivals == 0:
        return
    yield f"chance of control             {', '.join(f'{p:.4f}' for p in answer.p_control[1:])} with 2 … in the hand"
    yield f"joining costs a rival         {answer.card_cost:.4g} armies in cards"
    for others, gain in enumerate(answer.gains):
        yield f"joining {counted(others, 'other')} gains         {gain:.4g}"
    yield f"a lone rival challenges       {_from(answer)}, without looking at his cards"
    needed = answer.equity_needed
    who = (
        "no hand, however good"
        if needed is None
        else "any hand"
        if needed == 0
        else f"hands that win {needed:.4f} of the pot or more"
    )
    part = (
        "" if answer.p_hands is None or not needed else f": challenges with {answer.p_hands:.4f} of all hands"
    )
    yield f"a rival who has looked        {who}{part}"
    yield ""
    yield "who challenges without looking at his cards (contested: the chance that somebody does)"
    yield "equilibrium  rivals in  contested  bidder gains  each rival gains"
    for each in answer.equilibria:
        yield (
            f"{each.kind:<11}  {each.joiners:9.3f}  {each.p_contested:9.4f}  {each.bidder_value:12.4f}  "
            f"{each.rival_value:16.4f}"
        )


def thresholds(answer: Thresholds) -> Iterator[str]:
    """Yield the lines for who challenges from which value of an ally's turn on."""
    yield f"from which worth of an ally's turn a lone rival challenges (rules: {answer.rules})"
    yield "without looking at his cards; beside it if he has looked: with the best hand, and with which part of all hands"
    yield ""
    yield "                                        without looking               having looked"
    yield "players  bidder  rival  cards are spent  gain  challenges          best hand           worth 1  worth 10"
    for row in answer.rows:
        blind = _short(row.challenged_from, row.challenged_to)
        best = _short(row.best_hand_from, row.best_hand_to)
        yield (
            f"{row.players:>7}  {row.cards:>6}  {row.rival_cards:>5}  {row.spent:<12}  {row.gain_per_value:z7.4f}  "
            f"{blind:<18}  {best:<18}  {_part(row.p_hands_at_1):>7}  {_part(row.p_hands_at_10):>8}"
        )
    yield "bidder, rival: cards they hold, as play can come to; gain: armies for each army that the turn is worth"
    yield "always: if the turn is worth anything; -: not known, as the best three of more cards are played"


def dead_letters(answer: DeadLetters) -> Iterator[str]:
    """Yield the lines for the dead letters."""
    tables = Counter(letter.players for letter in answer.letters)
    never = tables.pop(answer.players, 0)
    yield (
        f"{never} of {counted(answer.sentences, 'sentence')} about bids and hands never matter at any table "
        f"(rules: {answer.rules})"
    )
    for players, n_letters in tables.items():
        yield f"{n_letters} more never with {' or '.join(map(str, players))} players"
    rule_set = answer.rule_set
    if rule_set.elimination.elim_poker_cards is TakeOrDiscard.TAKE:
        yield (
            f"assumed: nobody comes to more than {counted(rule_set.poker.poker_hand_cap, 'card')} by those of a player "
            "who is out (elim_poker_cards = take)"
        )
    for letter in answer.letters:
        yield ""
        yield from _letter(letter, answer)
    if answer.only_without_allies:
        yield ""
        yield "with 6 players no army is left without one: poker cards are useless, and so are all other sentences"


def _letter(letter: Letter, answer: DeadLetters) -> Iterator[str]:
    yield f'"{letter.quote}" ({letter.place})'
    if letter.players != answer.players:
        yield f"  with {', '.join(map(str, letter.players))} players"
    yield f"  {letter.reason}"
    if letter.revived_by:
        yield f"  alive with {'; or '.join(map(said, letter.revived_by))}"


def said(changes: Mapping[str, Any]) -> str:
    """Return changed clauses as text.

    >>> said({"ally_can_bid": True, "poker_hand_cap": 6})
    'ally_can_bid = true, poker_hand_cap = 6'
    """
    return ", ".join(
        f"{name} = {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in changes.items()
    )


def _from(answer: Challenge) -> str:
    return _interval(answer.challenged_from, answer.challenged_to)


def _interval(low: float | None, high: float | None) -> str:
    if low is None:
        return "never"
    if high is not None:
        return f"below {_armies(high)} only"
    return "always, if it is worth anything" if low == 0 else f"above {_armies(low)}"


def _armies(number: float) -> str:
    return f"{number:.4g} {'army' if number == 1 else 'armies'}"


def _short(low: float | None, high: float | None) -> str:
    return "always" if low == 0 and high is None else _interval(low, high).removesuffix(" only")


def _part(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _number(value: float | None) -> str:
    return "never" if value is None else f"{value:.4f}"


def _fraction(answer: Economy, name: str) -> str:
    exact = answer.exact.get(name, "")
    return f"  ({exact})" if "/" in exact and len(exact) < 20 else ""


def _at(chances: tuple[float, ...], place: int) -> float:
    return chances[place] if place < len(chances) else 0.0
