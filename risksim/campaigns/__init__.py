"""Battles in a row, in a tree and on several fronts.

Ask :func:`campaign` for a chain of territories, :func:`plan` for a plan with branches, :func:`need` for the armies
either takes, :func:`defend` and :func:`deploy` for several fronts at once.

>>> from risksim import campaigns
>>> round(campaigns.campaign(20, [3, 2, 5]).p_all, 3)
0.948
>>> campaigns.need([3, 2, 5], 0.8).armies
16
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from risksim.campaigns.model import Campaign, Need, Outcome, Simulated, Turn, campaign, need
from risksim.campaigns.plans.reading import Plan, Territory
from risksim.campaigns.plans.reading import read as read_plan

if TYPE_CHECKING:
    from risksim.campaigns.fronts import Defence, Deployment, defend, deploy
    from risksim.campaigns.plans.model import BestPlan, PlanNeed, plan

#: What is loaded when it is first asked for, and where it lies: a chain answers faster without.
_LATER = {
    "BestPlan": "plans.model",
    "Defence": "fronts",
    "Deployment": "fronts",
    "PlanNeed": "plans.model",
    "defend": "fronts",
    "deploy": "fronts",
    "plan": "plans.model",
}

__all__ = [
    "BestPlan",
    "Campaign",
    "Defence",
    "Deployment",
    "Need",
    "Outcome",
    "Plan",
    "PlanNeed",
    "Simulated",
    "Territory",
    "Turn",
    "campaign",
    "defend",
    "deploy",
    "need",
    "plan",
    "read_plan",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"risksim.campaigns.{_LATER[name]}"), name)
    raise AttributeError(f"module 'risksim.campaigns' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
