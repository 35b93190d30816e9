# Each target is a line a person could type; set-up happens once, in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: report test lint bench readme clean

report: .venv/installed-base
	$(BIN)/risksim report variant --out out

test: .venv/installed-dev
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

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
	touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) '.[dev,notebooks,bench]'
	touch $@ .venv/installed-base
