# Needs Python >= 3.11 and make. Everything else is installed into .venv in this checkout.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

.PHONY: run test test-all bench clean
.DEFAULT_GOAL := run

run: .venv/.run
	@$(BIN)/zermelo demo

test: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -m "not slow"

test-all: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	ZERMELO_EXAMPLES=5000 $(BIN)/pytest -n 2

bench: .venv/.bench
	$(BIN)/python bench/gears.py

.venv/.made:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/.dev: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e ".[dev]"
	@touch $@ .venv/.run

.venv/.bench: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e ".[bench]"
	@touch $@ .venv/.run

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
