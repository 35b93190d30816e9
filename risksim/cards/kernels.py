"""Drawing, holding and turning in cards: many games at once, each of any number of players who share one deck.

A pile is four counters of eight bits in one integer, a hand four counters of three bits; both count upwards
(infantry; infantry and cavalry; those and artillery; all cards), so that a card drawn at random is found with three
comparisons and taken with one subtraction. A table of all 4,096 hands says whether and what to turn in.

The games of a group run in lockstep, one a lane, so that the loops below work on many lanes at once. One word of 32
bits decides which card a turn finds (without bias: a word that would favour a card is drawn again) and, by its
position between two cards, whether the turn earns it; that chance is true to within the number of cards times 2**-32.
"""

from typing import Any

import numpy as np

from risksim.engine import jit, random

#: Games in lockstep.
LANES = 512
#: Fields of ``lanes``, each of LANES numbers.
N_FIELDS = 9
_HAND, _PILE, _SIZE, _DISCARDS, _WORD, _INDEX, _ENTRY, _BEFORE, _MISSED = (
    field * LANES for field in range(N_FIELDS)
)

_N_SETS = 14
_0, _1, _2, _3, _4, _6, _7, _8, _9, _12, _16, _18, _24, _255, _512, _4095 = (
    np.uint32(n) for n in (0, 1, 2, 3, 4, 6, 7, 8, 9, 12, 16, 18, 24, 255, 512, 4095)
)
#: Bits of an entry that tell the cards held.
_HELD = np.uint32(3 << 16)
_LOW_32, _TWO_32, _32, _NONE = (np.uint64(n) for n in (0xFFFFFFFF, 1 << 32, 32, 0))


@jit.kernel
def deal(lanes: np.ndarray, tables: Any) -> None:
    """Give every lane a full pile and no discards."""
    for lane in range(LANES):
        lanes[_PILE + lane] = tables.pile
        lanes[_SIZE + lane] = tables.pile >> _24
        lanes[_DISCARDS + lane] = _0
        lanes[_MISSED + lane] = _0


@jit.kernel
def take_up(lanes: np.ndarray, hands: np.ndarray, player: int) -> None:
    """Put the hands of one player, lane by lane, into play."""
    for lane in range(LANES):
        lanes[_HAND + lane] = hands[player * LANES + lane]


@jit.kernel
def put_down(lanes: np.ndarray, hands: np.ndarray, player: int) -> None:
    """Store the hands of one player."""
    for lane in range(LANES):
        hands[player * LANES + lane] = lanes[_HAND + lane]


@jit.kernel
def choose(lanes: np.ndarray, turn_in: np.ndarray) -> None:
    """Look up what each hand turns in, given the symbols by cards left in the pile."""
    for lane in range(LANES):
        pile = lanes[_PILE + lane]
        infantry = np.uint32(pile & _255)
        cavalry = np.uint32(((pile >> _8) & _255) - infantry)
        artillery = np.uint32(((pile >> _16) & _255) - infantry - cavalry)
        code = _1 if infantry >= cavalry else _0
        code |= _2 if infantry >= artillery else _0
        code |= _4 if cavalry >= artillery else _0
        lanes[_INDEX + lane] = np.uint32((code << _12) | lanes[_HAND + lane])
    for lane in range(LANES):
        lanes[_ENTRY + lane] = turn_in[lanes[_INDEX + lane]]


@jit.kernel
def turn_in_sets(lanes: np.ndarray, is_reshuffled: np.uint32) -> None:
    """Move the chosen sets to the discards, and make the discards the pile where it is empty."""
    for lane in range(LANES):
        entry = lanes[_ENTRY + lane]
        lanes[_HAND + lane] = np.uint32(lanes[_HAND + lane] - (entry & _4095))
        used = (entry & _7) | (((entry >> _3) & _7) << _8)
        used |= (((entry >> _6) & _7) << _16) | (((entry >> _9) & _7) << _24)
        discards = np.uint32(lanes[_DISCARDS + lane] + used)
        size, pile = lanes[_SIZE + lane], lanes[_PILE + lane]
        is_empty = is_reshuffled if size == _0 else _0
        lanes[_PILE + lane] = discards if is_empty != _0 else pile
        lanes[_SIZE + lane] = np.uint32(discards >> _24) if is_empty != _0 else size
        lanes[_DISCARDS + lane] = _0 if is_empty != _0 else discards


