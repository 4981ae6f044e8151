# Each target is complete in itself on a bare clone: Python 3.11 or newer is all it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: install build play test lint docs pictures lock bench clean

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
	$(BIN)/python tools/client.py --test
	$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest -n auto

lint: install docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/names.py
	$(BIN)/python tools/client.py --check

# Strict: a warning, such as a link that leads nowhere, is an error.
docs: install
	$(BIN)/zensical build --clean --strict

# The pictures in the README: positions from games between bots, the same on every machine.
pictures: install
	for shot in 'pocket-hexes 58' 'beerhex 24' 'hex-roller 60' 'hexagone 50' 'hex-dice 80 -o preset=3'; do \
		set -- $$shot && game=$$1 at=$$2 && shift 2 && rm -f build/$$game.jsonl && \
		$(BIN)/bestagon simulate $$game "$$@" -n 1 -p 2 --seed 8 --seats search:200,search:200 -j 1 --out build/$$game.jsonl && \
		$(BIN)/bestagon draw build/$$game.jsonl --at $$at -o docs/pictures/$$game.svg || exit 1; \
	done

# Pins the newest versions that pyproject.toml allows.
lock: .venv/installed
	$(PIP) install uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade \
		--generate-hashes --no-annotate --no-header --no-emit-index-url -o requirements/dev.txt

bench: install
	BESTAGON_PURE=1 $(PIP) install -e '.[bench]'
	$(BIN)/python benchmarks/engine.py

clean:
	rm -rf .venv build client/dist client/node_modules src/*.egg-info examples/*.egg-info
	find src examples -name '*.so' -delete
