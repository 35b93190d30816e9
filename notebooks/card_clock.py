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
# # The card clock
#
# How long does a set take, how many sets does a game bring, and how fast does the income from cards grow?

# %%
import os

import matplotlib.pyplot as plt
import pandas as pd

from risksim import cards

TRIALS = int(os.environ.get("RISKSIM_TRIALS", "200000"))

# %% [markdown]
# ## Cards until the first set
#
# Five cards always hold a set. Two wild cards shorten the wait a little, and drawing without replacement hardly matters:

# %%
decks = {name: cards.economy(deck=name) for name in ("classic", "no-wilds", "independent")}
pd.DataFrame(
    [
        {
            "deck": name,
            **{f"set with {n} cards": economy.exact["p_first_set"][str(n)] for n in (3, 4, 5)},
            "expected cards": economy.expected_cards_first_set,
            "exactly": economy.exact["expected_cards_first_set"],
        }
        for name, economy in decks.items()
    ]
).round(4)

# %% [markdown]
# ## And until the next
#
# Cards left over from one set help the next along. In the long run a set takes three cards, whatever the deck, because no
# card is lost: the wait of four or five cards is paid back by what it leaves in hand.

# %%
decks["classic"].plot()
pd.DataFrame({name: economy.between_sets for name, economy in decks.items()}).round(4)

# %% [markdown]
# ## Trading at once, or holding to five cards

# %%
held = cards.economy(deck="classic", trade="hold")
pd.DataFrame(
    {
        "as soon as possible": decks["classic"].sets_by_card[:21],
        "hold to five": held.sets_by_card[:21],
    },
    index=pd.Index(range(21), name="cards"),
).round(3)

# %% [markdown]
# ## Growing and flat schedules
#
# All players share one escalating schedule, so with more of them it grows faster. Two dice do not grow at all:

# %%
figure, panels = plt.subplots(1, 2, figsize=(11, 4))
growth = {}
for panel, rules in zip(panels, ("classic", "new-rules"), strict=True):
    for players in (2, 4, 6):
        played = cards.simulate(rules=rules, players=players, turns=20, trials=TRIALS, seed=2022)
        growth[rules, players] = played.armies_by_turn[-1].value
        panel.plot(
            range(1, 21), [turn.value for turn in played.income_by_turn], label=f"{players} players"
        )
    panel.set_title(rules)
    panel.set_xlabel("turn")
    panel.set_ylabel("armies from cards in this turn, each")
    panel.legend()

# %%
pd.Series(growth, name="armies from cards by turn 20, each").rename_axis(["rules", "players"]).round(1).to_frame()
