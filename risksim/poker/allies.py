"""Which allied army has which suits, by number of players, and sets of suits by name.

Six armies are on the board, and four suits are shared as evenly as possible among those without a player. Where an
ally has two suits they are of one colour, which the high queen of the red suits treats alike.

Sources: ``seed-new-rules``.
"""

from risksim.errors import InputError, check_count
from risksim.poker import deck

N_ARMIES = 6
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (1 << suit for suit in range(deck.N_SUITS))
_SHARED = {
    2: (_CLUBS, _DIAMONDS, _HEARTS, _SPADES),
    3: (_CLUBS | _SPADES, _DIAMONDS, _HEARTS),
    4: (_CLUBS | _SPADES, _DIAMONDS | _HEARTS),
    5: (_CLUBS | _DIAMONDS | _HEARTS | _SPADES,),
    6: (),
}


def check_players(players: int) -> int:
    """Return a number of players for whom there is poker.

    Raises
    ------
    InputError
        If it is not 2 … 6.
    """
    return check_count(
        "players", players, FEWEST_PLAYERS, MOST_PLAYERS, f"{N_ARMIES} armies are on the board"
    )


def suit_sets(players: int) -> tuple[int, ...]:
    """Return the suits of each allied army, as sets with clubs in the lowest bit.

    >>> suit_sets(2), suit_sets(4), suit_sets(6)
    ((1, 2, 4, 8), (9, 6), ())
    """
    return _SHARED[check_players(players)]


def named(suits: int) -> str:
    """Return a set of suits by name.

    >>> named(9)
    'clubs+spades'
    """
    return "+".join(suit for place, suit in enumerate(deck.SUITS) if suits >> place & 1)


def names(players: int) -> tuple[str, ...]:
    """Return the allied armies by the names of their suits.

    >>> names(3)
    ('clubs+spades', 'diamonds', 'hearts')
    """
    return tuple(named(suits) for suits in suit_sets(players))


def of_suit(suit: str, players: int) -> int:
    """Return the suits of the ally that owns a suit.

    Raises
    ------
    InputError
        If there is no such suit, or no ally owns it.

    >>> named(of_suit("hearts", 4))
    'diamonds+hearts'
    """
    wanted = 1 << deck.parse_suit(suit)
    for suits in suit_sets(players):
        if suits & wanted:
            return suits
    raise InputError(
        f"no ally owns {named(wanted)}: with {players} players all {N_ARMIES} armies have a player"
    )
