"""A long chain of territories.

Sources: ``norvig``.
"""

import pytest

from risksim import campaigns
from risksim.campaigns import tables
from risksim.campaigns.exact import Leg, start
from risksim.rules.clauses import Dice

CHAIN = (22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1)
PUBLISHED = 0.8105485936352178


def test_72_armies_on_the_first_territory_through_fourteen():
    answer = campaigns.campaign(72, CHAIN)
    assert answer.p_all == pytest.approx(PUBLISHED, abs=5e-15)
    assert answer.attackers == 71


def test_by_the_kernels_too():
    legs = [Leg(Dice(), defenders) for defenders in CHAIN]
    assert tables.walk(legs, start(71)).p_each[-1] == pytest.approx(PUBLISHED, abs=5e-15)


def test_72_able_to_attack_would_be_another_number():
    assert campaigns.campaign(72, CHAIN, fighting=True).p_all == pytest.approx(0.8331, abs=5e-5)


def test_as_a_plan_without_branches():
    territories = tuple(
        campaigns.Territory(name=str(at), defenders=defenders, attacked_from=str(at - 1) if at else None)
        for at, defenders in enumerate(CHAIN)
    )
    answer = campaigns.plan(campaigns.Plan(armies=72, territories=territories))
    assert answer.p_all == pytest.approx(PUBLISHED, abs=5e-15)


def test_72_are_needed_for_that_chance():
    answer = campaigns.need(CHAIN, 0.8105)
    assert (answer.armies, answer.p_win) == (72, pytest.approx(PUBLISHED, abs=5e-15))
    assert answer.p_win_one_fewer < 0.8105
