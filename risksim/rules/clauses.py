"""Every clause of the rules as a named switch: its readings, its default and where the documents differ.

A rule set (``rules/data/*.toml``) names a reading for each clause or inherits it. The defaults below are those of
the classic game wherever the documents are silent. A clause with several readings is an enum, so kernels and tables
may name a reading without a string; a clause with a number carries its range. ``switch`` in the metadata is the
number under which the contradiction between the documents is kept in the ledger of readings.

Sources: ``seed-new-rules``, ``seed-finnish``, ``seed-russian``, ``seed-slovak``, ``seed-malay``, ``hasbro-1993``.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct


class Claiming(StrEnum):
    """How territories find their first owner."""

    ALTERNATE = "alternate"
    DEALT = "dealt"


class RussianStart(StrEnum):
    """Armies in a game whose territories are dealt out; the Russian account places no remainder at all."""

    FULL_COUNT = "full-count"
    ONE_PER_TERRITORY = "one-per-territory"


class StartingPlacement(StrEnum):
    """How the armies beyond the first on each territory are placed before the first turn."""

    ONE_BY_ONE = "one-by-one"
    AT_WILL = "at-will"


class TwoPlayerStart(StrEnum):
    """Two players: a neutral army between them, or fifty armies each."""

    NEUTRAL_FORTY = "neutral-forty"
    FIFTY_EACH = "fifty-each"
    ALLIED_ARMIES = "allied-armies"


class FirstPlayer(StrEnum):
    """Who takes the first turn."""

    FIRST_PLACER = "first-placer"
    REROLL_AFTER_SETUP = "re-roll-after-setup"
    AGREEMENT = "agreement"
    HIGH_ROLL = "high-roll"


class TurnLoop(StrEnum):
    """Where the next player starts; the Finnish "step 3" (placing starting armies) is a slip for step 4."""

    INCOME = "income"
    PLACEMENT = "placement"


class Reinforcements12To14(StrEnum):
    """Reinforcements for 12 to 14 territories: a third of them, or the three of the Slovak table."""

    FLOOR = "floor"
    THREE = "three"


class ContinentBonus(StrEnum):
    """Whether a whole continent pays what the map prints."""

    AS_PRINTED = "as-printed"
    NONE = "none"


class CardsPerTurn(StrEnum):
    """Cards drawn after a turn that took a territory."""

    EXACTLY_ONE = "exactly-one"
    ONE_PER_CONQUEST = "one-per-conquest"


class DrawWhen(StrEnum):
    """Whether the card is drawn before or after the fortifying move."""

    BEFORE_FORTIFY = "before-fortify"
    AFTER_FORTIFY = "after-fortify"


class ForcedTrade(StrEnum):
    """When a player must turn in a set at the start of a turn."""

    FIVE_EXACTLY = "five-exactly"
    FIVE_OR_MORE = "five-or-more"
    FIVE_OR_MORE_ALL_SETS = "five-or-more-all-sets"


class SetSchedule(StrEnum):
    """What a turned-in set is worth."""

    OFFICIAL = "official"
    COUNT_BY_FIVE = "count-by-five"
    LISTED = "listed"
    BY_SYMBOL = "by-symbol"
    DICE = "dice"


class MatchBonus(StrEnum):
    """Extra armies for cards that show a territory one holds."""

    PER_CARD = "per-card"
    ONCE_A_TURN = "once-a-turn"
    NONE = "none"


class DeckReshuffle(StrEnum):
    """What happens when a draw pile is empty."""

    RESHUFFLE = "reshuffle"
    STOP = "stop"


class Ties(StrEnum):
    """Who loses an army when two compared dice are equal."""

    DEFENDER = "defender"
    ATTACKER = "attacker"
    BOTH = "both"
    NEITHER = "neither"
    REROLL = "re-roll"


class AttackerDiceLimit(StrEnum):
    """Most dice an attacker may roll, by the armies on the attacking territory."""

    ARMIES_MINUS_ONE = "armies-1"
    ARMIES = "armies"


class DefenderDiceLimit(StrEnum):
    """Most dice a defender may roll, by the armies on the defended territory."""

    ARMIES = "armies"
    ARMIES_MINUS_ONE = "armies-1"


class LoneDefender(StrEnum):
    """What becomes of one defending army where the rules leave it no die."""

    AUTO_LOST = "auto-lost"
    CANNOT_BE_ATTACKED = "cannot-be-attacked"
    ROLLS_ONE = "rolls-1"


class TwoVersusTwo(StrEnum):
    """How many pairs two dice against two compare; the Russian list leaves the case out."""

    TWO_PAIRS = "two-pairs"
    ONE_PAIR = "one-pair"


class BonusOn(StrEnum):
    """Which dice a bonus is added to."""

    HIGHEST = "highest"
    ALL = "all"


class BonusClamp(StrEnum):
    """Whether a die with a bonus or a penalty stays within its faces: both ways, only upwards, only downwards."""

    NONE = "none"
    TO_FACES = "to-faces"
    NOT_BELOW_ONE = "not-below-one"
    NOT_ABOVE_FACES = "not-above-faces"

    def within(self, value: int, sides: int) -> int:
        """Return what a die with so many sides counts as when its bonus makes it ``value``.

        >>> [clamp.within(0, 6) for clamp in BonusClamp], [clamp.within(7, 6) for clamp in BonusClamp]
        ([0, 1, 1, 0], [7, 6, 7, 6])
        """
        if self in (BonusClamp.TO_FACES, BonusClamp.NOT_BELOW_ONE):
            value = max(value, 1)
        return min(value, sides) if self in (BonusClamp.TO_FACES, BonusClamp.NOT_ABOVE_FACES) else value


class BattleOutcome(StrEnum):
    """Whether a battle ends as its dice fall, or by a distribution made from that of its dice.

    Balanced Blitz takes the chance of every end of a battle and makes it milder in four steps, each with a number of
    its own (the ``blitz_`` clauses): it rounds a slim chance away, raises the odds to a power, cuts off the luckiest
    and the unluckiest ends, and favours the likely ends among the rest.
    """

    ROLLED = "rolled"
    BALANCED_BLITZ = "balanced-blitz"


class CasualtySource(StrEnum):
    """Where the attacker's casualties are taken from; the Malay "territory attacked" is a slip."""

    ATTACKING_TERRITORY = "attacking-territory"


