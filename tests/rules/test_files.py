"""Rule set files: inheritance, and one line for everything that can be wrong with them."""

import os
from pathlib import Path

import pytest

from risksim import catalogues, rules
from risksim.errors import InputError

GOOD = 'title = "A house rule"\nversion = 1\nbased_on = "classic"\n'


def test_a_file_inherits_what_it_does_not_name(write):
    house = rules.load(write('[dice]\nties = "attacker"\n[source]\nties = "our table"\n'))
    classic = rules.load("classic")
    assert rules.differences(classic, house) == ["ties"]
    assert house.label == house.name == "house"
    assert house.source["ties"] == "our table"
    assert house.source["wilds"] == classic.source["wilds"]


def test_a_changed_clause_without_a_source_does_not_keep_the_old_one(write):
    house = rules.load(write('[dice]\nties = "attacker"\nattack_dice = 3\n'))
    assert house.source["ties"] == "house rule, no source given"
    assert house.source["attack_dice"] == rules.load("classic").source["attack_dice"]


def test_inheritance_goes_through_names_paths_and_neighbours(write):
    write("[cards]\nwilds = 0\n", "one", GOOD.replace("classic", "new-rules"))
    write("[cards]\nset_dice = 3\n", "two", GOOD.replace("classic", "one"))
    path = write("[dice]\nattack_dice = 2\n", "three", GOOD.replace("classic", "./two.toml"))
    three = rules.load(path)
    assert three.readings("wilds", "set_dice", "attack_dice", "factory_yield", "has_allied_armies") == {
        "wilds": 0,
        "set_dice": 3,
        "attack_dice": 2,
        "factory_yield": 2,
        "has_allied_armies": True,
    }


