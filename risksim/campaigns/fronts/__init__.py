"""Several fronts at once: how to split defenders against attacks, and attackers over targets."""

from risksim.campaigns.fronts.model import Defence, Deployment, defend, deploy
from risksim.campaigns.fronts.plans import Holding, Taking

__all__ = ["Defence", "Deployment", "Holding", "Taking", "defend", "deploy"]
