# One virtual environment in .venv does everything; python3 (3.11 or later) is all that has to be there.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: demo test check fuzz slow goldens docs measured bench warmup clean

$(STAMP): pyproject.toml constraints.txt
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[train,test,dev]"
	touch $(STAMP)

demo: $(STAMP)               ## train a China bot for a minute, evaluate it, show where the results are
	rm -rf runs/demo
	$(BIN)/python examples/china_ppo.py --minutes 1 --seed 1 --out runs/demo

test: warmup                 ## the test-suite
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

check: $(STAMP) .typing      ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fuzz: warmup                 ## long random play: minutes to hours
	$(BIN)/python -m pytest -q -n 2 --fuzz -m fuzz

slow: warmup                 ## the tests that take minutes: builds, cold starts, training
	$(BIN)/python -m pytest -q --slow -m slow

goldens: warmup              ## record the games of tests/golden anew
	$(BIN)/python tests/goldens.py

docs: warmup                 ## write the generated pages of docs/
	$(BIN)/python docs/build.py

measured: warmup             ## play the matches whose figures the pages of docs/ show, then write the pages
	$(BIN)/python docs/measure.py
	$(BIN)/python docs/build.py

bench: warmup                ## the speed table
	$(BIN)/python benchmarks/speed.py

warmup: $(STAMP)
	@$(BIN)/python -m meeplezoo warmup

# mypy sees the import package through links, as no folder of the repository is called meeplezoo
.typing: $(wildcard envs/*)
	rm -rf .typing
	mkdir -p .typing/meeplezoo/envs
	for path in envs/_root/* wrappers bots; do ln -s "../../$$path" .typing/meeplezoo/; done
	for path in $(filter-out envs/_root,$(wildcard envs/*)); do ln -s "../../../$$path" .typing/meeplezoo/envs/; done

clean:
	rm -rf .venv .typing build *.egg-info runs
