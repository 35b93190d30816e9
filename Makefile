# Each target is a line a person could type; set-up happens once, in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
COMPILE := $(BIN)/python -m compileall -q risksim

.PHONY: report test lint docs bench readme clean

report: .venv/installed-base
	$(BIN)/risksim report variant --out out

test: .venv/installed-dev
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/installed-docs
	$(BIN)/python -m sphinx -W -q -b html docs out/docs

bench: .venv/installed-dev
	$(BIN)/python -m tests.benchmarks

readme: .venv/installed-dev
	$(BIN)/python -m tests.readme

clean:
	rm -rf .venv out

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed-base: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) .
	$(COMPILE)
	touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) '.[dev,notebooks,bench]'
	$(COMPILE)
	touch $@ .venv/installed-base

.venv/installed-docs: .venv/installed-base
	$(PIP) '.[docs]'
	touch $@
