# Needs Python >= 3.11 and make. Everything else is installed into .venv in this checkout.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
APT := $(shell command -v apt-get)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: run test test-all bench clean
.DEFAULT_GOAL := run

run: .venv/.run
	@$(BIN)/zermelo studio

test: .venv/.dev .venv/.browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	ZERMELO_NEEDS_BROWSER=$(APT) $(BIN)/pytest -n 2 -m "not slow"

test-all: .venv/.dev .venv/.browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	ZERMELO_NEEDS_BROWSER=$(APT) ZERMELO_EXAMPLES=5000 $(BIN)/pytest -n 2

bench: .venv/.bench
	$(BIN)/python bench/gears.py
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/games.py

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

# The stepper is tested in a browser. Without apt-get those tests run only if there is one.
.venv/.browser: .venv/.made
	@command -v chromium >/dev/null || test -z "$(APT)" || { $(SUDO) apt-get update -qq; \
		$(SUDO) apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; }
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
