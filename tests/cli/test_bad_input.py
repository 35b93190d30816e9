"""Bad input: one line on standard error that names what is wrong, exit code 2, nothing on standard output."""

import os
import resource
import subprocess
import sys

import pytest


def risksim(*words, cwd=None, preexec=None, **environment):
    return subprocess.run(
        [sys.executable, "-m", "risksim", *words],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=preexec,
        timeout=300,
    )


BAD = [
    (["odds", "0", "5"], "0"),
    (["odds", "-3", "5"], "-3"),
    (["odds", "1", "5"], "1"),
    (["odds", "10", "0"], "defenders"),
    (["odds", "10", "-2"], "-2"),
    (["odds", "ten", "5"], "ten"),
    (["odds", "nan", "5"], "nan"),
    (["odds", "2.5", "5"], "2.5"),
    (["odds", "10"], "DEFENDERS"),
    (["odds", "10", "5", "--attack-sides", "0"], "0"),
    (["odds", "10", "5", "--ties", "nobody"], "nobody"),
    (["odds", "10", "5", "--kep", "3"], "--keep"),
    (["odds", "10", "5", "--simulate", "1000", "--seed", "-1"], "-1"),
    (["odds", "10", "5", "--simulate", "0"], "0"),
    (["odds", "10", "5", "--rules", "clasic"], "'classic'"),
    (["need", "5", "--p", "1.5"], "1.5"),
    (["need", "5", "--p", "nan"], "nan"),
    (["need", "5", "--p", "-0.5"], "-0.5"),
    (["cards", "--conquest-rate", "1.2"], "1.2"),
    (["cards", "--conquest-rate", "-0.1"], "-0.1"),
    (["cards", "--conquest-rate", "nan"], "nan"),
    (["cards", "--deck", "tarot"], "tarot"),
    (["cards", "--cards", "-1"], "-1"),
    (["factories", "--hazard", "2"], "2"),
    (["factories", "--discount", "-1"], "-1"),
    (["factories", "--turns", "0"], "0"),
    (["factories", "--share", "nan"], "nan"),
    (["factories", "--rules", "classic"], "classic"),
    (["rules", "clasic"], "'classic'"),
    (["check", "--claims", "C99"], "C99"),
    (["report", "varient"], "variant"),
    (["ods", "3", "2"], "'odds'"),
    (["--plugins", "nowhere", "rules"], "nowhere"),
    (["--plugins", "", "rules"], "--plugins"),
    (["rules", "--plugins", "nowhere"], "--plugins goes before the verb"),
    (["rules", "--diff", "classic"], "NAME"),
    (["report", "variant", "--out", ""], "--out"),
    (["report", "--quick"], "NAME"),
    (["odds", "10", "8", "--simulate", "100", "--workers", "0"], "workers"),
    (["odds", "10", "8", "--simulate", "9" * 20], "9" * 20),
    (["odds", "10", "8", "--trials", "0"], "trials must be at least 1"),
    (["odds", "10", "8", "--precision", "0"], "precision"),
    (
        [
            "odds",
            "3",
            "2",
            "--ties",
            "neither",
            "--attack-sides",
            "1",
            "--defence-sides",
            "1",
            "--simulate",
            "9",
        ],
        "neither",
    ),
    (["cards", "--simulate", "10", "--workers", "0"], "workers"),
    (["cards", "--simulate", "10", "--players", "7"], "7"),
    (["cards", "--simulate", "10", "--turns", "0"], "turns"),
    (["cards", "--trials", "1"], "trials must be at least 2"),
    (["factories", "--simulate", "100", "--workers", "0"], "workers"),
    (["factories", "--simulate", "1"], "trials must be at least 2"),
    (["need", "5", "--p", "1.0000001"], "not 1.0000001"),
    (["need", "40000", "--p", "0.5"], "defenders must be at most 20000, not 40000"),
    (["need", "1", "--p", "1"], "against 1 defender:"),
    (["odds", "10", "5", "--rules", ""], "unknown rule set '' (known: "),
    (["odds", "10", "5", "--clause", "tyes=both"], "unknown clause 'tyes'; did you mean 'ties'?"),
    # numbers as nobody writes them
    (["odds", "10_0", "5"], "'10_0' is not a valid integer"),
    (["odds", "10", "5", "--attack-dice", "1_0"], "'1_0' is not a valid integer"),
    (["need", "5", "--p", "0.5_5"], "'0.5_5' is not a valid float"),
    (["need", "1_0", "--p", "0.5"], "'1_0'"),
    (["defend", "9", "--against", "1_0,3"], "'1_0,3'"),
    (["defend", "9", "--against", "5,3", "--worth", "1_0,3"], "'1_0,3'"),
    (["odds", "10", "5", "--clause", "attack_dice=1_0"], "1_0"),
    (["odds", "1" + "0" * 5000, "5"], "is not a valid integer"),
    (["odds", "10", "5", "--clause", "attack_dice=1" + "0" * 5000], "attack_dice = '1000"),
    (["deploy", "10", "--targets", "3,2", "--dice", "-,attack_dice=1" + "0" * 5000], "attack_dice"),
    (["deploy", "10", "--targets", "3,1" + "0" * 5000], "--targets"),
    # refused before what would be used is loaded
    (["odds", "10", "8", "--seed", str(2**63), "--simulate", "9"], "seed must be at most"),
    (["cards", "--simulate", "10", "--workers", "1025"], "workers must be at most 1024"),
    (["report", "variant", "--trials", "9" * 20], "trials must be at most"),
    (["report", "variant", "--seed", "-1"], "seed must be at least 0"),
    (["check", "--trials", "9" * 20], "trials must be at most"),
    (["odds", "10", "8", "--precision", "1e-12"], "± 1e-12 takes about 1.5e+25 battles"),
    (["odds", "10", "8", "--precision", "0.6"], "precision must lie between 0 and 0.5"),
    (["odds", "10", "8", "--precision", "0", "--simulate", "9"], "precision must be more than 0"),
    # given, but nothing would come of it
    (["report", "--rules", "finnish"], "--rules needs the NAME"),
    (["report", "--out", "pages"], "--out needs the NAME"),
    (["stop", "9", "4", "--home-value", "3"], "--home-value goes with --counter"),
    (["odds", "10", "8", "--seed", "5"], "--seed goes with --simulate or --precision"),
    (["odds", "10", "8", "--workers", "2"], "--workers goes with --simulate or --precision"),
    (["odds", "10", "8", "--method", "alias"], "--method goes with --simulate or --precision"),
    (["odds", "10", "8", "--table", "--fractions"], "--fractions does not go with --table"),
    (["odds", "10", "8", "--table", "--simulate", "9"], "--simulate does not go with --table"),
    (
        ["odds", "10", "8", "--ties", "attacker", "--clause", "ties=both"],
        "ties is given twice: attacker and both",
    ),
    (["odds", "10", "8", "--clause", "ties=both", "--clause", "ties=both"], "ties is given twice"),
    (["cards", "--workers", "2"], "--workers goes with --simulate"),
    (["cards", "--players", "2"], "--players goes with --simulate"),
    (["factories", "--seed", "1"], "--seed goes with --simulate"),
]


