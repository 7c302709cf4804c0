# The commands of the project; `make help` lists them. A fresh machine needs Python 3.11 or newer and git.
.DEFAULT_GOAL := help
.PHONY: help run demo test live lint fmt bench lock docs schema pictures setup clean

PYTHON ?= $(shell for each in python3.13 python3.12 python3.11 python3; do \
	command -v $$each >/dev/null 2>&1 && $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

help: ## List the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-8s %s\n", $$1, $$2}'

$(VENV)/.run-stamp: requirements.lock
	@test -n "$(PYTHON)" || { echo "catalogsite needs Python 3.11 or newer; none was found on PATH." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
		|| { echo "python -m venv failed; on Debian and Ubuntu install the package python3-venv." >&2; exit 1; }
	@echo "Installing what catalogsite runs on (once, about a minute)"
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.test-stamp: requirements-test.lock $(VENV)/.run-stamp
	@echo "Installing what the tests need"
	@$(PIP) install --quiet --require-hashes -r requirements-test.lock
	@touch $@

setup: $(VENV)/.test-stamp ## Install everything for working on the project

run: $(VENV)/.run-stamp ## Start web, worker and scheduler; Ctrl-C stops all
	@exec $(BIN)/python manage.py up

test: $(VENV)/.test-stamp ## The whole suite that needs no server
	@$(BIN)/python -m pytest -m "not live" $(ARGS)

live: $(VENV)/.test-stamp ## Contract and journey suites against the servers named by the settings
	@$(BIN)/python -m pytest -m live -rs $(ARGS)

lint: $(VENV)/.test-stamp ## ruff, mypy, import contracts, templates, migrations
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/djlint templates --lint --quiet
	@DATA_DIR=$$(mktemp -d) $(BIN)/python manage.py makemigrations --check --dry-run

fmt: $(VENV)/.test-stamp ## Format code
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format --quiet .

bench: $(VENV)/.test-stamp ## Benchmarks, with the machine named
	@$(BIN)/python -m benchmarks $(ARGS)

schema: $(VENV)/.test-stamp ## Write docs/schema.graphql and docs/openapi.yaml anew
	@$(BIN)/python manage.py write_docs

docs: schema ## The generated pages of docs/

pictures: $(VENV)/.test-stamp ## The pictures of the README, from the running product
	@UPDATE_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_pictures.py

lock: ## Resolve requirements.in into the lock files (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade \
		requirements.in -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade \
		requirements-test.in -c requirements.lock -o requirements-test.lock

clean: ## Remove the environment and caches, keep the data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
