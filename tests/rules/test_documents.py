"""What each document says, read off its text once more and not taken from the rule files.

Sources: ``seed-new-rules``, ``seed-finnish``, ``seed-russian``, ``seed-slovak``, ``seed-malay``, ``hasbro-1993``,
``new-rules-public``.
"""

import pytest

from risksim import rules

CLASSIC = {
    "starting_armies": [40, 35, 30, 25, 20],
    "claiming": "alternate",
    "two_player_start": "neutral-forty",
    "first_player": "first-placer",
    "wilds": 2,
    "cards_per_symbol": 14,
    "cards_per_turn": "exactly-one",
    "draw_when": "before-fortify",
    "forced_trade": "five-or-more",
    "set_schedule": "official",
    "match_bonus": "once-a-turn",
    "match_bonus_armies": 2,
    "territories_per_army": 3,
    "minimum_reinforcements": 3,
    "reinforcements_12_to_14": "floor",
    "continent_bonus": "as-printed",
    "attack_dice": 3,
    "defence_dice": 2,
    "attacker_dice_limit": "armies-1",
    "defender_dice_limit": "armies",
    "two_vs_two": "two-pairs",
    "ties": "defender",
    "attacker_casualty_source": "attacking-territory",
    "occupy_min": "dice-last-rolled",
    "fortify": "one-adjacent",
    "elim_cards": "victor-takes",
    "elim_trade": "six-or-more-at-once",
    "live_win": "all-territories",
    "has_factories": False,
    "has_allied_armies": False,
    "deck_reshuffle": "reshuffle",
    "turn_loop": "income",
}

NEW_RULES = {
    "starting_armies": [20, 20, 20, 20, 20],
    "claiming": "dealt",
    "starting_placement": "at-will",
    "two_player_start": "allied-armies",
    "first_player": "high-roll",
    "ally_armies": 2,
    "ally_extra_territories": 3,
    "ally_extra_armies": 3,
    "draw_when": "after-fortify",
    "forced_trade": "five-exactly",
    "set_schedule": "dice",
    "set_dice": 2,
    "set_dice_sides": 6,
    "set_dice_bonus": 0,
    "match_bonus": "per-card",
    "match_bonus_on_factory": False,
    "fortify": "one-along-path",
    "live_win": "last-live-player",
    "has_factories": True,
    "factory_yield": 2,
    "factory_per_territory": "unlimited",
    "factory_payment": "per-factory",
    "factory_on_ally": "only-when-played",
    "has_allied_armies": True,
    "bid_min_cards": 3,
    "bid_forced_at": "five",
    "poker_hand_cap": 5,
    "join_min_cards": 3,
    "own_cards_used": "exactly-three",
    "board_cards": 2,
    "poker_cards_spent": "every-bid",
    "rebuy": "three-more-cards",
    "double_down_board": "same",
    "betting": "no-limit",
    "all_in": "winner-takes-pot",
    "tie_control": "no",
    "suit_test_on": "winning-five",
    "declare_after_seeing_cards": True,
    "queen_high": "compare",
    "ally_draws_poker": False,
    "ally_can_bid": False,
    "ally_income_step": "full",
    "pool_includes_factories": "no",
    "pool_count_time": "once-per-turn-cycle",
    "pool_min3": True,
    "missed_income": "carried-once",
    "winnings_to": "own-pile",
    "dealer": "left-of-bidder",
    "ally_defence_roller": "left-of-attacker",
    "ante": 1,
}

DIFFERS_FROM_CLASSIC = {
    "finnish": {
        "draw_when": "after-fortify",
        "attacker_dice_limit": "armies",
        "fortify": "any-two-own",
    },
    "russian": {
        "claiming": "dealt",
        "draw_when": "after-fortify",
        "defender_dice_limit": "armies-1",
        "occupy_min": "one",
        "fortify": "many-adjacent",
    },
    "slovak": {
        "first_player": "re-roll-after-setup",
        "reinforcements_12_to_14": "three",
        "draw_when": "after-fortify",
        "set_schedule": "count-by-five",
        "occupy_min": "all-survivors",
        "fortify": "one-along-path",
        "elim_cards": "shown-and-discarded",
    },
    "malay": {
        "forced_trade": "five-or-more-all-sets",
        "elim_trade": "over-six-next-turn",
    },
}


def test_classic_plays_the_printed_rules():
    assert rules.load("classic").readings(*CLASSIC) == CLASSIC


def test_new_rules_play_their_document():
    assert rules.load("new-rules").readings(*NEW_RULES) == NEW_RULES


@pytest.mark.parametrize("name", DIFFERS_FROM_CLASSIC)
def test_a_document_differs_from_classic_where_its_own_words_do_and_nowhere_else(name):
    classic, document = rules.load("classic"), rules.load(name)
    differing = rules.differences(classic, document)
    assert document.readings(*differing) == DIFFERS_FROM_CLASSIC[name]


def test_the_russian_lone_defender_is_lost():
    assert rules.load("russian").dice.lone_defender == "auto-lost"


def test_classic_defaults_are_those_of_the_clauses():
    classic = rules.load("classic")
    assert {name: classic.value(name) for name in rules.CLAUSES} == {
        name: clause.default for name, clause in rules.CLAUSES.items()
    }