@jit.kernel
def throw(lanes: np.ndarray, state: np.ndarray) -> Any:
    """Draw a word for every lane, again where it would favour a card; tell whether a pile is empty."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for pair in range(LANES // 2):
        word, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        lanes[_WORD + 2 * pair] = np.uint32(word & _LOW_32)
        lanes[_WORD + 2 * pair + 1] = np.uint32(word >> _32)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    doubts, empty = _0, _0
    for lane in range(LANES):
        size = lanes[_SIZE + lane]
        empty |= _1 if size == _0 else _0
        low = np.uint32((np.uint64(lanes[_WORD + lane]) * np.uint64(size)) & _LOW_32)
        doubts |= _1 if low < size else _0
    if doubts != _0:
        for lane in range(LANES):
            cards = np.uint64(lanes[_SIZE + lane])
            while cards > _NONE and (np.uint64(lanes[_WORD + lane]) * cards) & _LOW_32 < _TWO_32 % cards:
                lanes[_WORD + lane] = np.uint32(random.next_uint64(state) >> _32)
    return empty


@jit.kernel
def miss(lanes: np.ndarray, conquest: np.uint64) -> None:
    """Count the cards that are earned where none is left."""
    for lane in range(LANES):
        if lanes[_SIZE + lane] == _0 and np.uint64(lanes[_WORD + lane]) < conquest:
            lanes[_MISSED + lane] = np.uint32(lanes[_MISSED + lane] + _1)


@jit.kernel
def draw(lanes: np.ndarray, conquest: np.uint64, is_drawn: np.uint32) -> None:
    """Let every lane earn a card or not, and take it from the pile, unless that is empty."""
    for lane in range(LANES):
        size, pile = lanes[_SIZE + lane], lanes[_PILE + lane]
        product = np.uint64(lanes[_WORD + lane]) * np.uint64(size)
        place, low = np.uint32(product >> _32), product & _LOW_32
        one = _1 if place < np.uint32(pile & _255) else _0
        two = _1 if place < np.uint32((pile >> _8) & _255) else _0
        three = _1 if place < np.uint32((pile >> _16) & _255) else _0
        is_earned = _1 if low < conquest else _0
        is_found = is_earned if size > _0 else _0
        is_gone = np.uint32(is_found & is_drawn)
        card = np.uint32(one | (two << _3) | (three << _6) | _512)
        gone = np.uint32(one | (two << _8) | (three << _16))
        lanes[_HAND + lane] = np.uint32(lanes[_HAND + lane] + (card if is_found != _0 else _0))
        lanes[_PILE + lane] = np.uint32(pile - (gone if is_gone != _0 else _0))
        lanes[_SIZE + lane] = np.uint32(size - is_gone)


@jit.kernel
def count_of(hand: np.uint32, symbol: Any) -> Any:
    """Return how many cards of a symbol (0 infantry … 3 wild) a hand holds."""
    upto = (hand >> (_3 * np.uint32(symbol))) & _7
    return upto - ((hand >> (_3 * np.uint32(symbol - 1))) & _7) if symbol > 0 else upto


@jit.kernel
def best_set(hand: np.uint32, matched: np.uint32, order: Any, tables: Any) -> Any:
    """Return the set of most matches; then fewest wilds, most different symbols kept, most left in the pile.

    Parameters
    ----------
    hand, matched
        The hand, and three counters of three bits: its cards that show an own territory.
    order
        The order of the symbols in the pile.
    tables
        A ``CardTables``.
    """
    best, best_rank = _0, np.int64(-1)
    for index in range(_N_SETS):
        entry = tables.sets[index]
        matches, different, short, kept = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for place in range(4):
            symbol = tables.ranked[3 * order + place] if place < 3 else np.int64(3)
            have, use = count_of(hand, symbol), count_of(entry, symbol)
            short += 1 if have < use else 0
            if place < 3:
                matches += min(np.int64(use), np.int64((matched >> (_3 * np.uint32(symbol))) & _7))
                different += 1 if have > use else 0
                kept = kept * 8 + np.int64(have) - np.int64(use)
        rank = ((matches * 4 + 3 - np.int64(count_of(entry, 3))) * 4 + different) * 512 + kept
        if short == 0 and rank > best_rank:
            best, best_rank = entry, rank
    return best


@jit.kernel
def choose_by_match(lanes: np.ndarray, matched: np.ndarray, player: int, tables: Any) -> None:
    """Where a set is turned in, turn in the one with most matches; note the matching cards left."""
    for lane in range(LANES):
        entry = lanes[_ENTRY + lane]
        if entry != _0:
            here, hand = matched[player * LANES + lane], lanes[_HAND + lane]
            if count_of(hand, 3) > 0:
                # only a wild card leaves a choice to who turns in sets as soon as possible
                order = np.int64(lanes[_INDEX + lane] >> _12)
                entry = best_set(hand, here, order, tables) | (entry & _HELD)
            matches, left = _0, _0
            for symbol in range(3):
                shift = _3 * np.uint32(symbol)
                have = (here >> shift) & _7
                used = min(have, count_of(entry, symbol))
                matches += used
                left |= (have - used) << shift
            lanes[_ENTRY + lane] = np.uint32(entry | (matches << _18))
            matched[player * LANES + lane] = np.uint32(left)


@jit.kernel
def mark_matches(
    lanes: np.ndarray, matched: np.ndarray, player: int, share: np.uint64, state: np.ndarray
) -> None:
    """Decide for each territory card just drawn whether it shows an own territory."""
    for lane in range(LANES):
        card = lanes[_HAND + lane] - lanes[_BEFORE + lane]
        if card != _0 and card != _512:
            symbol = _0 if card & _1 else (_1 if card & _8 else _2)
            if random.next_uint64(state) >> _32 < share:
                matched[player * LANES + lane] = np.uint32(
                    matched[player * LANES + lane] + (_1 << (_3 * symbol))
                )


@jit.kernel
def play(
    players: int,
    turns: int,
    conquest: np.uint64,
    tables: Any,
    state: np.ndarray,
    lanes: np.ndarray,
    hands: np.ndarray,
    matched: np.ndarray,
    record: np.ndarray,
) -> None:
    """Play a group of LANES games: at each turn turn in a set if the policy does, then earn a card or not.

    Parameters
    ----------
    players, turns
        Number of players, and of turns of each.
    conquest
        Chance that a turn earns a card, in units of 2**-32.
    tables
        A ``CardTables``.
    state
        The random stream.
    lanes
        uint32 (N_FIELDS x LANES,), scratch; ends with the piles, the discards, and (last field) for each game the
        cards earned when none was left to draw.
    hands, matched
        uint32 (players x LANES,), scratch: hands, and their cards that show an own territory.
    record
        uint8 (turns x players x LANES,), overwritten: 0 where nothing was turned in, else bits 0-3 the index of the
        set plus one, bits 4-5 the cards held less two, bits 6-7 the matches if chosen by them.
    """
    hands[:] = _0
    matched[:] = _0
    deal(lanes, tables)
    row = np.int64(0)
    for _ in range(turns):
        for player in range(players):
            take_up(lanes, hands, player)
            choose(lanes, tables.turn_in)
            if tables.is_by_match:
                choose_by_match(lanes, matched, player, tables)
            for lane in range(LANES):
                record[row + lane] = np.uint8((lanes[_ENTRY + lane] >> _12) & _255)
            turn_in_sets(lanes, tables.is_reshuffled)
            if throw(lanes, state) != _0:
                miss(lanes, conquest)
            if tables.is_by_match:
                for lane in range(LANES):
                    lanes[_BEFORE + lane] = lanes[_HAND + lane]
            draw(lanes, conquest, tables.is_drawn)
            if tables.is_by_match:
                mark_matches(lanes, matched, player, tables.share, state)
            put_down(lanes, hands, player)
            row += LANES


@jit.kernel
def random_matches(territory_cards: Any, share: np.uint64, state: np.ndarray) -> Any:
    """Return how many of so many cards show an own territory, each with chance ``share``."""
    matches = 0
    for _ in range(territory_cards):
        if random.next_uint64(state) >> _32 < share:
            matches += 1
    return matches


@jit.kernel
def set_value(tables: Any, index: Any, number: int, state: np.ndarray) -> Any:
    """Return the armies for a set, the ``number``-th (from 0) that anyone turned in, without matches."""
    if tables.value_rule == 0:
        return tables.number_values[number]
    if tables.value_rule == 1:
        return tables.symbol_values[index]
    armies = np.int64(tables.dice_bonus)
    for _ in range(tables.dice):
        armies += np.int64(random.below(state, tables.dice_sides)) + 1
    return max(armies, np.int64(0))


@jit.kernel
def pay(
    players: int,
    turns: int,
    n_games: int,
    tables: Any,
    state: np.ndarray,
    record: np.ndarray,
    kept: np.ndarray,
    games: np.ndarray,
    out_turns: np.ndarray,
    out_games: np.ndarray,
) -> None:
    """Turn the record of a group of games into armies, and add up.

    Parameters
    ----------
    players, turns
        As played.
    n_games
        Games of the group that count, at most LANES.
    tables
        A ``CardTables``.
    state
        The random stream (dice and matches).
    record
        From :func:`play`.
    kept
        int64 (players x LANES,), scratch: cards kept at the last turn-in, -1 if none.
    games
        int64 (LANES, 17), overwritten, one row a game: turn-ins with 1 … 5 cards between (0-4), and of 3, 4, 5 cards
        held (5-7); cards between in all (8); territory cards (9); matches (10); turn-ins after the first (11);
        turn-ins (12); armies for sets and for matches in all (13, 14) and at this turn (15, 16).
    out_turns
        int64 (turns, 8), added to: sums and sums of squares over games of turn-ins so far, armies for sets so far,
        armies for matches so far, armies at this turn (all players together).
    out_games
        int64 (sets + 1), added to: games by the number of sets turned in.
    """
    kept[:] = -1
    games[:] = 0
    for turn in range(turns):
        for player in range(players):
            for game in range(n_games):
                noted = np.int64(record[(turn * players + player) * LANES + game])
                if noted == 0:
                    continue
                index, held = (noted & 15) - 1, ((noted >> 4) & 3) + 2
                before = kept[player * LANES + game]
                if before >= 0:
                    games[game, held - before - 1] += 1
                    games[game, 8] += held - before
                    games[game, 11] += 1
                kept[player * LANES + game] = held - 3
                games[game, held + 2] += 1
                territory_cards = 3 - np.int64(count_of(tables.sets[index], 3))
                games[game, 9] += territory_cards
                if tables.match_rule != 0 and not tables.is_by_match:
                    matches = np.int64(random_matches(territory_cards, tables.share, state))
                else:
                    matches = noted >> 6
                games[game, 10] += matches
                games[game, 15] += set_value(tables, index, games[game, 12], state)
                counted = min(matches, 1) if tables.match_rule == 2 else matches
                games[game, 16] += counted * tables.match_armies if tables.match_rule != 0 else 0
                games[game, 12] += 1
        for game in range(n_games):
            income = games[game, 15] + games[game, 16]
            games[game, 13] += games[game, 15]
            games[game, 14] += games[game, 16]
            games[game, 15] = 0
            games[game, 16] = 0
            for column in range(3):
                out_turns[turn, 2 * column] += games[game, 12 + column]
                out_turns[turn, 2 * column + 1] += games[game, 12 + column] ** 2
            out_turns[turn, 6] += income
            out_turns[turn, 7] += income * income
    for game in range(n_games):
        out_games[games[game, 12]] += 1


@jit.kernel
def add_shares(n_games: int, games: np.ndarray, out_shares: np.ndarray) -> None:
    """Add up what the long-run shares are made of.

    Parameters
    ----------
    n_games
        Games that count.
    games
        From :func:`pay`.
    out_shares
        int64 (11, 5), added to: for each of the first eleven columns of ``games`` (shares of turn-ins after the first
        in rows 0-4 and 8, of all turn-ins elsewhere) the sums of it, of its square, of its product with the number
        of those turn-ins, of that number, and of its square.
    """
    for game in range(n_games):
        for row in range(11):
            x = games[game, row]
            y = games[game, 11] if row < 5 or row == 8 else games[game, 12]
            out_shares[row, 0] += x
            out_shares[row, 1] += x * x
            out_shares[row, 2] += x * y
            out_shares[row, 3] += y
            out_shares[row, 4] += y * y


@jit.kernel
def first_sets(trials: int, tables: Any, has_set: np.ndarray, state: np.ndarray, out: np.ndarray) -> None:
    """Draw cards from a full deck until the hand holds a set.

    Parameters
    ----------
    trials
        How many times.
    tables
        A ``CardTables``.
    has_set
        uint32 (4096,): not 0 for hands with a set.
    state
        The random stream.
    out
        int64 (7,), added to: trials by the number of cards drawn.
    """
    for _ in range(trials):
        pile, hand, cards = tables.pile, _0, np.int64(0)
        while has_set[hand] == _0 and pile >> _24 > _0:
            place = np.uint32(random.below(state, np.uint64(pile >> _24)))
            one = _1 if place < np.uint32(pile & _255) else _0
            two = _1 if place < np.uint32((pile >> _8) & _255) else _0
            three = _1 if place < np.uint32((pile >> _16) & _255) else _0
            hand = np.uint32(hand + (one | (two << _3) | (three << _6) | _512))
            if tables.is_drawn != _0:
                pile = np.uint32(pile - (one | (two << _8) | (three << _16) | (_1 << _24)))
            cards += 1
        out[cards] += 1
