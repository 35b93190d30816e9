"""The command line, the tables and the pictures of factories against armies."""

import json
import subprocess
import sys

import matplotlib
import pytest

from risksim import factories, rules

matplotlib.use("agg")

KEYS = {
    "armies_plan", "factory_plan", "optimal_plan", "optimal_plan_mean", "equal_army_value", "equal_yield",
    "switch_below", "overtakes_at_turn", "break_even_hazard", "break_even_discount", "nearest_dice", "nearest_2d6",
    "break_even_hazard_plan", "break_even_discount_plan", "exact",
}  # fmt: skip


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "risksim", "factories", *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_json_object():
    done = run(
        "--turns",
        "12",
        "--yield",
        "3",
        "--army-value",
        "8",
        "--payments",
        "6",
        "--enemy-weight",
        "1",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer.keys() >= KEYS
    same = factories.payoffs(12, factory_yield=3, army_value=8, payments=6, enemy_weight=1)
    assert answer == json.loads(json.dumps(same.to_dict()))
    assert answer["rules"] == "new-rules"
    assert answer["rules_digest"] == rules.load("new-rules").digest
    assert done.stderr == ""


def test_words_and_everything_beside_them():
    done = run("--by-turn", "--policy", "--simulate", "2000", "--seed", "7", "--share", "0.3")
    assert done.returncode == 0, done.stderr
    for words in ("the best plan", "payments left", "2,000 games, seed 7", "fair yield"):
        assert words in done.stdout
    done = run("--by-turn", "--policy", "--simulate", "2000", "--json")
    answer = json.loads(done.stdout)
    assert answer["simulated"]["trials"] == 2000
    assert answer["simulated"]["rules_digest"] == answer["rules_digest"]
    assert f"seed {answer['simulated']['seed']}" in done.stderr
    assert len(answer["by_turn"]["turn"]) == 10
    assert answer["policy"]["best_switch"] == 4


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--rules", "classic"], "'classic' has no factories"),
        (["--hazard", "1.01"], "1.01"),
        (["--turns", "-1"], "-1"),
        (["--turns", "100000"], "200"),
        (["--deck", "tarot"], "independent"),
        (["--army-value", "nan"], "nan"),
        (["--yield", "-1"], "yield"),
        (["--simulate", "0"], "0"),
        (["--turns", "100", "--simulate", "10"], "60"),
        (["--hazrd", "0.1"], "--hazard"),
    ],
    ids=str,
)
def test_bad_input_is_one_line(words, named):
    done = run(*words, "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert named in done.stderr


ANSWERS = {
    "payoffs": lambda: factories.payoffs(8, share=0.2),
    "curves": lambda: factories.curves(12),
    "equal_values": lambda: factories.equal_values([5, 10], [1.0, 0.5]),
    "marginal": lambda: factories.marginal(12, hazard=0.05),
    "break_even": lambda: factories.break_even(range(1, 20), [0, 0.05, 0.1, 0.2], enemy_weight=1),
    "sensitivity": lambda: factories.sensitivity(8),
    "policy": lambda: factories.policy(8, share=0.3),
    "cycle": lambda: factories.cycle(conquest_rate=0.5),
    "cycle without cards": lambda: factories.cycle(conquest_rate=0),
    "simulate": lambda: factories.simulate(6, trials=500, seed=1),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_a_table_and_a_picture(name):
    import matplotlib.pyplot as plt

    answer = ANSWERS[name]()
    assert len(answer.to_frame()) > 0
    assert "<table" in answer._repr_html_()
    json.dumps(answer.to_dict())
    ax = answer.plot()
    assert ax.has_data() or ax.patches
    assert ax.get_title(loc="left")
    ax.figure.canvas.draw()
    plt.close("all")


def test_the_break_even_line_is_drawn_as_it_is():
    import matplotlib.pyplot as plt

    answer = factories.break_even(range(1, 41), enemy_weight=1)
    ax = answer.plot(measured=0.05)
    drawn = ax.lines[0].get_ydata().tolist()
    assert drawn == [hazard for hazard in answer.line if hazard is not None]
    assert 0 < drawn.index(max(drawn)) < len(drawn) - 1
    # the zero contour of the grid says the same: above the line a factory is worth less
    for place, hazard in enumerate(answer.line):
        for row, value in zip(answer.hazards, answer.advantage, strict=True):
            if hazard is not None and abs(row - hazard) > 1e-9:
                assert (value[place] > 0) == (row < hazard)
    plt.close("all")


def test_importing_is_light():
    program = (
        "import risksim.factories, sys; print({'numpy', 'numba', 'matplotlib', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
