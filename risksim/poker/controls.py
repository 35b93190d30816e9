"""The question about one hand of poker for an ally: checked, answered exactly where that is possible, simulated beyond."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from risksim import rules as rule_sets
from risksim.battles.model import MOST_TRIALS_TO_PRECISION
from risksim.errors import InputError, NotApplicableError, check_count, counted, unknown_name
from risksim.poker import allies, deck, exact, orders
from risksim.poker.model import Control, Game
from risksim.poker.orders import Order
from risksim.rules.clauses import OwnCardsUsed

if TYPE_CHECKING:
    from risksim.poker.simulate import Deal, Run
    from risksim.rules.clauses import Poker
    from risksim.rules.ruleset import RuleSet

FEWEST_CARDS, MOST_CARDS, OWN = 3, 6, 3
#: Deals simulated where nothing else is asked for; with six cards at a seat, choosing takes longer.
TRIALS, TRIALS_OF_SIX = 400_000, 100_000

_DRAWN = 5  # cards dealt and drawn beside one's own in five-card draw, at most


def control(
    players: int = 2,
    *,
    queen_high: str | os.PathLike[str] | Order | None = None,
    cards: int | Sequence[int] | None = None,
    suit: str | None = None,
    hand: str | Sequence[int] | None = None,
    game: str | Game | None = None,
    rules: "str | os.PathLike[str] | RuleSet" = "new-rules",
    trials: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **clauses: Any,
) -> Control:
    """Find the chances of the bidder, seat 1, to win a hand and the right to play an ally.

    Two players with three cards each, or with the bidder's cards given, are counted exactly, deal by deal; all else is
    simulated. Of more than three cards the best three are played, chosen before the board is seen, by the exact
    chance to beat one random hand (a tie counts half); choices equally good are averaged. Nobody folds.

    Parameters
    ----------
    players
        2 … 6.
    queen_high
        A reading of ``queen_high``, the path of an order file, or an order; the reading of ``rules`` when None.
    cards
        Poker cards each player holds, 3 … 6: one number, or one for each seat; 3 when None.
    suit
        A suit, to ask about the ally that owns it.
    hand
        The bidder's cards, three to six, such as ``"Qh 10s 2c"``.
    game
        ``holdem``, ``two-five`` or ``draw``; what the clauses ``own_cards_used`` and ``board_cards`` say when None.
    rules
        A rule set with allied armies.
    trials
        Simulate so many deals; also where all can be counted.
    precision
        Simulate until the chance to win is known this closely: half the width of a confidence sequence. At most
        ``trials`` deals where given; a precision that takes more than 10¹⁰ is refused otherwise.
    seed
        Drawn when None.
    workers
        Threads; the answer does not depend on them.
    progress
        Called with what is done and what there is to do.
    clauses
        Clauses of the rules that differ.

    Raises
    ------
    InputError
        If a number is out of range, a name or card is unknown, a card is named twice, or no ally owns the suit.
    NotApplicableError
        If the rules have no allied armies, or use own cards and board in a way that makes no known game.

    >>> answer = control()
    >>> round(answer.p_win, 5), round(answer.p_tie, 5), answer.method
    (0.49947, 0.00106, 'exact')
    """
    rule_set = rule_sets.load(rules).vary(**clauses)
    poker = rule_set.poker
    if not poker.has_allied_armies:
        raise NotApplicableError(f"rule set {rule_set.label!r} has no allied armies to play poker for")
    allies.check_players(players)
    given = _check_hand(hand)
    held = _check_cards(players, cards, given)
    ally = None if suit is None else allies.of_suit(str(suit), players)
    order = orders.of(poker.queen_high.value if queen_high is None else queen_high)
    dealt = game_of(game, poker, rule_set.label)
    _check_deck(dealt, held)
    if trials is not None:
        check_count("trials", trials, 2)

    from risksim.engine import blocks, limits
    from risksim.poker import simulate
    from risksim.poker.simulate import Deal, Run

    if seed is not None:
        check_count("seed", seed, 0, limits.MAX_SEED)
    if workers is not None:
        check_count("workers", workers, 1, limits.MOST_WORKERS)

    deal = Deal(dealt, order, held, given)
    default = TRIALS_OF_SIX if dealt is Game.HOLDEM and max(held) == MOST_CARDS else TRIALS
    if precision is not None:
        default = MOST_TRIALS_TO_PRECISION
        _check_precision(simulate.check_precision(precision), players, trials)
    run = Run(trials or default, blocks.drawn_seed(seed), workers, precision, progress)
    is_checked = trials is not None or precision is not None
    all_hands = exact.hands(order)
    return Control(
        rules=rule_set.label,
        rules_digest=rule_set.digest,
        queen_high=order.name,
        order=order.words,
        game=dealt.value,
        players=players,
        cards=held,
        hand=None if given is None else deck.text(given),
        categories=all_hands.categories,
        classes=all_hands.classes,
        allies=allies.names(players) or None,
        suit=None if suit is None else deck.SUITS[deck.parse_suit(suit)],
        ally=None if ally is None else allies.named(ally),
        suit_test=poker.suit_test_on.value,
        tie_control=poker.tie_control.value,
        precision=precision,
        **_numbers(deal, run, poker, is_checked, ally),
    )


def _numbers(deal: "Deal", run: "Run", poker: "Poker", is_checked: bool, ally: int | None) -> dict[str, Any]:
    """Return the fields of an answer that are counted or simulated."""
    from risksim.poker import numbers, simulate

    is_holdem, is_given = deal.game is Game.HOLDEM, deal.hand is not None
    is_exact = deal.players == 2 and is_holdem and deal.held[1] == OWN and (is_given or deal.held[0] == OWN)
    is_double = is_holdem and deal.held[0] == MOST_CARDS
    simulated, counts = None, None
    optimal: numbers.Optimal | None
    if is_exact:
        tally, optimal, counts = numbers.count_all(deal, run.workers, run.progress)
        if is_checked:
            simulated = numbers.compare(simulate.tally(deal, run), tally, deal, run, poker)
    else:
        tally = simulate.tally(deal, run)
        optimal = numbers.simulate_optimal(deal, run, tally)
        counts = simulate.against_one(deal) if is_given and is_holdem else None
    found = numbers.read(tally, deal, poker)
    found["p_control_ally"] = None if ally is None else found["p_control"][allies.named(ally)]
    found["control_optimal"] = numbers.read_optimal(optimal, deal, poker)
    choices = None if counts is None else numbers.read_choices(counts, deal)
    n_doubled = run.trials if simulated is None else simulated.trials
    n_doubled = n_doubled if is_exact else tally.deals
    doubled = None
    if is_double:
        again = run._replace(trials=n_doubled)
        doubled = numbers.read_doubled(simulate.double_down(deal, again), deal, poker)
    known = {**(found if is_exact else {}), **({} if choices is None else {"choices": choices})}
    unsure = {**({} if is_exact else found), **({} if doubled is None else {"double_down": doubled})}
    fields = numbers.convert({**found, "choices": choices, "double_down": doubled}, numbers.value)
    fields["by_seat"] = tuple(
        {"seat": row["seat"], "cards": n, **row} for n, row in zip(deal.held, fields["by_seat"], strict=True)
    )
    is_simulated = bool(unsure) or simulated is not None
    return {
        **fields,
        "method": "exact" if is_exact else "simulated",
        "trials": n_doubled if is_double or not is_exact else None,
        "seed": run.seed if is_simulated else None,
        "exact": numbers.convert(known, numbers.text) or None,
        "estimates": numbers.convert(unsure, lambda leaf: numbers.estimate(leaf, run)) or None,
        "simulated": simulated,
    }


def _check_precision(half_width: float, players: int, trials: int | None) -> None:
    """Refuse a precision that would take more deals than are simulated unless so many are asked for."""
    from risksim import statistics

    # nobody knows the chance yet; with equal hands it is about an equal share
    needed = statistics.trials_to_precision(1 / players, half_width)
    if trials is None and needed > MOST_TRIALS_TO_PRECISION:
        raise InputError(
            f"a chance of about 1/{players} known to ± {half_width:g} takes about {needed:.1e} deals; the most is "
            f"{MOST_TRIALS_TO_PRECISION:,} (trials sets another)"
        )


def _check_hand(hand: str | Sequence[int] | None) -> tuple[int, ...] | None:
    """Return the bidder's cards as numbers."""
    if hand is None:
        return None
    if not isinstance(hand, (str, Sequence)):
        raise InputError(f"hand must be cards such as 'Qh 10s 2c', not {hand!r}")
    given = deck.parse(hand) if isinstance(hand, str) else deck.check(hand)
    if not FEWEST_CARDS <= len(given) <= MOST_CARDS:
        named = f": {deck.text(given)}" if given else ""
        raise InputError(
            f"hand has {counted(len(given), 'card')}, not {FEWEST_CARDS} … {MOST_CARDS} poker cards{named}"
        )
    return given


