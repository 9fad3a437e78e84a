#!/bin/sh
# Builds the program into dist/: the folder dist/fichero, and from it, on Linux, a .deb and a .tar.xz; on macOS Fichero.app.
# The same revision gives the same bytes on the same system: fixed times, order and hash seed (docs/packaging.md).
#
#     sh packaging/build.sh            needs a clone with git; what it downloads are locked packages, at set-up alone
set -eu
cd "$(dirname "$0")/.."
. packaging/say.sh
umask 022
export LC_ALL=C.UTF-8 TZ=UTC PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1

sh packaging/setup_environment.sh package
python=build/package-venv/bin/python
SOURCE_DATE_EPOCH=$($python packaging/stamp.py)
export SOURCE_DATE_EPOCH

say "Se construye el programa (varios minutos)" "Building the program (several minutes)" >&2
rm -rf dist/fichero dist/fichero-ocr
$python -m PyInstaller --noconfirm --clean --log-level WARN --distpath dist --workpath build/package packaging/fichero.spec
if [ "$(uname)" = Linux ]; then
    sh packaging/linux/strip.sh dist/fichero
    $python packaging/linux/slim.py dist/fichero
    sh packaging/linux/archives.sh
    sh packaging/linux/ocr.sh
fi
$python packaging/sizes.py dist/fichero
