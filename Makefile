# The one door. Every target makes .venv when it is missing or pyproject.toml has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TEST_TOOLS := $(VENV)/.test-tools

# The tests start hundreds of processes: each is to read what the first of them compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo table lessons run check test speed fuzz guest coverage-clauses edge mutants crash day soak diagrams screenshots format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

demo: $(BIN)/dealer-assist ## watch a simulated table being dealt (ARGS="--speed 4 --seed 7")
	@$(BIN)/dealer-assist demo $(ARGS)

table: $(BIN)/dealer-assist ## deal a simulated table with your own hands, in the browser
	@$(BIN)/dealer-assist demo --hands $(ARGS)

lessons: $(BIN)/dealer-assist ## learn the holds and the slips, with a result to print (ARGS="--pack maryland")
	@$(BIN)/dealer-assist train $(ARGS)

run: $(BIN)/dealer-assist ## run the table of ./devices.toml
	@$(BIN)/dealer-assist run --config devices.toml $(ARGS)

check: $(TEST_TOOLS) ## lint, format, types, import contracts, layout
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python tests/layout.py

# The checks use one core: on the other the tests are compiled, once for all workers.
# Three workers on two cores: real ports and processes are waited for.
test: $(TEST_TOOLS) ## the checks, then the whole suite on two cores (needs chromium, sqlite3, openssl)
	@$(BIN)/python tests/needs_programs.py
	@$(BIN)/pytest -n 0 --collect-only -qq >/dev/null 2>&1 & \
		$(MAKE) --no-print-directory check && wait
	$(BIN)/pytest -n 3 --dist worksteal $(ARGS)

speed: $(TEST_TOOLS) ## measure the times that tests/MEASURED.md keeps
	@$(BIN)/python -m tests.speed $(ARGS)

coverage-clauses: $(TEST_TOOLS) ## which clauses of the rule texts are proven, outside, open
	@$(BIN)/dealer-assist rules coverage $(ARGS)

edge: $(TEST_TOOLS) ## the published house edges, dealt again over millions of rounds
	@$(BIN)/python -m tests.rules.edge $(ARGS)

mutants: $(TEST_TOOLS) ## plant one wrong rule at a time; a test must catch each (ARGS="--random 400 --seed 1": anywhere)
	@$(BIN)/python -m tests.rules.mutants $(ARGS)

day: $(TEST_TOOLS) ## 24 simulated hours of each pack, one device after the other failing (ARGS="--hours 3 --tell")
	@$(BIN)/python -m tests.acceptance.day $(ARGS)

crash: $(TEST_TOOLS) ## kill the daemon 1,000 times in mid-round, spoil 1,000 records
	$(BIN)/pytest tests/crash --kills 1000 --copies 1000 $(ARGS)

fuzz: $(TEST_TOOLS) ## spoiled bytes into every decoder for 20 minutes (ARGS="--minutes 5 --only frames")
	@$(BIN)/python -m tests.drivers.fuzz $(ARGS)

guest: $(TEST_TOOLS) ## real kernel, libusb, udev: the product in qemu (ARGS="--only hang"); builds its image once
	@$(BIN)/python -m tests.guest $(ARGS)

soak: $(TEST_TOOLS) ## 20,000 rounds with a hostile dealer over all packs, 300 clean ones of each, every leaf, every dead device
	@$(BIN)/python -m tests.procedure.walks.soak $(ARGS)
	@$(BIN)/python -m tests.bench.scenarios.obeying
	@$(BIN)/python -m tests.bench.scenarios.beside_play
	@$(BIN)/python -m tests.bench.scenarios.again
	@$(BIN)/python -m tests.browser.sweeps.soak
	@$(BIN)/python -m tests.rules.planted_leaves
	$(BIN)/pytest tests/bench/test_false_alarms.py -k devices --clean-rounds 300
	$(BIN)/pytest tests/acceptance/test_dead_devices.py --every-way
	$(BIN)/pytest tests/secrecy/test_pairs.py --scenes 28 --variants 6
	$(BIN)/pytest -n 3 --dist worksteal --soak

diagrams: $(TEST_TOOLS) ## draw the charts in controller/procedure/README.md again, in place
	@$(BIN)/python -m tests.cli.test_diagram

screenshots: $(TEST_TOOLS) ## photograph the pages into build/screenshots (ARGS=--readme: those of the README too)
	@$(BIN)/python -m tests.browser.looks.screenshots $(ARGS)

format: $(TEST_TOOLS) ## mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove .venv and every cache
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache build dist
	find controller drivers tests -name __pycache__ -prune -exec rm -rf {} +

# The command is its own stamp: touched last, so an interrupted install starts over.
$(BIN)/dealer-assist: pyproject.toml | $(BIN)/pip
	@echo "installing dealer-assist and what it needs into $(VENV) ..."
	@$(PIP) --editable .
	@touch $@

$(TEST_TOOLS): pyproject.toml $(BIN)/dealer-assist
	@echo "installing the tools of the tests into $(VENV) ..."
	@$(PIP) --upgrade 'pip>=25.1'
	@$(PIP) --group test
	@for tool in drivers/micropython browser/axe; do \
	  command -v npm >/dev/null && npm ci --silent --no-audit --no-fund --prefix tests/$$tool || \
	    echo "no npm, or no network: what needs tests/$$tool is skipped"; \
	done
	@touch $@

$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "No $(PYTHON) here. Install Python 3.11, 3.12 or 3.13, or name one: make PYTHON=python3.12"; \
	  exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) -V 2>&1); dealer-assist needs 3.11, 3.12 or 3.13."; \
	  echo "Name another: make PYTHON=python3.12"; \
	  exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv. On Debian or Ubuntu: sudo apt-get install python3-venv"; \
	  exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
