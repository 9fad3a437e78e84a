#!/bin/sh
# Writes requirements.lock and requirements-dev.lock from pyproject.toml, with the hashes of the wheels of every platform.
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
        --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options "$@" pyproject.toml
}
compile --output-file requirements.lock "$@"
compile --extra dev --constraint requirements.lock --output-file requirements-dev.lock "$@"