class OccupyMin(StrEnum):
    """Fewest armies that move into a conquered territory."""

    DICE_LAST_ROLLED = "dice-last-rolled"
    ONE = "one"
    ALL_SURVIVORS = "all-survivors"


class Fortify(StrEnum):
    """The move at the end of a turn."""

    ONE_ADJACENT = "one-adjacent"
    ONE_ALONG_PATH = "one-along-path"
    ANY_TWO_OWN = "any-two-own"
    MANY_ADJACENT = "many-adjacent"


class EliminatedCards(StrEnum):
    """What happens to the Risk cards of a player who is out."""

    VICTOR_TAKES = "victor-takes"
    SHOWN_AND_DISCARDED = "shown-and-discarded"
    KEPT_OUT = "kept-out"


class EliminationTrade(StrEnum):
    """Turning in sets in the middle of a turn after taking a beaten player's cards."""

    SIX_OR_MORE_AT_ONCE = "six-or-more-at-once"
    OVER_SIX_NEXT_TURN = "over-six-next-turn"
    NONE = "none"


class TakeOrDiscard(StrEnum):
    """Whether the victor takes a beaten player's goods."""

    TAKE = "take"
    DISCARD = "discard"


class EliminatedFactories(StrEnum):
    """Whether a beaten player's factories stay on the board for whoever took their territory."""

    STAY = "stay"
    REMOVED = "removed"