def test_a_neighbour_is_found_beside_the_file_not_in_the_current_folder(write, tmp_path, monkeypatch):
    write("[cards]\nwilds = 0\n", "one")
    path = write("", "two", GOOD.replace("classic", "one"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert rules.load(path).cards.wilds == 0
    monkeypatch.chdir(tmp_path)
    assert rules.load("two.toml").cards.wilds == 0
    with pytest.raises(InputError, match="unknown rule set 'two'"):
        rules.load("two")


def test_a_version_a_title_and_sources_do_not_change_the_digest(write):
    one = rules.load(write("", "one"))
    two = rules.load(
        write(
            '[source]\nties = "elsewhere"\n',
            "two",
            GOOD.replace("version = 1", "version = 2").replace("A h", "B h"),
        )
    )
    assert one.digest == two.digest == rules.load("classic").digest
    assert (one.version, two.version) == (1, 2)


def test_the_shortest_house_rule_is_based_on_classic(write):
    house = rules.load(write('[dice]\nties = "attacker"\n', header=""))
    assert (house.title, house.version, house.based_on) == ("house", 1, "classic")
    assert rules.differences(rules.load("classic"), house) == ["ties"]
    assert house.source["wilds"] == rules.load("classic").source["wilds"]
    assert rules.load("classic").based_on is None


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\ufeff"])
def test_a_file_that_names_nothing_is_refused(write, text):
    with pytest.raises(InputError, match=r"house\.toml is empty"):
        rules.load(write(text, header=""))
    with pytest.raises(InputError, match="/dev/null is empty"):
        rules.load("/dev/null")
    assert rules.load(write("[dice]\n", header="")).digest == rules.load("classic").digest


def test_a_file_may_begin_with_the_mark_of_windows_editors(write):
    path = write('[dice]\nties = "both"\n', header="\ufeff" + GOOD)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert rules.load(path).dice.ties == "both"


def test_a_source_is_free_text(write):
    house = rules.load(write('[dice]\nties = "both"\n[source]\nties = "no-such-key: somewhere"\n'))
    assert house.source["ties"] == "no-such-key: somewhere"


def test_of_the_neighbours_only_near_names_are_listed(write):
    write("", "house-one")
    write("", "shopping")
    with pytest.raises(InputError) as error:
        rules.load(write("", "other", GOOD.replace("classic", "house-on")))
    assert "did you mean 'house-one'?" in str(error.value)
    assert "classic" in str(error.value)
    assert "shopping" not in str(error.value)


def test_a_rule_set_is_taken_as_it_is():
    classic = rules.load("classic")
    assert rules.load(classic) is classic


def test_a_plug_in_is_found_by_name(tmp_path, no_plugins):
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text(GOOD + '[dice]\nties = "both"\n')
    (folder / "_draft.toml").write_text("not yet")
    catalogues.add_plugins(tmp_path)
    assert rules.load("ours").dice.ties == "both"
    assert "ours" in rules.names()
    assert rules.load_all().keys() == set(rules.names()) >= {"classic", "ours"}
    (folder / "classic.toml").write_text(GOOD)
    with pytest.raises(InputError, match="repeats the name"):
        rules.names()


BAD_FILES = {
    "misspelt section": (GOOD + "[dise]\nattack_dice = 2\n", "unknown section 'dise'; did you mean 'dice'?"),
    "misspelt key": ("titel = 'x'\nversion = 1\n", "unknown key 'titel'; did you mean 'title'?"),
    "misspelt clause": (GOOD + "[dice]\nattack_dise = 2\n", "[dice] unknown clause 'attack_dise'; did you mean 'attack_dice'?"),
    "clause in the wrong section": (GOOD + '[cards]\nties = "both"\n', "clause 'ties' belongs in the section [dice], not [cards]"),
    "clause in no section": (GOOD + 'ties = "both"\n', "clause 'ties' belongs in the section [dice]"),
    "section that is a value": (GOOD + "dice = 3\n", "[dice] must be a section, not 3"),
    "misspelt reading": (GOOD + '[dice]\nties = "defnder"\n', "[dice] ties = 'defnder' is not allowed; did you mean 'defender'? (allowed: defender, attacker, both, neither, re-roll)"),
    "number out of range": (GOOD + "[dice]\nattack_dice = 9\n", "[dice] attack_dice = 9 is not allowed (allowed: 1 … 6)"),
    "number as text": (GOOD + '[dice]\nattack_dice = "3"\n', "attack_dice = '3' is not allowed"),
    "true for a number": (GOOD + "[dice]\nattack_dice = true\n", "attack_dice = true is not allowed"),
    "true in a list": (GOOD + "[setup]\nstarting_armies = [true]\n", "starting_armies = [true] is not allowed"),
    "true for a title": ("title = true\n", "title must be text, not true"),
    "infinite number": (GOOD + "[dice]\nattack_dice = inf\n", "attack_dice = inf is not allowed"),
    "short list": (GOOD + "[setup]\nstarting_armies = [1, 2]\n", "(allowed: 5 numbers of 1 … 10000)"),
    "no armies": (GOOD + "[setup]\nstarting_armies = [0, 0, 0, 0, 0]\n", "(allowed: 5 numbers of 1 … 10000)"),
    "empty title": ("title = ' '\nversion = 1\n", "title must be text, not ' '"),
    "title that is no text": ("title = 3\n", "title must be text, not 3"),
    "bad version": ("title = 'x'\nversion = 0\n", "version must be 1 or higher, not 0"),
    "version as text": ("version = '1'\n", "version must be 1 or higher, not '1'"),
    "based on a number": ("title = 'x'\nversion = 1\nbased_on = 3\n", "based_on must name a rule set or a file, not 3"),
    "based on nobody": (GOOD.replace("classic", "clasic"), "based_on: unknown rule set 'clasic'; did you mean 'classic'?"),
    "based on a missing file": (GOOD.replace("classic", "./gone.toml"), "gone.toml' does not exist"),
    "based on itself": (GOOD.replace("classic", "house"), "based on itself (house -> house)"),
    "source of no clause": (GOOD + "[source]\ntie = 'x'\n", "[source] unknown clause 'tie'; did you mean 'ties'?"),
    "source that is no text": (GOOD + "[source]\nties = 3\n", "[source] ties must say where the clause is written, not 3"),
    "clauses that clash": (GOOD + "[cards]\nset_dice = 0\nset_dice_bonus = -2\n", "makes a set worth -2 armies at worst"),
    "invalid TOML": (GOOD + "[dice\n", "not valid TOML"),
    "clause twice": (GOOD + "[dice]\nattack_dice = 2\nattack_dice = 2\n", "not valid TOML"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_answered_in_one_line_with_exit_code_2(write, run, text, message):
    path = write(text, header="")
    with pytest.raises(InputError) as error:
        rules.load(path)
    assert message in str(error.value)
    assert "house.toml" in str(error.value)
    code, out, err = run("rules", path)
    assert (code, out, err) == (2, "", f"risksim: {' '.join(str(error.value).split())}\n")


def test_a_loop_of_files_is_named(write):
    write("", "one", GOOD.replace("classic", "two"))
    write("", "two", GOOD.replace("classic", "three"))
    path = write("", "three", GOOD.replace("classic", "one"))
    with pytest.raises(InputError, match=r"three.toml: .* itself \(three -> one -> two -> three\)"):
        rules.load(path)


def test_a_fault_in_a_parent_names_the_parent(write):
    write("[dice]\nattack_dice = 9\n", "one")
    with pytest.raises(InputError, match=r"one.toml: \[dice\] attack_dice = 9"):
        rules.load(write("", "two", GOOD.replace("classic", "one")))


@pytest.mark.parametrize("name", ["", "clasic", "Classic", "new_rules", "../classic", "classic.toml", "."])
def test_an_unknown_name_or_missing_file_exits_with_2(run, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("rules", name)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_nearest_name_is_suggested():
    with pytest.raises(InputError, match="did you mean 'new-rules'"):
        rules.load("new_rules")


def test_a_file_that_bears_a_shipped_name_is_refused(write):
    path = write("", "classic", GOOD.replace("classic", "finnish"))
    with pytest.raises(InputError, match="bears the name of the rule set 'classic'"):
        rules.load(path)


def test_a_shipped_file_may_be_named_by_its_path():
    path = catalogues.entries("rules", ".toml", "data")["finnish"]
    assert rules.load(Path(path)) == rules.load(path) == rules.load("finnish")


def test_what_cannot_be_read_is_said_in_one_line(tmp_path):
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        rules.load(folder)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "\xe9"\n')
    with pytest.raises(InputError, match="is not UTF-8 text"):
        rules.load(latin)
    deep = tmp_path / "deep.toml"
    deep.write_text("x = " + "[" * 5000)
    with pytest.raises(InputError, match="not valid TOML"):
        rules.load(deep)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_said_in_one_line(write):
    path = write("")
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        rules.load(path)


@pytest.mark.parametrize("thing", [None, 3, ["classic"], b"classic"])
def test_only_names_paths_and_rule_sets_are_loaded(thing):
    with pytest.raises(InputError, match="rules must be a name, a path or a rule set"):
        rules.load(thing)
