# The commands of the project. `make help` lists them. Each works in a fresh clone.

SHELL := /bin/sh
PYTHON_OF_VENV := .venv/bin/python

# The folder to index, as typed: a dollar sign or a quote in its name is no make syntax.
override FOLDER := $(value FOLDER)
export FOLDER

.PHONY: help run ocr test check check-reading bench bench-large bench-compare bench-reading eval check-consistency check-export heartbeat fuzz-reading lock package package-check clean distclean

help:
	@echo 'make run                                   set up, index the sample folder and open the window'
	@echo 'make run FOLDER=~/Documents                the same with a folder of yours'
	@echo 'make ocr                                   set up, with text recognition for scanned pages and pictures (an add-on)'
	@echo 'make test [ARGS=...]                       set up and run all tests (ARGS go to pytest)'
	@echo 'make check                                 linter and types'
	@echo 'make check-reading                         read the difficult files in FICHERO_DATA (default ../shared/data), print what is missed'
	@echo 'make bench [ARGS=--quick]                  speed, size and memory, each beside what it is measured against; bench/results.json'
	@echo 'make bench-large                           the same with an index of a million passages (needs 15 GB and an hour)'
	@echo 'make bench-compare A=rev B=rev [ARGS=...]  two revisions by turns'
	@echo 'make bench-reading                         speed of each reader beside public ones, measured in one run'
	@echo 'make eval [ARGS=...]                       measure retrieval on the sets in FICHERO_DATA (default ../shared/data)'
	@echo 'make fuzz-reading MINUTES=60 SEED=1        read damaged files without end; what breaks a rule lies in build/fuzz'
	@echo 'make check-consistency [SEED=n]            a laptop in fast motion: thousands of file operations, 200 kills, every store compared'
	@echo 'make check-export                          load an export into LanceDB on object storage: a server on this computer, in an environment of its own'
	@echo 'make heartbeat [ARGS=...]                  how long the window stands still while it starts, indexes, searches and shows large documents'
	@echo 'make lock                                  write requirements.lock and requirements-dev.lock anew (minutes)'
	@echo 'make package                               build the program, and on Linux a .deb and a .tar.xz from it, in dist/ (many minutes)'
	@echo 'make package-check                         test what was built, on a Debian without Python and without network (as root)'
	@echo 'make clean                                 remove what tests and builds leave'
	@echo 'make distclean                             remove the virtual environment and the prepared models too'

run:
	@sh packaging/setup_environment.sh run
	@sh packaging/start.sh

ocr:
	@sh packaging/setup_environment.sh ocr

test:
	@sh packaging/setup_environment.sh test
	@QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(PYTHON_OF_VENV) -m pytest $(ARGS)

check:
	@sh packaging/setup_environment.sh tools
	$(PYTHON_OF_VENV) -m ruff check .
	$(PYTHON_OF_VENV) -m mypy

check-reading:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.check_reading $(ARGS)

bench:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.bench $(ARGS)

bench-large:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.bench --large $(ARGS)

bench-compare:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.bench.compare $(A) $(B) $(ARGS)

bench-reading:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.bench_reading $(ARGS)

eval:
	@sh packaging/setup_environment.sh run
	@$(PYTHON_OF_VENV) -m tests.evaluate $(ARGS)

fuzz-reading:
	@sh packaging/setup_environment.sh test
	@$(PYTHON_OF_VENV) -m tests.fuzz_reading --minutes $(or $(MINUTES),5) --seed $(or $(SEED),1)

heartbeat:
	@sh packaging/setup_environment.sh test
	@$(PYTHON_OF_VENV) -m tests.heartbeat $(ARGS)

check-consistency:
	@sh packaging/setup_environment.sh test
	@SEED=$(SEED) $(PYTHON_OF_VENV) -m tests.check_consistency $(ARGS)

check-export:
	@sh packaging/setup_environment.sh test
	@[ -x build/storage-venv/bin/moto_server ] || { $(PYTHON_OF_VENV) -m venv build/storage-venv && build/storage-venv/bin/pip install -q 'moto[server]'; }
	@PATH="$$PWD/build/storage-venv/bin:$$PATH" $(PYTHON_OF_VENV) -m pytest tests/engine/sharing/test_export.py -rs $(ARGS)

lock:
	@sh packaging/lock.sh

package:
	@sh packaging/build.sh

package-check:
	@sh packaging/check/check.sh

clean:
	rm -rf build dist .sample-data .ruff_cache .mypy_cache .pytest_cache .hypothesis
	find . -path ./.venv -prune -o -type d -name __pycache__ -print | xargs -r rm -rf

distclean: clean
	rm -rf .venv models/files