class LiveWin(StrEnum):
    """How the game is won."""

    LAST_LIVE_PLAYER = "last-live-player"
    ALL_TERRITORIES = "all-territories"
    MAJORITY_AT_TURN_CAP = "majority-at-turn-cap"


class FactoryPerTerritory(StrEnum):
    """How many factories one territory may carry."""

    UNLIMITED = "unlimited"
    ONE = "one"


class FactoryPayment(StrEnum):
    """Whether every factory pays, or every territory with a factory."""

    PER_FACTORY = "per-factory"
    PER_TERRITORY = "per-territory"


class FactoryFirstPay(StrEnum):
    """When a new factory first pays."""

    NEXT_OWN_TURN = "next-own-turn"


class CapturedFactoryFirstPay(StrEnum):
    """When a captured factory first pays its captor."""

    CAPTORS_NEXT_TURN = "captors-next-turn"


class FactoryOnAlly(StrEnum):
    """Whether an allied army's factories pay in turns nobody plays it."""

    ONLY_WHEN_PLAYED = "only-when-played"
    ACCUMULATES = "accumulates"


class BidForcedAt(StrEnum):
    """The number of poker cards at which a player must bid for an allied army."""

    FIVE = "five"
    SIX = "six"
    NEVER = "never"


class OwnCardsUsed(StrEnum):
    """How many of one's own poker cards enter the hand."""

    EXACTLY_THREE = "exactly-three"
    AT_MOST_TWO = "at-most-two"
    ANY = "any"


class PokerCardsSpent(StrEnum):
    """When the poker cards of a bid are discarded."""

    EVERY_BID = "every-bid"
    HAND_PLAYED = "hand-played"
    ONLY_IF_LOST = "only-if-lost"


class Rebuy(StrEnum):
    """What a player needs to play on after losing a hand."""

    THREE_MORE_CARDS = "three-more-cards"
    DEALT_IN = "dealt-in"
    NO = "no"


class DoubleDownBoard(StrEnum):
    """Whether two hands played at once share the board."""

    SAME = "same"
    SEPARATE = "separate"


class Betting(StrEnum):
    """How much may be bet in a hand."""

    ANTE_ONLY = "ante-only"
    FIXED = "fixed"
    POT = "pot"
    NO_LIMIT = "no-limit"


class AllIn(StrEnum):
    """What a player who bet everything can win."""

    WINNER_TAKES_POT = "winner-takes-pot"
    SIDE_POT = "side-pot"
    CAPPED = "capped"


class TieControl(StrEnum):
    """Whether the bidder who ties for the best hand may use the ally."""

    NO = "no"
    DECLARER = "declarer"


class SuitTestOn(StrEnum):
    """Which cards must hold a suit of the declared ally."""

    WINNING_FIVE = "winning-five"
    OWN_THREE = "own-three"
    ANY_ACCUMULATED = "any-accumulated"


class SuitFail(StrEnum):
    """What a winner without the suit gets."""

    KEEPS_POT_TURN_ENDS = "keeps-pot-turn-ends"


class QueenHigh(StrEnum):
    """What "the queen is high in hearts and diamonds" means for the ranking of hands."""

    IGNORE = "ignore"
    COMPARE = "compare"
    COMPARE_MIN = "compare-min"
    COMPARE_SINGLE = "compare-single"
    REORDER = "reorder"
    ABOVE_ACE = "above-ace"


class AllyIncomeStep(StrEnum):
    """Whether an ally's turn starts with its income."""

    FULL = "full"
    SKIP_TO_STEP_TWO = "skip-to-step-two"


class PoolIncludesFactories(StrEnum):
    """Whether factory armies are counted into the betting pile."""

    NO = "no"
    YES_NOT_PLACED = "yes-not-placed"
    YES_AND_PLACED = "yes-and-placed"


class PoolCountTime(StrEnum):
    """When the betting pile is counted."""

    ONCE_PER_TURN_CYCLE = "once-per-turn-cycle"
    EACH_HAND = "each-hand"


