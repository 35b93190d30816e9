"""Battles in a row, in a tree and on several fronts."""

from risksim.campaigns.fronts import Defence, Deployment, defend, deploy

__all__ = ["Defence", "Deployment", "defend", "deploy"]
