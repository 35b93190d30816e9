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
# # Poker for an ally
#
# Armies without a player are allies. Who wins a hand of poker plays one of them for a turn, provided that the hand holds a card of the
# ally's suit; and in hearts and diamonds the queen is high. What does that come to?

# %%
import os

import matplotlib.pyplot as plt
import pandas as pd

from risksim import claims, poker

TRIALS = int(os.environ.get("RISKSIM_TRIALS", "200000"))
SEED = 2022

# %% [markdown]
# ## The high queen, read six ways
#
# The sentence leaves open whether a pair of queens rises with its red one, and whether straights follow. Each reading is an order of
# the 52 cards; only two of them change how often a hand of each category comes.

# %%
readings = ["ignore", "compare", "compare-min", "compare-single", "reorder", "above-ace"]
counted = {reading: poker.hands(reading) for reading in readings}
pd.DataFrame({reading: hands.categories for reading, hands in counted.items()})

# %%
pd.DataFrame([{"reading": hands.order, "classes": hands.classes, "says": hands.words} for hands in counted.values()])

# %% [markdown]
# ## One hand, two players
#
# All 4.2 · 10¹¹ deals of three own cards each and two on the board are counted. The suit costs a player who names his ally beforehand a
# fifth of his wins; one who may look first names an ally whose suit he holds, and loses nothing.

# %%
two = poker.control(trials=TRIALS, seed=SEED)
two.plot();

# %%
print(f"wins {two.p_win:.5f}, ties {two.p_tie:.5f}")
print(f"dealt: wins {two.simulated.p_win}, {two.simulated.z_win:+.2f} standard errors off")
pd.DataFrame({"winning five": two.p_suit_given_win, "own three": two.p_suit_own_three})

# %% [markdown]
# ## More players, fewer allies
#
# With five players a single ally owns all suits and the suit decides nothing; with six there is no ally to win.

# %%
tables = [poker.control(players, trials=TRIALS, seed=SEED) for players in range(2, 7)]
pd.DataFrame(
    [
        {
            "players": table.players,
            "allies": ", ".join(table.allies or ["none"]),
            "wins": table.p_win,
            "named after looking": table.p_control_free,
            "best named before": max(table.p_control.values()) if table.p_control else None,
        }
        for table in tables
    ]
).set_index("players").round(4)

# %% [markdown]
# ## Which three cards to play
#
# Of more than three cards three are chosen before the board is seen. For given cards every choice is counted against a random hand:

# %%
given = poker.control(hand="Qh Qs Ac Kc 10c")
pd.DataFrame(given.choices).drop(columns="p_control").head()

# %% [markdown]
# ## More cards, better hands
#
# What the best three of more cards are worth, in shares of the pot and in armies with antes alone.

# %%
effort = claims.Effort(trials=TRIALS, seed=SEED)
more = claims.check(["C23", "C24", "C26"], effort=effort, with_matrix=False)
best, antes, doubling = more.rows
columns = ["label", "value", "low", "high"]
best.to_frame()[columns].round(4)

# %%
antes.to_frame()[columns].round(4)

# %% [markdown]
# ## Doubling down
#
# Six cards make two hands at once, an ante each. On one board that is a little more control for about a sixth of an army; in separate
# deals it would be much more control for less.

# %%
doubling.to_frame()[columns].round(4)

# %% [markdown]
# ## What holds under which reading
#
# Every claim about the hand, under every reading of the clauses it depends on; and how much of all deals the queen decides.

# %%
checked = claims.check(["C18", "C20", "C22", "C26"], effort=effort)
checked.plot();

# %%
queens = checked.matrix_frame("value").loc["C20"].dropna()
figure, panel = plt.subplots(figsize=(8, 3))
panel.barh(queens.index[::-1], queens[::-1])
panel.set_xlabel("share of deals that end otherwise than with queens as usual");

# %% [markdown]
# ## Sentences that never matter
#
# Under one reading of the hand cap nobody ever holds six cards, and whatever is said about six is dead. So are others:

# %%
dead = poker.dead_letters(players=[2, 3], revive=False)
dead.to_frame()[["quote", "place", "reason"]]
