"""Plans with branches: several targets from one stack, and stacks that split.

A plan is a small TOML file, see :mod:`risksim.campaigns.plans.reading`; ask :func:`risksim.campaigns.plan`.
"""