class MissedIncome(StrEnum):
    """What happens to income a player failed to get."""

    CARRIED_ONCE = "carried-once"
    LOST = "lost"


class WinningsTo(StrEnum):
    """Where a pot goes."""

    OWN_PILE = "own-pile"
    PLACED_NOW = "placed-now"
    ALLYS_PILE = "allys-pile"


class Dealer(StrEnum):
    """Who deals and chooses the game."""

    LEFT_OF_BIDDER = "left-of-bidder"
    PLAYER_ON_TURN = "player-on-turn"
    VOTE = "vote"


class AllyDefenceRoller(StrEnum):
    """Who rolls for an attacked army that has no player."""

    LEFT_OF_ATTACKER = "left-of-attacker"
    ANY_RIVAL = "any-rival"


class SuitAssignment(StrEnum):
    """How the four suits are shared among the allied armies."""

    AS_EVEN_AS_POSSIBLE = "as-even-as-possible"


def _clause(meaning: str, switch: int | None = None, low: int | None = None, high: int | None = None) -> Meta:
    """Describe a clause: what it decides, its number in the ledger of readings, and its range if it is a number."""
    return Meta(description=meaning, ge=low, le=high, extra={"switch": switch})


def _numbers(meaning: str, length: tuple[int, int]) -> Meta:
    return Meta(description=meaning, min_length=length[0], max_length=length[1], extra={"switch": None})


