#!/bin/sh
# Writes requirements.lock and requirements-dev.lock from pyproject.toml, packaging/requirements-package.lock (what builds the program) and packaging/requirements-ocr.lock, with the hashes of the wheels of every platform.
# pip-tools lives in an environment of its own, so that it is no dependency of ours. Takes minutes. Versions that the
# locks hold and pyproject.toml still allows are kept; to renew them: sh packaging/lock.sh --upgrade
set -eu
cd "$(dirname "$0")/.."
sh packaging/setup_environment.sh run

tools=build/lock-venv
if [ ! -x $tools/bin/pip-compile ]; then
    .venv/bin/python -m venv $tools
    $tools/bin/python -m pip install --quiet pip-tools
fi
compile() {
    # Nothing of this machine goes into a lock: no index, host, path or option of its own.
    CUSTOM_COMPILE_COMMAND="make lock" $tools/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe \
        --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options "$@"
}
compile --output-file requirements.lock "$@" pyproject.toml
compile --extra dev --constraint requirements.lock --output-file requirements-dev.lock "$@" pyproject.toml
compile --allow-unsafe --constraint requirements.lock --output-file packaging/requirements-package.lock "$@" packaging/requirements-package.in
# Of the add-on only the packages that are named: a block begins with its name, and its hashes are indented.
ocr=packaging/requirements-ocr
compile --constraint requirements.lock --output-file build/requirements-ocr.all "$@" $ocr.in
names=$(sed -n 's/^\([A-Za-z0-9_-]*\)[=<>].*/\1/p' $ocr.in | paste -sd '|' -)
{
    printf '# Made by make lock from %s.in. To be installed without dependencies.\n' $ocr
    awk -v names="^($names)==" '/^[A-Za-z0-9]/ { keep = $0 ~ names } /^ *#/ { next } keep' build/requirements-ocr.all
} > $ocr.lock
