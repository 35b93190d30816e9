"""House rules on disk, and the command line in this process."""

import json

import pytest

from risksim import catalogues, cli


@pytest.fixture
def write(tmp_path):
    """Write a rule set file and return its path; the header is added unless the text brings its own."""

    def write_file(text, name="house", header='title = "A house rule"\nversion = 1\nbased_on = "classic"\n'):
        path = tmp_path / f"{name}.toml"
        path.write_text(header + text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def no_plugins(monkeypatch):
    """Forget plug-in folders when the test ends."""
    monkeypatch.setattr(catalogues, "_plugin_folders", [])


@pytest.fixture
def run(capsys, no_plugins):
    """Run the command line and return (exit code, standard output, standard error)."""

    def run_command(*arguments):
        with pytest.raises(SystemExit) as stop:
            cli.main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return stop.value.code, printed.out, printed.err

    return run_command


@pytest.fixture
def run_json(run):
    """Run the command line with --json and return the one object it prints."""

    def run_command(*arguments):
        code, out, err = run(*arguments, "--json")
        assert code == 0, err
        assert out.count("\n") == 1
        return json.loads(out)

    return run_command
