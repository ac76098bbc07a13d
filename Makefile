# The one door. Every target creates .venv when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TEST_TOOLS := $(VENV)/.test-tools

.PHONY: demo run test check speed crash clean format

$(BIN)/dealer-assist: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(TEST_TOOLS): pyproject.toml $(BIN)/dealer-assist
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test
	@touch $@

demo: $(BIN)/dealer-assist
	@$(BIN)/dealer-assist demo $(ARGS)

run: $(BIN)/dealer-assist
	@$(BIN)/dealer-assist run --config devices.toml $(ARGS)

check: $(TEST_TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python tests/layout.py

test: check
	@$(BIN)/python tests/needs_chromium.py
	$(BIN)/pytest -n 2 --dist worksteal

speed: $(TEST_TOOLS)
	@$(BIN)/python -m tests.speed

crash: $(TEST_TOOLS)
	$(BIN)/pytest tests/crash --kills 200

format: $(TEST_TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache build dist
