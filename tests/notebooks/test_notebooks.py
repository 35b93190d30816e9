"""Every notebook is paired with its text, holds no outputs, uses public names only, and runs."""

import ast
import os
import re
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks():
    assert NOTEBOOKS
    assert {path.stem for path in NOTEBOOKS} == {path.stem for path in FOLDER.glob("*.py")}


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request):
    return request.param


def test_the_pair_says_the_same(path):
    paired = jupytext.read(path.with_suffix(".py"))
    cells = nbformat.read(path, as_version=4).cells
    assert [(cell.cell_type, cell.source) for cell in cells] == [
        (cell.cell_type, cell.source) for cell in paired.cells
    ]


def test_no_outputs_are_kept(path):
    for cell in nbformat.read(path, as_version=4).cells:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_only_public_names(path):
    source = path.with_suffix(".py").read_text(encoding="utf-8")
    tree = ast.parse(re.sub(r";$", "", source, flags=re.MULTILINE))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("risksim"):
            assert node.module == "risksim", f"{node.module} is not a subject package"
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")


@pytest.mark.filterwarnings("default")  # warnings of the notebook machinery are not ours
def test_it_runs(path, monkeypatch, tmp_path):
    monkeypatch.setenv("RISKSIM_TRIALS", "20000")
    monkeypatch.delenv("MPLBACKEND", raising=False)  # figures belong into the notebook
    monkeypatch.setenv("PYTHONWARNINGS", "error::FutureWarning:risksim")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.km = client.create_kernel_manager()
    client.km.transport = "ipc"
    client.km.ip = os.path.join("/tmp", f"risksim-{os.getpid()}-{path.stem}")
    client.execute()
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert codes
    assert all(cell.execution_count for cell in codes)
    drawing = [cell for cell in codes if re.search(r"\.plot\(|plt\.subplots\(", cell.source)]
    assert drawing
    for cell in drawing:
        kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
        assert "image/png" in kinds, cell.source