@pytest.mark.parametrize(
    ("words", "named"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_one_line_and_exit_2(words, named):
    done = risksim(*words)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stderr) < 700
    assert named in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "10", "8", "--simulate", "9", "--seed", "-1"],
        ["odds", "10", "8", "--simulate", "9", "--workers", "0"],
        ["odds", "10", "8", "--precision", "1e-12"],
        ["cards", "--simulate", "9" * 20],
        ["report", "variant", "--trials", "9" * 20],
        ["check", "--seed", "-1"],
    ],
    ids=" ".join,
)
def test_limits_are_known_without_what_they_limit(words):
    program = f"import sys\nfrom risksim.cli import main\ntry:\n    main({words!r})\nfinally:\n    print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert not {"numpy", "numba", "scipy", "pandas"} & set(done.stdout.split())


RULE_FILES = {
    "misspelt key": ('based_on = "classic"\n[dice]\nattak_dice = 3\n', "attack_dice"),
    "misspelt section": ('based_on = "classic"\n[dize]\nattack_dice = 3\n', "dize"),
    "misspelt value": ('based_on = "classic"\n[dice]\nties = "atacker"\n', "attacker"),
    "out of range": ('based_on = "classic"\n[dice]\nattack_sides = 0\n', "attack_sides"),
    "inherits from itself": ('based_on = "house.toml"\n', "itself"),
    "unknown parent": ('based_on = "clasic"\n', "classic"),
    "thousands of digits": (f"[dice]\nattack_dice = 1{'0' * 5000}\n", "house.toml: an integer has more than"),
    "thousands of hexadecimal digits": (f"[dice]\nattack_dice = 0x{'f' * 5000}\n", "attack_dice"),
    "a version of thousands of digits": (f"version = 0x{'f' * 5000}\n", "version"),
    "not TOML": ("ties = = 3\n", "house.toml"),
}


@pytest.mark.parametrize("kind", RULE_FILES)
def test_a_bad_rule_file_is_named(kind, tmp_path):
    text, named = RULE_FILES[kind]
    (tmp_path / "house.toml").write_text(text)
    done = risksim("odds", "10", "5", "--rules", "house.toml", cwd=tmp_path)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert named in done.stderr


@pytest.mark.parametrize("number", [f"1{'0' * 5000}", f"0x{'f' * 5000}"], ids=["decimal", "hexadecimal"])
@pytest.mark.parametrize("key", ["armies", "defenders"])
def test_a_plan_with_thousands_of_digits_is_named(key, number, tmp_path):
    numbers = {"armies": 10, "defenders": 3} | {key: number}
    (tmp_path / "plan.toml").write_text(
        f'armies = {numbers["armies"]}\n[[territory]]\nname = "Siam"\ndefenders = {numbers["defenders"]}\n'
    )
    done = risksim("campaign", "plan.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
    assert "plan.toml" in done.stderr
    assert len(done.stderr) < 300


def test_a_missing_rule_file_is_named(tmp_path):
    done = risksim("odds", "10", "5", "--rules", "missing.toml", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "missing.toml" in done.stderr


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "taken").write_text("a file")
    done = risksim("report", "variant", "--quick", "--out", "taken", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "taken" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_full_disk_leaves_nothing_half_written(tmp_path):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = risksim("report", "variant", "--quick", "--out", "pages", cwd=tmp_path, preexec=small_files)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert len(done.stderr.splitlines()) == 1
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == []
