# Each target is complete in itself on a bare clone: Python 3.11 or newer is all it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: install build play test lint docs pictures audit sbom dist lock bench clean

install: .venv/installed build

# The package is installed in place and uncompiled; `build` compiles it there.
.venv/installed: pyproject.toml examples/pyproject.toml requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit("bestagon needs Python 3.11 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) install --require-hashes -r requirements/dev.txt
	BESTAGON_PURE=1 $(PIP) install --no-deps --no-build-isolation -e .
	$(PIP) install --no-deps --no-build-isolation --config-settings editable_mode=compat -e ./examples
	touch $@

build: .venv/installed
	$(BIN)/python tools/build.py
	$(BIN)/python tools/client.py

play: install
	$(BIN)/bestagon serve --browse

test: install lint
	$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: install
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
audit: .venv/installed
	$(BIN)/python tools/advisories.py

# Bills of materials: build/sbom.
sbom: .venv/installed
	$(BIN)/python tools/sbom.py

# The source distribution and the uncompiled wheel, the same bytes for the same commit: dist.
dist: .venv/installed
	$(BIN)/python tools/dist.py

# Pins the newest versions that pyproject.toml allows; a server gets those that are tested.
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url
lock: .venv/installed
	$(PIP) install uv
	$(LOCK) --extra dev --upgrade -o requirements/dev.txt
	$(LOCK) --extra server --extra postgres --constraint requirements/dev.txt --upgrade -o requirements/server.txt

bench: install
	BESTAGON_PURE=1 $(PIP) install -e '.[bench]'
	$(BIN)/python benchmarks/engine.py

clean:
	rm -rf .venv build dist client/dist client/node_modules src/*.egg-info examples/*.egg-info
	find src examples -name '*.so' -delete -o -name '*.so.new' -delete
