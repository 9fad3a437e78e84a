#!/bin/sh
# Makes .venv, installs the locked dependencies, looks for the system libraries that Qt needs, prepares the models.
#
#     sh packaging/setup_environment.sh run|ocr|test|tools|package
#
# run: what the program needs. ocr: that, and the add-on for text recognition. test: all of it, and what the tests need. tools: Python packages only (linter and types).
# package: what `make package` builds with, in an environment of its own, so that nothing else comes into the program.
# What was done once is not done again: .venv/stamp-* hold the checksum of what was installed. Debian packages that
# are missing are installed when this runs as root, and otherwise named with the command that installs them.
set -eu
cd "$(dirname "$0")/.."

what=${1:?run, ocr, test, tools or package}
venv=.venv
[ "$what" != package ] || venv=build/package-venv
python=$venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore

. packaging/say.sh

# ---- Debian packages ------------------------------------------------------------------------------------------------

# Libraries by file name, since packages change their names between releases.
QT_LIBRARIES='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0
libdbus-1.so.3 libdbus-1-3
libxkbcommon.so.0 libxkbcommon0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libX11-xcb.so.1 libx11-xcb1
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-render.so.0 libxcb-render0
libxcb-shape.so.0 libxcb-shape0
libxcb-shm.so.0 libxcb-shm0
libxcb-sync.so.1 libxcb-sync1
libxcb-xfixes.so.0 libxcb-xfixes0
libxcb-xkb.so.1 libxcb-xkb1
'

missing_qt_packages() {
    known=$(/sbin/ldconfig -p 2>/dev/null || ldconfig -p 2>/dev/null || true)
    [ -n "$known" ] || return 0             # not Linux with glibc: Qt's own wheel says what it lacks
    echo "$QT_LIBRARIES" | while read -r library package; do
        [ -z "$library" ] && continue
        case "$known" in *"$library "*) ;; *) printf '%s ' "$package" ;; esac
    done
    # Without any font Qt draws empty boxes.
    [ -n "$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-/nonexistent}/.local/share/fonts" \
            \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) 2>/dev/null | head -n 1)" ] || printf 'fonts-dejavu-core '
}

missing_test_packages() {
    for pair in Xvfb:xvfb xdotool:xdotool import:imagemagick unshare:util-linux; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || printf '%s ' "${pair##*:}"
    done
}

# PyInstaller asks objdump what a library needs, and takes the interpreter as a shared library, which Debian packs apart.
missing_package_tools() {
    [ "$(uname)" = Linux ] || return 0
    for pair in objdump:binutils strip:binutils dpkg-deb:dpkg xz:xz-utils gzip:gzip; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || printf '%s ' "${pair##*:}"
    done
    $python -c 'import sys, sysconfig; name = sysconfig.get_config_var("INSTSONAME"); import ctypes; ctypes.CDLL(name)' 2>/dev/null ||
        $python -c 'import os, sysconfig; v = sysconfig.get_config_var; raise SystemExit(not os.path.exists(os.path.join(v("LIBDIR"), v("INSTSONAME"))))' ||
        printf 'libpython3.11 '
}

is_root() { [ "$(id -u)" = 0 ]; }

