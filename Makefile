# A bare `make` lists the targets.
.DEFAULT_GOAL := help
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The stamps say which lock was installed; --no-build-isolation uses the locked build backend.
.venv/run.stamp: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements-dev.txt
	$(BIN)/pip install --quiet --require-hashes --requirement requirements-dev.txt
	@touch $@

install: .venv/run.stamp ## make .venv with the locked dependencies and the `eight` command

run: install ## serve on HOST:PORT (127.0.0.1:8000), building the tables if they are missing
	$(BIN)/eight serve --host $(HOST) --port $(PORT)

tables: install ## make the tables anew in data/
	$(BIN)/eight tables build data

verify: install ## prove every entry of the tables in data/
	$(BIN)/eight tables verify data

test: .venv/dev.stamp ## run every test
	$(BIN)/python -m pytest

lint: .venv/dev.stamp ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

screenshots: .venv/dev.stamp ## take the pictures of the page in docs/screenshots/
	$(BIN)/python -m tests.page.screenshots

bench: .venv/dev.stamp ## measure, as ratios against peers in the same run
	$(BIN)/python -m bench

soak: .venv/dev.stamp ## full load for SOAK_MINUTES (20), every answer checked
	$(BIN)/python -m bench.soak

FUZZ_SECONDS ?= 60
FUZZ_TARGETS := board_text judge_file pair_lines pair_document checker
fuzz: .venv/dev.stamp ## fuzz each reader for FUZZ_SECONDS (60); what fails is left in build/fuzz
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p build/fuzz/$$target && echo "fuzz: $$target" && \
		$(BIN)/python -m fuzz $$target -max_total_time=$(FUZZ_SECONDS) -max_len=2000 \
			-artifact_prefix=build/fuzz/$$target- build/fuzz/$$target tests/corpus/$$target || exit 1; \
	done

# The bill is of the run lock alone, so it is taken from an environment of its own.
audit: .venv/dev.stamp ## a bill of materials in build/, and known weaknesses in the lock
	rm -rf build/audit && $(PYTHON) -m venv --without-pip build/audit
	$(BIN)/pip --python build/audit/bin/python install --quiet --require-hashes \
		--requirement requirements.txt
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-file build/bill-of-materials.json build/audit/bin/python
	rm -rf build/audit
	$(BIN)/pip-audit --strict --progress-spinner off --disable-pip --require-hashes \
		--requirement requirements.txt || { \
		echo "audit: the lock is NOT known to be free of weaknesses: see above" >&2; exit 1; }

LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock" --extra build
lock: .venv/dev.stamp ## write the locks again from pyproject.toml
	$(LOCK) --output-file requirements.txt
	$(LOCK) --extra dev --constraint requirements.txt --output-file requirements-dev.txt

clean: ## remove .venv, the tables and every cache
	rm -rf .venv build dist bench/build .*_cache .hypothesis *.egg-info data/*.npy data/.[a-z]*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help install run tables verify test lint screenshots bench soak fuzz audit lock clean
