# Needs Python >= 3.11 and make. Everything else is installed into .venv in this checkout.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
APT := $(shell command -v apt-get)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: run lint check test fast test-all bench clean
.DEFAULT_GOAL := run

run: .venv/.run
	@$(BIN)/zermelo studio

# A file's tests run in one worker: they compile the same machine code.
# Four workers on two cores: browsers and servers leave a worker waiting.
PYTEST := $(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder

# Tests that touch every room and compile little: about a minute when the compile cache is warm.
CORE := tests/test_architecture.py tests/test_house.py tests/test_glossary.py tests/test_tree.py \
	tests/test_lecture.py tests/test_search.py tests/test_registry.py tests/test_check.py \
	tests/test_contract.py tests/test_perft.py tests/test_history.py tests/test_position.py \
	tests/test_play.py tests/test_cli.py tests/test_show.py tests/web/test_web_api.py \
	tests/test_engine_games.py::test_the_signature_is_what_it_was

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint
	$(PYTEST) -m "not slow" $(CORE)

# Lint and types beside the tests.
test: .venv/.dev .venv/.browser
	@$(MAKE) -j2 --no-print-directory lint fast

fast:
	ZERMELO_NEEDS_BROWSER=$(APT) $(PYTEST) -m "not slow"

test-all: lint .venv/.browser .venv/.latex
	ZERMELO_NEEDS_BROWSER=$(APT) ZERMELO_EXAMPLES=5000 $(PYTEST)

bench: .venv/.bench
	$(BIN)/python bench/gears.py
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/games.py
	$(BIN)/python bench/own_games.py
	$(BIN)/python bench/solve.py
	$(BIN)/python bench/chess_strength.py
	$(BIN)/python bench/go_strength.py

.venv/.made:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e .
	@$(BIN)/python -m compileall -q zermelo
	@touch $@

.venv/.dev: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e ".[dev]"
	@$(BIN)/python -m compileall -q zermelo
	@touch $@ .venv/.run

.venv/.bench: .venv/.made pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check -e ".[bench]"
	@touch $@ .venv/.run

# The stepper is tested in a browser. Without apt-get those tests run only if there is one.
.venv/.browser: .venv/.made
	@command -v chromium-headless-shell >/dev/null || test -z "$(APT)" || { \
		$(SUDO) apt-get update -qq; for browser in chromium-headless-shell chromium; do \
		$(SUDO) apt-get install -y -qq --no-install-recommends $$browser fonts-dejavu-core >/dev/null \
		&& break; done; }
	@touch $@

# The slow tests compile every LaTeX form. Without apt-get they run only if there is a pdflatex.
.venv/.latex: .venv/.made
	@kpsewhich forest.sty standalone.cls >/dev/null 2>&1 || test -z "$(APT)" || { \
		$(SUDO) apt-get update -qq; $(SUDO) apt-get install -y -qq --no-install-recommends \
		texlive-latex-recommended texlive-latex-extra texlive-pictures >/dev/null; }
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
