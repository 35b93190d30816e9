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
# # Attack odds
#
# How likely is an attack to take a territory, how much is left afterwards, and what changes under other dice?
#
# Numbers of armies are those that stand on the attacking territory; one of them must stay behind.

# %%
import os

import pandas as pd

from risksim import battles, campaigns, decisions, rules

TRIALS = int(os.environ.get("RISKSIM_TRIALS", "1000000"))

# %% [markdown]
# ## One battle
#
# Ten armies on the territory against eight. Every way it may end, with its exact chance:

# %%
odds = battles.odds(10, 8)
print(f"{odds.armies} on the territory, {odds.attackers} can attack, against {odds.defenders}")
print(f"territory taken with chance {odds.p_win:.4f}, exactly {odds.exact['p_win'][:40]}…")
odds.plot();

# %% [markdown]
# ## The same battle rolled many times
#
# The simulation is held against the exact chances by a chi-square test. A small p would mean that one of the two is wrong.

# %%
simulated = battles.odds(10, 8, simulate=TRIALS, seed=1957).simulated
error = (simulated.p_win - odds.p_win) / simulated.standard_error
print(f"{simulated.p_win:.5f} ± {simulated.standard_error:.5f} from {simulated.trials:,} battles")
print(f"{error:+.2f} standard errors from the exact chance; chi-square p = {simulated.chi_square_p:.3f}")

# %% [markdown]
# ## A whole table
#
# The line of even chances runs below the diagonal: with many armies the attacker's third die outweighs the ties.

# %%
battles.win_table(25, 25).plot();

# %% [markdown]
# ## How many do I need?
#
# The fewest armies for an even chance, for 80 % and for 95 %. Even chances lie on a straight line, the others bend away from it.

# %%
curve = battles.need_curve(30)
curve.plot();

# %%
curve.to_frame().pivot(index="defenders", columns="p", values="armies").head(20)

# %% [markdown]
# ## What does it cost?
#
# Fighting to the end costs the attacker most where it goes wrong:

# %%
battles.odds(21, 20).plot_losses();

# %% [markdown]
# ## A page to print
#
# The same from the command line: `risksim odds 20 20 --table --plot odds.pdf`. On US letter: `.figure("letter")`.

# %%
battles.win_table(20, 20).figure()

# %% [markdown]
# ## When to stop
#
# That depends on what the battle is worth. Say an army destroyed counts half an army of one's own (others profit as well), the
# territory one army and the card two:

# %%
stop = decisions.stop(14, 8, size=20, enemy_army_value=0.5, territory_value=1, card_value=2)
print("attack" if stop.attack else "stop", f"– worth {stop.value:.2f}, always attacking {stop.value_always:.2f}")
stop.plot();

# %% [markdown]
# ## A chain of territories
#
# One army stays in each conquered territory. How far do 20 armies get, and how many would make it in four of five tries?

# %%
chain = [3, 2, 5, 1, 2]
campaign = campaigns.campaign(20, chain)
print(f"all taken with chance {campaign.p_all:.3f}; for 0.8 it takes {campaigns.need(chain, 0.8).armies} armies")
campaign.plot();

# %% [markdown]
# ## Every document's dice
#
# The five documents and the printed rules do not agree on who may roll how many dice. Eight armies against five:

# %%
pd.DataFrame(
    [
        {
            "rules": name,
            "attacker's dice": rule_set.dice.attacker_dice_limit.value,
            "defender's dice": rule_set.dice.defender_dice_limit.value,
            "ties": rule_set.dice.ties.value,
            "chance": battles.odds(8, 5, rules=rule_set).p_win,
            "armies lost": battles.odds(8, 5, rules=rule_set).expected_attacker_losses,
        }
        for name, rule_set in rules.load_all().items()
    ]
).round(4)

# %% [markdown]
# ## House rules
#
# Any clause can be changed for one question. Who wins ties matters more than a third defence die:

# %%
house_rules = {
    "as printed": {},
    "ties to the attacker": {"ties": "attacker"},
    "ties cost both": {"ties": "both"},
    "three defence dice": {"defence_dice": 3},
    "eight-sided defence dice": {"defence_sides": 8},
    "one more on the defender's highest": {"defence_bonus": 1},
}
pd.Series(
    {name: battles.odds(11, 10, **clauses).p_win for name, clauses in house_rules.items()},
    name="chance of ten attackers against ten",
).to_frame().round(4)