def _check_cards(
    players: int, cards: int | Sequence[int] | None, hand: tuple[int, ...] | None
) -> tuple[int, ...]:
    """Return the cards each seat holds."""
    if cards is None or not isinstance(cards, Sequence):
        n = OWN if cards is None else _check_held(cards)
        return (n if hand is None else len(hand), *[n] * (players - 1))
    held = tuple(_check_held(each) for each in cards)
    if len(held) == 1:
        return _check_cards(players, held[0], hand)
    if len(held) != players:
        raise InputError(
            f"cards lists {counted(len(held), 'seat')}, not {players}: give one number, or one for each player"
        )
    if hand is not None and held[0] != len(hand):
        raise InputError(f"cards gives seat 1 {held[0]} cards, hand names {len(hand)}: {deck.text(hand)}")
    return held


def _check_held(cards: int) -> int:
    return check_count("cards", cards, FEWEST_CARDS, MOST_CARDS, "poker cards a player holds")


def game_of(game: str | Game | None, poker: "Poker", label: str) -> Game:
    """Return the game by its name, or the one the rules describe."""
    if game is not None:
        try:
            return Game(game)
        except ValueError:
            raise unknown_name("game", str(game), [each.value for each in Game]) from None
    if poker.own_cards_used is OwnCardsUsed.EXACTLY_THREE and poker.board_cards == 2:
        return Game.HOLDEM
    if poker.own_cards_used is OwnCardsUsed.AT_MOST_TWO and poker.board_cards == 5:
        return Game.TWO_FIVE
    raise NotApplicableError(
        f"own_cards_used={poker.own_cards_used.value} with {counted(poker.board_cards, 'card')} on the board is no "
        f"game known here (rule set {label!r}): exactly-three goes with 2, at-most-two with 5"
    )


def _check_deck(game: Game, held: tuple[int, ...]) -> None:
    """Refuse more cards than there are."""
    needed = sum(held) + {Game.HOLDEM: 2, Game.TWO_FIVE: 5, Game.DRAW: _DRAWN * len(held)}[game]
    if needed > deck.N_CARDS:
        raise InputError(
            f"{game.value} with {len(held)} players who hold {sum(held)} cards can take {needed}; "
            f"the deck has {deck.N_CARDS}"
        )