# install_debian PURPOSE PACKAGE...: 1 when they are still missing afterwards.
install_debian() {
    purpose=$1; shift
    [ $# -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        say "A este sistema le faltan bibliotecas ($purpose). En Debian están en los paquetes: $*" \
            "This system lacks libraries ($purpose). On Debian they are in the packages: $*" >&2
        return 1
    fi
    if ! is_root; then
        say "Faltan paquetes de Debian ($purpose). Se instalan con:" \
            "Debian packages are missing ($purpose). Install them with:" >&2
        say "    sudo apt-get install --no-install-recommends $*" "    sudo apt-get install --no-install-recommends $*" >&2
        return 1
    fi
    say "Se instalan paquetes de Debian ($purpose): $*" "Installing Debian packages ($purpose): $*" >&2
    export DEBIAN_FRONTEND=noninteractive
    # With the lists as they are first: they may be fresh, and updating them needs the network.
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 </dev/null && return 0
    apt-get update -qq </dev/null >&2 && apt-get install -y -qq --no-install-recommends "$@" </dev/null >&2
}

# ---- Python ---------------------------------------------------------------------------------------------------------

is_python_311() { "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' >/dev/null 2>&1; }
can_make_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

find_python() {
    found=
    for candidate in ${PYTHON:-} python3.11 python3 /usr/bin/python3.11 /usr/local/bin/python3.11; do
        is_python_311 "$candidate" || continue
        [ -n "$found" ] || found=$candidate
        if can_make_venv "$candidate"; then found=$candidate; break; fi
    done
    [ -n "$found" ] || fail \
        "hace falta Python 3.11. En Debian 12: apt-get install python3 python3-venv. Si está en otro sitio: make run PYTHON=/ruta/python3.11" \
        "Python 3.11 is needed. On Debian 12: apt-get install python3 python3-venv. If it is elsewhere: make run PYTHON=/path/python3.11"
    echo "$found"
}

make_venv() {
    if [ -x $python ] && is_python_311 $python && $python -m pip --version >/dev/null 2>&1; then return; fi
    base=$(find_python)
    if ! can_make_venv "$base"; then
        install_debian "venv" python3.11-venv || exit 1
        base=$(find_python)
        can_make_venv "$base" || fail "a $base le falta el módulo venv; nombre otro: make run PYTHON=/ruta/python3.11" \
            "$base has no venv module; name another: make run PYTHON=/path/python3.11"
    fi
    say "Se crea el entorno virtual $venv ($base)" "Making the virtual environment $venv ($base)" >&2
    rm -rf $venv
    "$base" -m venv $venv
}

checksum() { cat "$@" | $python -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'; }

# done_before NAME SUM / mark_done NAME SUM: the stamps.
done_before() { [ "$(cat "$venv/stamp-$1" 2>/dev/null)" = "$2" ]; }
mark_done() { echo "$2" > "$venv/stamp-$1"; }

# install_locked LOCK [OPTION]: wheels only: nothing is compiled, and no code of a package runs while it is installed.
install_locked() {
    sum=$(checksum "$1")
    stamp=$(basename "$1")
    if done_before "$stamp" "$sum"; then return; fi
    say "Se instalan las dependencias de $1 (unos minutos la primera vez)" \
        "Installing the dependencies of $1 (a few minutes the first time)" >&2
    quiet=--quiet
    [ ! -t 1 ] || quiet=                    # a person at a terminal sees the downloads
    $python -m pip install $quiet --only-binary :all: --require-hashes ${2:-} -r "$1" || fail \
        "no se han instalado los paquetes de $1. ¿Hay conexión con el índice de paquetes? Vuelva a empezar: lo descargado se conserva." \
        "the packages of $1 were not installed. Is the package index reachable? Start again: what was downloaded is kept."
    mark_done "$stamp" "$sum"
}

# The add-on goes in without dependencies: of rapidocr only the networks are used.
install_ocr() { install_locked packaging/requirements-ocr.lock --no-deps; }

prepare_models() {
    sum=$(checksum $(find models -path models/files -prune -o -type f ! -name '*.pyc' -print | LC_ALL=C sort) requirements.lock)
    if [ -s models/files/manifest.json ] && done_before models "$sum"; then return; fi
    say "Se preparan los modelos (una sola vez)" "Preparing the models (once)" >&2
    $python main.py models prepare >&2 || fail "no se han podido preparar los modelos" "the models were not prepared"
    mark_done models "$sum"
}

# ---- What is asked for ------------------------------------------------------------------------------------------------

make_venv
install_locked requirements.lock
case $what in
    test | tools) install_locked requirements-dev.lock ;;
esac
case $what in
    ocr | test) install_ocr ;;
esac
case $what in
    run | ocr)
        # Without them the program still works in the terminal, so this does not stop it; start.sh says why no window.
        install_debian "Qt" $(missing_qt_packages) || true
        prepare_models ;;
    test)
        install_debian "Qt" $(missing_qt_packages) || fail "las pruebas de la ventana necesitan esos paquetes" "the tests of the window need those packages"
        install_debian "tests" $(missing_test_packages) ||
            say "Las pruebas que los necesitan se saltarán." "Tests that need them will be skipped." >&2
        prepare_models ;;
    tools) ;;
    package)
        install_locked packaging/requirements-package.lock
        # PyInstaller asks Qt itself where its parts lie.
        install_debian "package" $(missing_package_tools) $(missing_qt_packages) || fail "la construcción necesita esos paquetes" "the build needs those packages"
        prepare_models ;;
    *) fail "no se conoce: $what" "unknown: $what" ;;
esac

[ "$what" != ocr ] || say "El reconocimiento de texto está instalado ($($python -m pip list --format freeze | grep '^rapidocr==')). Falta activarlo:
  en la ventana: menú > Leer páginas escaneadas e imágenes (lento)
  en el terminal: $python main.py index --ocr CARPETA" \
    "Text recognition is installed ($($python -m pip list --format freeze | grep '^rapidocr==')). It is still to be switched on:
  in the window: menu > Read scanned pages and pictures (slow)
  in the terminal: $python main.py index --ocr FOLDER"
