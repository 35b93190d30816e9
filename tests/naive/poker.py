"""Ranking hands at the table: faces and suits in words, a tuple for each hand, written from the rules.

A hand is five pairs (face 2 … 14, suit "c", "d", "h", "s"). The better hand has the larger tuple.
"""

READINGS = ("ignore", "compare", "compare-min", "compare-single", "reorder", "above-ace")
DECK = [(face, suit) for face in range(2, 15) for suit in "cdhs"]
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
SHAPES = {
    (4, 1): FOUR,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): THREE,
    (2, 2, 1): TWO_PAIRS,
    (2, 1, 1, 1): PAIR,
    (1, 1, 1, 1, 1): HIGH_CARD,
}


def named(text):
    """The cards of "Qh 10s 2c ..."."""
    faces = {"J": 11, "Q": 12, "K": 13, "A": 14}
    return [(faces.get(word[:-1]) or int(word[:-1]), word[-1]) for word in text.split()]


def house_rules(reading):
    """A reading in four answers: how strong a card is, how strong a group is, what follows, may an ace be low."""

    def strength(card):
        face, suit = card
        if suit in "dh":
            if reading in ("compare", "compare-min", "compare-single", "above-ace") and face == 12:
                return 15
            if reading == "reorder":
                return {13: 12, 14: 13, 12: 14}.get(face, face)
        return face

    group = {"ignore": "natural", "compare-single": "natural", "compare-min": "lowest"}.get(
        reading, "highest"
    )
    follows = "slots" if reading in ("reorder", "above-ace") else "faces"
    return strength, group, follows, True


def tops_of_straights(hand, strength, follows, is_ace_low):
    """The tops of all straights the five cards can be laid out as."""
    slots = [strength(card) if follows == "slots" else card[0] for card in hand]
    layouts = [slots]
    if is_ace_low:
        layouts += [
            [1, *slots[:place], *slots[place + 1 :]]
            for place, (face, _) in enumerate(hand)
            if face == 14 and sorted(slots[:place] + slots[place + 1 :]) == [2, 3, 4, 5]
        ]
    return [max(layout) for layout in layouts if sorted(layout) == list(range(min(layout), min(layout) + 5))]


def worth(hand, reading):
    """The hand as a tuple: its category, then what is compared within it; the best of all it can be called.

    ``reading`` is a name, or the four answers of ``house_rules``.
    """
    strength, group, follows, is_ace_low = house_rules(reading) if isinstance(reading, str) else reading
    by_face = {}
    for card in hand:
        by_face.setdefault(card[0], []).append(strength(card))
    groups = []
    for face, strengths in by_face.items():
        if len(strengths) == 1 or group == "highest":
            groups.append((len(strengths), max(strengths)))
        elif group == "lowest":
            groups.append((len(strengths), min(strengths)))
        else:
            groups.append((len(strengths), face))
    groups.sort(reverse=True)
    compared = [strength for _, strength in groups]
    called = [(SHAPES[tuple(size for size, _ in groups)], *compared)]
    is_flush = len({suit for _, suit in hand}) == 1
    if is_flush:
        called.append((FLUSH, *compared))
    for top in tops_of_straights(hand, strength, follows, is_ace_low):
        called.append((STRAIGHT_FLUSH if is_flush else STRAIGHT, top))
    return max(called)


def number_of(hand):
    """The place of a hand among all, in the order of its cards from the highest down."""
    cards = sorted(DECK.index(card) for card in hand)
    binomial = 0
    for size, card in enumerate(cards, start=1):
        ways = 1
        for factor in range(size):
            ways = ways * (card - factor) // (factor + 1)
        binomial += ways
    return binomial


def play(n_players, reading, rng):
    """Deal three cards each and two to the board; return the seats with the best hand."""
    cards = rng.sample(DECK, 2 + 3 * n_players)
    worths = [worth(cards[:2] + cards[2 + 3 * seat : 5 + 3 * seat], reading) for seat in range(n_players)]
    return [seat for seat, each in enumerate(worths) if each == max(worths)]


def digits(word, bits, n, k):
    """Which of n, n - 1, … cards a word of so many bits takes, and the rest of the word."""
    taken = []
    for left in range(n, n - k, -1):
        word *= left
        taken.append(word >> bits)
        word &= (1 << bits) - 1
    return tuple(taken), word


def biased_shuffle(n, rng):
    """The shuffle everybody writes first: every place exchanged with any place."""
    cards = list(range(n))
    for place in range(n):
        other = rng.randrange(n)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)
