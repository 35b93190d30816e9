# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A factory or armies
#
# A set of cards buys a factory, which pays two armies at every later start of one's turn, or it is cashed for two dice. The variant says
# that the two should come out the same on average over time. When do they?

# %%
import os

import matplotlib.pyplot as plt

from risksim import factories

TRIALS = int(os.environ.get("RISKSIM_TRIALS", "200000"))

# %% [markdown]
# ## Both plans turn by turn
#
# Always cash against always build, with the spread from game to game:

# %%
curves = factories.curves(25)
curves.plot();

# %% [markdown]
# ## What a set would have to be worth
#
# The army value at which both plans bring the same by turn $T$. There is no single fair value: it grows with the length of the
# game.

# %%
equal = factories.equal_values(range(5, 31, 5), [1.0, 0.7, 0.4])
equal.to_frame().pivot(index="turns", columns="conquest_rate", values="equal_army_value").round(2)

# %% [markdown]
# ## Factories fall
#
# Above the line a set is better cashed, below it a factory is better. When the captor's armies count against one's own, the line rises
# and falls again: late payments go to the enemy.

# %%
figure, panels = plt.subplots(1, 2, figsize=(11, 4), sharey=True)
for panel, weight in zip(panels, (0, 1), strict=True):
    factories.break_even(range(1, 31), [hazard / 50 for hazard in range(21)], enemy_weight=weight).plot(panel)

# %% [markdown]
# ## A rule to memorise
#
# Build while enough payments remain; the more matching cards a set holds, the later one stops.

# %%
policy = factories.policy(12, share=0.3)
policy.plot();

# %%
policy.to_frame()

# %% [markdown]
# ## Played out
#
# The same cards, dice and captures for all plans, so that their differences are sharper than the plans themselves:

# %%
played = factories.simulate(12, trials=TRIALS, seed=2022, hazard=0.05, recapture=0.3, enemy_weight=0.5)
difference = played.factory_less_armies
print(f"factories less armies: {difference.difference}")
print(f"the pairing removed {difference.variance_removed:.0%} of the variance")
z = played.factory_plan.z_against(played.exact_factory_plan)
print(f"factory plan: {z:+.2f} standard errors from the exact value")

# %% [markdown]
# ## What matters most

# %%
factories.sensitivity(12).plot();
