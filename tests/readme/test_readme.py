"""What the README shows is what the commands print."""

import pytest

from tests.readme import README, consoles, rendered, write_files

TEXT = README.read_text(encoding="utf-8")
BLOCKS = consoles(TEXT)


def test_there_are_blocks():
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0][2:50])
def test_the_block_is_what_the_command_prints(block, tmp_path):
    write_files(TEXT, tmp_path)
    assert rendered(block, tmp_path) == block


def test_a_changed_number_is_noticed(tmp_path):
    block = "$ risksim odds 10 8\nP(win) = 0.999\n"
    assert rendered(block, tmp_path) != block


def test_the_two_commands_stand_in_it():
    assert "make report" in TEXT
    assert "make test" in TEXT
