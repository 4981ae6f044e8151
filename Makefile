# Each target is complete in itself on a bare clone: Python 3.11 or newer is all it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: install environment build compile client play test test-all checked lint docs pictures audit sbom dist lock bench clean

# The package is installed in place and uncompiled; `build` compiles it there.
install: environment build

environment:
	$(PYTHON) tools/environment.py dev

build: compile client

compile: environment
	$(BIN)/python tools/build.py

client: environment
	$(BIN)/python tools/client.py

# Starts uncompiled with only what serving needs, and compiles in the background.
play:
	@$(PYTHON) tools/play.py

# Without the long tail: every number of players and option, whole games in the browser, damaged installations.
test: checked
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 10 -m "not long"

# What CI runs.
test-all: checked
	$(BIN)/python tools/all_tests.py

# The compiler leaves processors idle now and then, which the checks can use.
checked: environment
	$(MAKE) -j 2 compile lint
	$(BIN)/python tools/browser.py

lint: client
	$(BIN)/python tools/checks.py

# Strict: a warning, such as a link that leads nowhere, is an error.
docs: install
	$(BIN)/zensical build --clean --strict

# The pictures in the README: positions from games between bots, the same on every machine.
pictures: install
	for shot in 'pocket-hexes 58' 'beerhex 24' 'hex-roller 60' 'hexagone 50' 'hex-dice 40 -o preset=3'; do \
		set -- $$shot && game=$$1 at=$$2 && shift 2 && rm -f build/$$game.jsonl && \
		$(BIN)/bestagon simulate $$game "$$@" -n 1 -p 2 --seed 8 --seats search:200,search:200 -j 1 --out build/$$game.jsonl && \
		$(BIN)/bestagon draw build/$$game.jsonl --at $$at -o docs/pictures/$$game.svg || exit 1; \
	done

# Fails if a locked package has a known vulnerability; says so if that could not be checked.
audit: environment
	$(BIN)/python tools/advisories.py

# Bills of materials: build/sbom.
sbom: environment
	$(BIN)/python tools/sbom.py

# The source distribution and the uncompiled wheel, the same bytes for the same commit: dist.
dist: environment
	$(BIN)/python tools/dist.py

# Pins the newest versions that pyproject.toml allows; a server gets those that are tested.
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url
lock: environment
	$(PIP) install uv
	$(LOCK) --extra dev --upgrade -o requirements/dev.txt
	$(LOCK) --extra compile --constraint requirements/dev.txt --upgrade -o requirements/compile.txt
	$(LOCK) --extra server --extra postgres --extra print --constraint requirements/dev.txt --upgrade -o requirements/server.txt

bench: install
	BESTAGON_PURE=1 $(PIP) install -e '.[bench]'
	$(BIN)/python benchmarks/engine.py

clean:
	rm -rf .venv build dist client/dist client/node_modules src/*.egg-info examples/*.egg-info
