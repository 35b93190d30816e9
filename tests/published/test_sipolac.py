"""Chains with another die for one of the defenders, every end of them, and the armies they need.

Sources: ``sipolac``.
"""

import pytest

from risksim import campaigns

#: (territories taken, armies left, defenders left): chance; the eight-sided die defends the second territory.
ENDS = {
    (0, 1, 1): 0.08332453584748056,
    (0, 1, 2): 0.1438941163997636,
    (0, 1, 3): 0.13115845129680434,
    (1, 1, 1): 0.09612780006053091,
    (1, 1, 2): 0.38715323159729165,
    (2, 1, 1): 0.09326837465921452,
    (3, 1, 0): 0.03540994291874709,
    (3, 2, 0): 0.029663547220175827,
}


def test_two_territories():
    assert campaigns.campaign(5, [3, 2]).p_all == pytest.approx(0.2500009, abs=5e-8)


@pytest.mark.parametrize("how", [{"sides": [6, 8, 6]}, {"dice": [None, {"defence_sides": 8}, "classic"]}])
def test_an_eight_sided_die_in_the_middle(how):
    answer = campaigns.campaign(5, [3, 2, 1], **how)
    assert answer.p_each == pytest.approx((0.6416228964559516, 0.15834186479813744, 0.06507349013892291))
    found = {(o.territories_taken, o.armies_left, o.defenders_left): o.p for o in answer.outcomes}
    # armies in the last territory are counted there as before they move in: one more
    assert found == pytest.approx(ENDS, abs=1e-13)


def test_the_armies_needed():
    answer = campaigns.need([3, 2, 1], 0.95, sides=[6, 8, 6])
    assert (answer.armies, answer.p_win) == (17, pytest.approx(0.953038445204023))


def test_three_choke_points():
    assert campaigns.campaign(8, [4]).p_all == pytest.approx(0.83, abs=0.005)
    assert campaigns.campaign(8, [4], sides=8).p_all == pytest.approx(0.54, abs=0.005)
    assert campaigns.campaign(16, [8, 3, 2]).p_all == pytest.approx(0.64, abs=0.005)
