"""The turn-in economy as a table would play it: lists of cards, written from the rules, slow and obvious."""

import itertools
from fractions import Fraction

INFANTRY, CAVALRY, ARTILLERY, WILD = "infantry", "cavalry", "artillery", "wild"
SYMBOLS = (INFANTRY, CAVALRY, ARTILLERY)


def new_deck(per_symbol, wilds):
    return [symbol for symbol in SYMBOLS for _ in range(per_symbol)] + [WILD] * wilds


def is_set(cards):
    """Three alike, three different, or any two and a wild card."""
    return len(cards) == 3 and (WILD in cards or len(set(cards)) in (1, 3))


def sets_of(hand):
    """All ways to take a set out of a hand: positions."""
    return [
        chosen
        for chosen in itertools.combinations(range(len(hand)), 3)
        if is_set([hand[place] for place in chosen])
    ]


def choose(hand, pile, matching=None):
    """The positions of the set to turn in, or None.

    As few wild cards as possible; then keep two different symbols; then keep the symbol with most cards left in the
    pile; then infantry before cavalry before artillery. With ``matching`` (a flag for each card) the set of most
    matches comes first.
    """
    best, best_merit = None, None
    by_pile = sorted(SYMBOLS, key=lambda symbol: (-pile.count(symbol), SYMBOLS.index(symbol)))
    for chosen in sets_of(hand):
        kept = [card for place, card in enumerate(hand) if place not in chosen]
        merit = (
            sum(matching[place] for place in chosen) if matching else 0,
            -sum(hand[place] == WILD for place in chosen),
            len(set(kept) - {WILD}),
            [kept.count(symbol) for symbol in by_pile],
        )
        if best is None or merit > best_merit:
            best, best_merit = chosen, merit
    return best


def official_value(number):
    """4, 6, 8, 10, 12, 15, then five more each; the first set has number 1."""
    return {1: 4, 2: 6, 3: 8, 4: 10, 5: 12, 6: 15}.get(number, 15 + 5 * (number - 6))


def two_dice(rng):
    return rng.randint(1, 6) + rng.randint(1, 6)


def play(rng, deck, players, turns, conquest_rate=1.0, hold=False, share=0.0, by_match=False, dice=False):
    """Play one game; return for each turn (sets turned in, armies, matches) of all players, and all turn-ins.

    ``deck`` None draws independent symbols. A turn-in is (cards kept at the one before or None, cards held, cards).
    """
    pile = None if deck is None else rng.sample(deck, len(deck))
    discards, hands = [], [[] for _ in range(players)]
    kept = [None] * players
    n_sets, by_turn, turn_ins = 0, [], []
    for _ in range(turns):
        sets = armies = matches = 0
        for player in range(players):
            hand = hands[player]
            symbols = [card for card, _ in hand]
            chosen = choose(symbols, pile or [], [flag for _, flag in hand] if by_match else None)
            if chosen is not None and (not hold or len(hand) >= 5):
                n_sets += 1
                sets += 1
                armies += two_dice(rng) if dice else official_value(n_sets)
                matches += sum(hand[place][1] for place in chosen)
                turn_ins.append((kept[player], len(hand), [symbols[place] for place in chosen]))
                discards += [symbols[place] for place in chosen]
                hands[player] = hand = [card for place, card in enumerate(hand) if place not in chosen]
                kept[player] = len(hand)
            if rng.random() < conquest_rate:
                if deck is None:
                    card = rng.choice(SYMBOLS)
                else:
                    if not pile:
                        pile, discards = discards, []
                        rng.shuffle(pile)
                    if not pile:
                        continue
                    card = pile.pop()
                hand.append((card, card != WILD and rng.random() < share))
        by_turn.append((sets, armies, matches))
    return by_turn, turn_ins


def sets_along(sequence, hold=False):
    """Sets turned in after each card of a sequence, drawn from a pile that holds just these cards."""
    hand, n_sets, found = [], 0, [0]
    for drawn, card in enumerate(sequence, start=1):
        hand.append(card)
        chosen = choose(hand, list(sequence[drawn:]))
        if chosen is not None and (not hold or len(hand) >= 5):
            hand = [card for place, card in enumerate(hand) if place not in chosen]
            n_sets += 1
        found.append(n_sets)
    return found


def long_run(deck, hold, steps):
    """Average over ``steps`` cards of how sets are turned in, by moving every chance from state to state.

    Returns the chances of (cards kept before, cards held, wild cards used), given a turn-in.
    """
    start = ((), tuple(sorted(deck)), None)
    chances, seen = {start: 1.0}, {}
    for step in range(steps):
        following = {}
        for (hand, pile, kept), chance in chances.items():
            cards = list(pile)
            if not cards:
                cards = list(deck)
                for card in hand:
                    cards.remove(card)
            for card in set(cards):
                p = chance * float(Fraction(cards.count(card), len(cards)))
                rest = list(cards)
                rest.remove(card)
                held = sorted([*hand, card])
                chosen = choose(held, rest)
                after_kept = kept
                if chosen is not None and (not hold or len(held) >= 5):
                    if step > steps // 2:
                        used = [held[place] for place in chosen].count(WILD)
                        key = (kept, len(held), used)
                        seen[key] = seen.get(key, 0.0) + p
                    held = [card for place, card in enumerate(held) if place not in chosen]
                    after_kept = len(held)
                state = (tuple(held), tuple(sorted(rest)), after_kept)
                following[state] = following.get(state, 0.0) + p
        chances = following
    total = sum(seen.values())
    return {key: value / total for key, value in seen.items()}
