"""Bids for an ally at the table: turn after turn with a die in hand, written from the rules.

Clauses are a plain dictionary of the values below; everything is drawn from ``random.Random``.
"""

RULES = {
    "bid_min_cards": 3,
    "bid_forced_at": 5,  # None: never
    "poker_hand_cap": 5,
    "join_min_cards": 3,
    "own_cards_used": "exactly-three",
    "poker_cards_spent": "every-bid",
    "rebuy": "three-more-cards",
}


def used(rules, cards):
    """Own cards that go into a hand."""
    return min(cards, 2 if rules["own_cards_used"] == "at-most-two" else 3)


def alone(rules, die, turns, success, contested, control, lost, bid_from, doubles=False):
    """The own turns with an ally, of a player whose bids are challenged with a fixed chance."""
    cards, found = 0, []
    for turn in range(1, turns + 1):
        if die.random() < success and cards < rules["poker_hand_cap"]:
            cards += 1
        is_forced = rules["bid_forced_at"] is not None and cards >= rules["bid_forced_at"]
        if cards < rules["bid_min_cards"] or (cards < bid_from and not is_forced):
            continue
        if die.random() >= contested:
            found.append(turn)
            if rules["poker_cards_spent"] == "every-bid":
                cards -= 1 if rules["own_cards_used"] == "any" else used(rules, cards)
            continue
        if doubles and cards >= 6:
            luck = die.random()
            control_of_two = 1 - (1 - control) ** 2
            lost_of_two = (1 - control_of_two) * lost / (1 - control)
            if luck < control_of_two:
                found.append(turn)
            is_lost = control_of_two <= luck < control_of_two + lost_of_two
            keeps_one = rules["poker_cards_spent"] == "only-if-lost" and not is_lost
            cards -= 3 if keeps_one else 6
            if not is_lost:
                continue
            if not (rules["rebuy"] == "three-more-cards" and cards >= 3):
                continue
        while True:
            luck = die.random()
            n = used(rules, cards)
            if luck < control:
                found.append(turn)
            is_lost = control <= luck < control + lost
            if is_lost or rules["poker_cards_spent"] != "only-if-lost":
                cards -= n
            if not (is_lost and rules["rebuy"] == "three-more-cards" and cards >= 3):
                break
    return found


def table(rules, die, rounds, players, success, join, controls, bid_from):
    """Counts over all turns of all players: turns, bids, challenged bids, players in hands, controls."""
    hands = [0] * players
    turns = bids = challenged = seated = controls_won = 0
    for _ in range(rounds):
        for mover in range(players):
            turns += 1
            if die.random() < success:
                hands[mover] = min(hands[mover] + 1, rules["poker_hand_cap"])
            forced = rules["bid_forced_at"] is not None and hands[mover] >= rules["bid_forced_at"]
            if hands[mover] < rules["bid_min_cards"] or (hands[mover] < bid_from and not forced):
                continue
            bids += 1
            joined = [
                seat
                for seat in range(players)
                if seat != mover and hands[seat] >= rules["join_min_cards"] and die.random() < join
            ]
            if not joined:
                controls_won += 1
                if rules["poker_cards_spent"] == "every-bid":
                    hands[mover] -= used(rules, hands[mover])
                continue
            challenged += 1
            inside = [mover, *joined]
            seated += len(inside)
            winner = die.choice(inside)
            control = controls[len(inside) - 2]
            if winner == mover and die.random() < control * len(inside):
                controls_won += 1
            for seat in inside:
                if rules["poker_cards_spent"] != "only-if-lost" or seat != winner:
                    hands[seat] -= used(rules, hands[seat])
    return {
        "turns": turns,
        "bids": bids,
        "challenged": challenged,
        "seated": seated,
        "controls": controls_won,
    }


def whatever(rules, die, players, rounds):
    """What comes to pass at a table where everyone does anything the rules allow, whatever it is.

    Rules as above, and ``ante``, ``least_pile`` and ``bets``; the pile is counted once a round. Returns pairs of a name
    and a number (or a word).
    """
    cards, pile = [0] * players, [None] * players
    seen = set()

    def count(seat):
        if pile[seat] is None:
            pile[seat] = rules["least_pile"]

    def lose(seat):
        rest = max(0, pile[seat] - rules["ante"])
        pile[seat] = 0 if rules["bets"] and die.random() < 0.5 else rest

    def hand(bidder, is_first):
        inside = [bidder]
        for seat in range(players):
            if seat == bidder or cards[seat] < rules["join_min_cards"] or not is_first:
                continue
            if pile[seat] == 0:
                seen.add(("kept out without armies", None))
            elif die.random() < 0.7:
                seen.add(("join", cards[seat]))
                if pile[seat] is not None:
                    seen.add(("pile counted before", None))
                inside.append(seat)
        if is_first and len(inside) == 1:
            return False
        for seat in inside:
            count(seat)
        before = {seat: cards[seat] for seat in inside}
        winner = die.choice(inside)
        for seat in inside:
            n = used(rules, cards[seat])
            seen.add(("left", cards[seat] - n))
            if rules["poker_cards_spent"] != "only-if-lost" or seat != winner:
                cards[seat] -= n
            if seat != winner:
                lose(seat)
        if winner != bidder:
            seen.add(("lost", cards[bidder]))
            able = pile[bidder] > 0 and rules["rebuy"] == "three-more-cards" and cards[bidder] >= 3
            if able and die.random() < 0.8:
                seen.add(("plays on", before[bidder]))
                hand(bidder, False)
        return True

    for _ in range(rounds):
        for mover in range(players):
            pile[mover] = None
            if die.random() < 0.8:
                cards[mover] = min(cards[mover] + 1, rules["poker_hand_cap"])
            seen.add(("hold", cards[mover]))
            forced = rules["bid_forced_at"] is not None and cards[mover] >= rules["bid_forced_at"]
            if cards[mover] < rules["bid_min_cards"] or not (forced or die.random() < 0.4):
                continue
            seen.add(("forced" if forced else "free", cards[mover]))
            if cards[mover] >= 6:
                seen.add(("doubles", cards[mover]))
            if not hand(mover, True) and rules["poker_cards_spent"] == "every-bid":
                cards[mover] -= used(rules, cards[mover])
    return seen
