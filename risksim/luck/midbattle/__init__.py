"""A battle followed round by round: the odds from here, and how lucky it has been so far."""

from risksim.luck.midbattle.model import MidBattle, PlayedRound, begin

__all__ = ["MidBattle", "PlayedRound", "begin"]