Armies = Annotated[int, Meta(ge=0, le=10_000)]
StartingArmies = Annotated[int, Meta(ge=1, le=10_000)]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Before the first turn."""

    starting_armies: Annotated[
        tuple[StartingArmies, StartingArmies, StartingArmies, StartingArmies, StartingArmies],
        Meta(description="armies each with 2, 3, 4, 5, 6 players", extra={"switch": None}),
    ] = (40, 35, 30, 25, 20)
    claiming: Annotated[Claiming, _clause("how territories find their first owner")] = Claiming.ALTERNATE
    dealt_start_armies: Annotated[RussianStart, _clause("armies placed after territories are dealt", 1)] = (
        RussianStart.FULL_COUNT
    )
    starting_placement: Annotated[
        StartingPlacement, _clause("how the remaining starting armies are placed")
    ] = StartingPlacement.ONE_BY_ONE
    two_player_start: Annotated[TwoPlayerStart, _clause("how two players start", 2)] = (
        TwoPlayerStart.NEUTRAL_FORTY
    )
    first_player: Annotated[FirstPlayer, _clause("who takes the first turn", 3)] = FirstPlayer.FIRST_PLACER
    turn_loop: Annotated[TurnLoop, _clause("the step at which the next player starts", 19)] = TurnLoop.INCOME
    ally_armies: Annotated[int, _clause("armies on each allied territory at the start", None, 1, 1000)] = 2
    ally_extra_territories: Annotated[
        int, _clause("random allied territories that start stronger", None, 0, 42)
    ] = 3
    ally_extra_armies: Annotated[int, _clause("additional armies on each of those", None, 0, 1000)] = 3


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """Reinforcements at the start of a turn, other than cards and factories."""

    territories_per_army: Annotated[int, _clause("territories that bring one reinforcement", None, 1, 42)] = 3
    minimum_reinforcements: Annotated[int, _clause("fewest reinforcements for territories", None, 0, 100)] = 3
    reinforcements_12_to_14: Annotated[
        Reinforcements12To14, _clause("reinforcements for 12 to 14 territories", 9)
    ] = Reinforcements12To14.FLOOR
    continent_bonus: Annotated[ContinentBonus, _clause("whether a whole continent pays")] = (
        ContinentBonus.AS_PRINTED
    )


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """Risk cards: the deck, drawing, and turning in sets for armies."""

    cards_per_symbol: Annotated[
        int, _clause("territory cards with each of the three symbols", None, 1, 84)
    ] = 14
    wilds: Annotated[int, _clause("wild cards in the deck", 4, 0, 84)] = 2
    cards_per_turn: Annotated[CardsPerTurn, _clause("cards drawn after a turn that took a territory", 5)] = (
        CardsPerTurn.EXACTLY_ONE
    )
    draw_when: Annotated[DrawWhen, _clause("drawing before or after the fortifying move")] = (
        DrawWhen.BEFORE_FORTIFY
    )
    forced_trade: Annotated[
        ForcedTrade, _clause("when a set must be turned in at the start of a turn", 6)
    ] = ForcedTrade.FIVE_OR_MORE
    set_schedule: Annotated[SetSchedule, _clause("what a set is worth", 7)] = SetSchedule.OFFICIAL
    listed_set_values: Annotated[tuple[Armies, ...], _numbers("armies for the first sets, under schedule 'listed'", (1, 100))] = (
        4, 6, 8, 10, 12, 15,
    )  # fmt: skip
    listed_set_step: Annotated[
        int, _clause("added for every further set, under schedule 'listed'", None, 0, 1000)
    ] = 5
    symbol_set_values: Annotated[
        tuple[Armies, Armies, Armies, Armies],
        Meta(
            description="armies for three infantry, cavalry, artillery, or one of each, under schedule 'by-symbol'",
            extra={"switch": None},
        ),
    ] = (4, 6, 8, 10)
    set_dice: Annotated[int, _clause("dice rolled for a set, under schedule 'dice'", None, 0, 20)] = 2
    set_dice_sides: Annotated[int, _clause("sides of those dice", None, 1, 100)] = 6
    set_dice_bonus: Annotated[int, _clause("armies added to that roll", None, -20, 1000)] = 0
    match_bonus: Annotated[
        MatchBonus, _clause("extra armies for cards that show a territory one holds", 8)
    ] = MatchBonus.ONCE_A_TURN
    match_bonus_armies: Annotated[int, _clause("armies of one match bonus", None, 0, 1000)] = 2
    deck_reshuffle: Annotated[DeckReshuffle, _clause("what happens when a draw pile is empty", 50)] = (
        DeckReshuffle.RESHUFFLE
    )


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """One round of dice, and what comes of a battle of many."""

    attack_dice: Annotated[int, _clause("most dice an attacker rolls", None, 1, 6)] = 3
    defence_dice: Annotated[int, _clause("most dice a defender rolls", None, 1, 6)] = 2
    attack_sides: Annotated[int, _clause("sides of the attacker's dice", None, 1, 100)] = 6
    defence_sides: Annotated[int, _clause("sides of the defender's dice", None, 1, 100)] = 6
    attacker_dice_limit: Annotated[AttackerDiceLimit, _clause("dice an attacker may roll, by armies", 10)] = (
        AttackerDiceLimit.ARMIES_MINUS_ONE
    )
    defender_dice_limit: Annotated[DefenderDiceLimit, _clause("dice a defender may roll, by armies", 11)] = (
        DefenderDiceLimit.ARMIES
    )
    lone_defender: Annotated[LoneDefender, _clause("one defending army that is left without a die", 11)] = (
        LoneDefender.AUTO_LOST
    )
    two_vs_two: Annotated[TwoVersusTwo, _clause("pairs compared when two dice meet two", 12)] = (
        TwoVersusTwo.TWO_PAIRS
    )
    compared_pairs: Annotated[int, _clause("most pairs of dice compared in a round", None, 1, 6)] = 6
    ties: Annotated[
        Ties, _clause("who wins when two compared dice are equal; re-roll: the whole round again", 13)
    ] = Ties.DEFENDER
    attack_bonus: Annotated[int, _clause("added to the attacker's dice", None, -20, 20)] = 0
    defence_bonus: Annotated[int, _clause("added to the defender's dice", None, -20, 20)] = 0
    attack_bonus_on: Annotated[BonusOn, _clause("dice the attacker's bonus is added to")] = BonusOn.HIGHEST
    defence_bonus_on: Annotated[BonusOn, _clause("dice the defender's bonus is added to")] = BonusOn.HIGHEST
    bonus_clamp: Annotated[BonusClamp, _clause("whether a die with a bonus stays within its faces")] = (
        BonusClamp.NONE
    )
    attack_extra_dice: Annotated[
        int, _clause("dice the attacker rolls on top, of which only the best count", None, 0, 3)
    ] = 0
    defence_extra_dice: Annotated[
        int, _clause("dice the defender rolls on top, of which only the best count", None, 0, 3)
    ] = 0
    battle_outcome: Annotated[
        BattleOutcome, _clause("whether a battle ends as its dice fall or by a milder distribution")
    ] = BattleOutcome.ROLLED
    blitz_cutoff: Annotated[
        int,
        _clause("chance (per mille) up to which balanced-blitz rounds winning or losing away", None, 0, 499),
    ] = 50
    blitz_power: Annotated[
        int, _clause("power (hundredths) to which balanced-blitz raises the odds of winning", None, 0, 1000)
    ] = 130
    blitz_trim: Annotated[
        int,
        _clause("chance (per mille) balanced-blitz cuts from the best ends and from the worst", None, 0, 499),
    ] = 100
    blitz_gain: Annotated[
        int,
        _clause(
            "power (hundredths) to which balanced-blitz raises the chance of each end left", None, 0, 1000
        ),
    ] = 180


class Campaign(Struct, frozen=True, forbid_unknown_fields=True):
    """From a won battle to the end of the turn."""

    attacker_casualty_source: Annotated[
        CasualtySource, _clause("where the attacker's casualties are taken from", 14)
    ] = CasualtySource.ATTACKING_TERRITORY
    occupy_min: Annotated[OccupyMin, _clause("fewest armies that move into a conquered territory", 15)] = (
        OccupyMin.DICE_LAST_ROLLED
    )
    fortify: Annotated[Fortify, _clause("the move at the end of a turn", 16)] = Fortify.ONE_ADJACENT
    ally_defence_roller: Annotated[
        AllyDefenceRoller, _clause("who rolls for an army without a player", 49)
    ] = AllyDefenceRoller.LEFT_OF_ATTACKER


class Elimination(Struct, frozen=True, forbid_unknown_fields=True):
    """A player loses the last territory, and the end of the game."""

    elim_cards: Annotated[EliminatedCards, _clause("the Risk cards of a player who is out", 17)] = (
        EliminatedCards.VICTOR_TAKES
    )
    elim_trade: Annotated[EliminationTrade, _clause("turning in sets after taking those cards", 18)] = (
        EliminationTrade.SIX_OR_MORE_AT_ONCE
    )
    elim_poker_cards: Annotated[TakeOrDiscard, _clause("the poker cards of a player who is out", 17)] = (
        TakeOrDiscard.TAKE
    )
    elim_betting_pile: Annotated[TakeOrDiscard, _clause("the betting pile of a player who is out", 17)] = (
        TakeOrDiscard.DISCARD
    )
    elim_factories: Annotated[EliminatedFactories, _clause("the factories of a player who is out", 17)] = (
        EliminatedFactories.STAY
    )
    live_win: Annotated[LiveWin, _clause("how the game is won", 20)] = LiveWin.ALL_TERRITORIES


class Factories(Struct, frozen=True, forbid_unknown_fields=True):
    """Sets of cards turned into factories."""

    has_factories: Annotated[bool, _clause("whether sets may buy factories")] = False
    factory_yield: Annotated[
        int, _clause("armies a factory pays at the start of its owner's turn", None, 0, 1000)
    ] = 2
    match_bonus_on_factory: Annotated[
        bool, _clause("whether a set that buys a factory earns the match bonus", 8)
    ] = False
    factory_per_territory: Annotated[
        FactoryPerTerritory, _clause("factories one territory may carry", 46)
    ] = FactoryPerTerritory.UNLIMITED
    factory_payment: Annotated[
        FactoryPayment, _clause("whether factories or territories with one are counted", 46)
    ] = FactoryPayment.PER_FACTORY
    factory_first_pay: Annotated[FactoryFirstPay, _clause("when a new factory first pays", 47)] = (
        FactoryFirstPay.NEXT_OWN_TURN
    )
    captured_factory_first_pay: Annotated[
        CapturedFactoryFirstPay, _clause("when a captured factory first pays", 47)
    ] = CapturedFactoryFirstPay.CAPTORS_NEXT_TURN
    factory_on_ally: Annotated[FactoryOnAlly, _clause("factories of an allied army nobody plays", 48)] = (
        FactoryOnAlly.ONLY_WHEN_PLAYED
    )


class Poker(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of poker for the right to play an allied army."""

    has_allied_armies: Annotated[bool, _clause("whether armies without a player can be won at poker")] = False
    bid_min_cards: Annotated[int, _clause("poker cards needed to bid for an ally", 21, 1, 6)] = 3
    bid_forced_at: Annotated[BidForcedAt, _clause("poker cards at which one must bid", 22)] = BidForcedAt.FIVE
    poker_hand_cap: Annotated[int, _clause("most poker cards a player may hold", 22, 3, 10)] = 5
    join_min_cards: Annotated[
        int, _clause("poker cards needed to join a hand (0: dealt in full)", 24, 0, 3)
    ] = 3
    own_cards_used: Annotated[OwnCardsUsed, _clause("own cards that enter the hand", 25)] = (
        OwnCardsUsed.EXACTLY_THREE
    )
    board_cards: Annotated[int, _clause("shared cards on the board", 26, 2, 5)] = 2
    poker_cards_spent: Annotated[PokerCardsSpent, _clause("when the cards of a bid are discarded", 27)] = (
        PokerCardsSpent.EVERY_BID
    )
    rebuy: Annotated[Rebuy, _clause("what it takes to play on after a lost hand", 28)] = (
        Rebuy.THREE_MORE_CARDS
    )
    double_down_board: Annotated[
        DoubleDownBoard, _clause("whether two hands at once share the board", 29)
    ] = DoubleDownBoard.SAME
    betting: Annotated[Betting, _clause("how much may be bet", 30)] = Betting.NO_LIMIT
    all_in: Annotated[AllIn, _clause("what a player who bet everything can win", 31)] = AllIn.WINNER_TAKES_POT
    tie_control: Annotated[TieControl, _clause("who controls the ally after a tie", 32)] = TieControl.NO
    suit_test_on: Annotated[SuitTestOn, _clause("the cards that must hold the ally's suit", 33)] = (
        SuitTestOn.WINNING_FIVE
    )
    suit_fail: Annotated[SuitFail, _clause("what a winner without the suit gets", 34)] = (
        SuitFail.KEEPS_POT_TURN_ENDS
    )
    declare_after_seeing_cards: Annotated[
        bool, _clause("whether the ally is named with one's cards in view", 35)
    ] = True
    queen_high: Annotated[QueenHigh, _clause("what the high queen of the red suits means", 36)] = (
        QueenHigh.COMPARE
    )
    ally_draws_poker: Annotated[bool, _clause("whether an ally's turn earns a poker card", 37)] = False
    ally_can_bid: Annotated[bool, _clause("whether an ally's cards can start another hand", 38)] = False
    ally_income_step: Annotated[
        AllyIncomeStep, _clause("whether an ally's turn starts with its income", 39)
    ] = AllyIncomeStep.FULL
    pool_includes_factories: Annotated[
        PoolIncludesFactories, _clause("factory armies in the betting pile", 40)
    ] = PoolIncludesFactories.NO
    pool_count_time: Annotated[PoolCountTime, _clause("when the betting pile is counted", 41)] = (
        PoolCountTime.ONCE_PER_TURN_CYCLE
    )
    pool_min3: Annotated[bool, _clause("whether the pile counts at least the minimum reinforcements", 42)] = (
        True
    )
    missed_income: Annotated[MissedIncome, _clause("income a player failed to get", 43)] = (
        MissedIncome.CARRIED_ONCE
    )
    winnings_to: Annotated[WinningsTo, _clause("where a pot goes", 44)] = WinningsTo.OWN_PILE
    dealer: Annotated[Dealer, _clause("who deals and chooses the game", 45)] = Dealer.LEFT_OF_BIDDER
    suit_assignment: Annotated[SuitAssignment, _clause("how suits are shared among the allies", 51)] = (
        SuitAssignment.AS_EVEN_AS_POSSIBLE
    )
    ante: Annotated[int, _clause("armies paid for each hand played", None, 0, 100)] = 1

    @property
    def six_cards_reachable(self) -> bool:
        """Whether any player can ever hold six poker cards (ledger number 23: it follows from the hand cap and from what a bid costs)."""
        is_kept_unchallenged = self.poker_cards_spent is not PokerCardsSpent.EVERY_BID
        return self.poker_hand_cap >= 6 and (
            self.bid_forced_at is not BidForcedAt.FIVE or is_kept_unchallenged
        )


