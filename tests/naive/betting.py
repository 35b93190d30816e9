"""Bets at the table: one hand after another, each player's armies counted out, written from the rules."""

import itertools


def settle(paid, piles_were, best, reading):
    """What each player has won or lost when a hand is over.

    ``paid`` is what each put in and ``best`` those with the best hand among them; ``piles_were`` what each began with.
    """
    take = [-each for each in paid]
    if reading == "winner-takes-pot":
        for seat in best:
            take[seat] += sum(paid) / len(best)
        return take
    # layer by layer: who paid into a layer may win it; a layer of one comes back
    for low, high in itertools.pairwise(sorted({0, *paid})):
        inside = [seat for seat, each in enumerate(paid) if each >= high]
        layer = (high - low) * len(inside)
        winners = [seat for seat in best if seat in inside] or inside
        if len(inside) > 1 and not any(seat in inside for seat in best):
            raise AssertionError("the best hand of a side pot must be named as well")
        for seat in winners:
            take[seat] += layer / len(winners)
    assert all(-take[seat] <= piles_were[seat] for seat in range(len(paid)))
    return take


class Hand:
    """The betting of two, one action after another; what may be bet is asked of ``amounts``."""

    def __init__(self, piles, ante, amounts, raises, rounds, is_literal, ally=0.0):
        self.piles, self.ante, self.amounts = piles, ante, amounts
        self.raises, self.rounds, self.is_literal, self.ally = raises, rounds, is_literal, ally

    def value(self, deal, plan):
        """What the first player wins on average.

        ``deal`` yields (chance, the first player's classes by round, the second's, chances that he wins, ties);
        ``plan(player, round, history, classes)`` gives chances by action.
        """
        return sum(p * self._node(mine, theirs, won, tied, plan) for p, mine, theirs, won, tied in deal)

    def _node(self, mine, theirs, won, tied, plan):
        start = [each - self.ante for each in self.piles]
        return self._act(start, [self.ante, self.ante], 0, 0, 0, False, "", (mine, theirs), won, tied, plan)

    def _act(self, left, paid, number, player, raised, is_checked, history, known, won, tied, plan):
        other = 1 - player
        owes = paid[other] - paid[player]
        chances = dict(plan(player, number, history, known[player][: number + 1]))
        total = 0.0
        for action, p in chances.items():
            if p == 0:
                continue
            if action == "fold":
                gain = -paid[0] if player == 0 else paid[1] + self.ally
                total += p * gain
                continue
            new_left, new_paid = list(left), list(paid)
            if action in ("check", "call"):
                pays = min(owes, left[player])
                new_left[player] -= pays
                new_paid[player] += pays
                if action == "check" and not is_checked:
                    rest = (new_left, new_paid, number, other, raised, True, history + "k")
                elif number + 1 < self.rounds and min(new_left) > 0:
                    mark = "k/" if action == "check" else "c/"
                    rest = (new_left, new_paid, number + 1, 0, 0, False, history + mark)
                else:
                    total += p * self._showdown(new_paid, won, tied)
                    continue
            else:
                amount = int(action.split()[1])
                pays = min(owes, left[player]) + amount
                new_left[player] -= pays
                new_paid[player] += pays
                rest = (new_left, new_paid, number, other, raised + 1, False, f"{history}b{amount}")
            total += p * self._act(*rest, known, won, tied, plan)
        return total

    def _showdown(self, paid, won, tied):
        reading = "winner-takes-pot" if self.is_literal else "side-pot"
        gain = 0.0
        for p, best in ((won, [0]), (tied, [0, 1]), (1 - won - tied, [1])):
            gain += p * (settle(paid, paid, best, reading)[0] + (self.ally if best == [0] else 0.0))
        return gain


def shares_on_board(board, rank, deck):
    """By three cards beside a board the share of all other three cards they beat, half of those that tie."""
    hands = list(itertools.combinations([card for card in deck if card not in board], 3))
    found = sorted((rank((*hand, *board)), hand) for hand in hands)
    ranks = [each for each, _ in found]
    shares = {}
    import bisect

    for each, hand in found:
        below, upto = bisect.bisect_left(ranks, each), bisect.bisect_right(ranks, each)
        shares[hand] = (below + (upto - below - 1) / 2) / (len(hands) - 1)
    return shares