SECTIONS: MappingProxyType[str, type[Struct]] = MappingProxyType(
    {
        "setup": Setup,
        "income": Income,
        "cards": Cards,
        "dice": Dice,
        "campaign": Campaign,
        "elimination": Elimination,
        "factories": Factories,
        "poker": Poker,
    }
)
"""The sections of a rule set, in the order of a game."""


class Clause(NamedTuple):
    """One switch of the rules, as every rule set has it."""

    name: str
    section: str
    description: str
    switch: int | None
    """number in the ledger of readings; None where no document contradicts another"""
    annotation: Any
    """the type with its range, as msgspec checks it"""
    readings: tuple[str, ...]
    """the names to choose from; empty where the clause is a number or a list of numbers"""
    low: int | None
    """inclusive limits of a number, or of each number of a list"""
    high: int | None
    length: tuple[int, int] | None
    """fewest and most entries of a list; None for a single value"""
    default: Any

    @property
    def allowed(self) -> str:
        """What may be written, in words.

        >>> CLAUSES["ties"].allowed
        'defender, attacker, both, neither, re-roll'
        >>> CLAUSES["wilds"].allowed
        '0 … 84'
        >>> CLAUSES["starting_armies"].allowed
        '5 numbers of 1 … 10000'
        """
        if self.readings:
            return ", ".join(self.readings)
        span = f"{self.low} … {self.high}"
        if self.length is None:
            return span
        shortest, longest = self.length
        count = f"{shortest}" if shortest == longest else f"{shortest} … {longest}"
        return f"{count} numbers of {span}"


def _describe(name: str, section: str, annotation: Any, default: Any) -> Clause:
    kind, meta = get_args(annotation)
    low, high = meta.ge, meta.le
    length: tuple[int, int] | None = None
    readings: tuple[str, ...] = ()
    if get_origin(kind) is tuple:
        entries = get_args(kind)
        each = get_args(entries[0])[1]
        low, high = each.ge, each.le
        length = (meta.min_length, meta.max_length) if entries[-1] is ... else (len(entries), len(entries))
    elif kind is bool:
        readings = ("false", "true")
    elif issubclass(kind, StrEnum):
        readings = tuple(reading.value for reading in kind)
    return Clause(
        name,
        section,
        meta.description,
        meta.extra["switch"],
        annotation,
        readings,
        low,
        high,
        length,
        default,
    )


CLAUSES: MappingProxyType[str, Clause] = MappingProxyType(
    {
        name: _describe(name, section, annotation, getattr(defaults, name))
        for section, defaults in ((section, struct()) for section, struct in SECTIONS.items())
        for name, annotation in type(defaults).__annotations__.items()
    }
)
"""Every clause of every section, by name; no two sections share a name."""
