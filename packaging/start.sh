#!/bin/sh
# Indexes a folder and opens the window. FOLDER: the folder; unset: the samples, in an index of their own.
# With no display it says why there is no window, and answers sample questions in the terminal instead.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

. packaging/say.sh

# The shell expands ~ only where it is not quoted; make hands it on as typed.
case ${FOLDER:-} in
    '~') FOLDER=$HOME ;;
    '~/'*) FOLDER=$HOME/${FOLDER#'~/'} ;;
esac

# Why no window can open, in one line; nothing when one can.
why_no_window() {
    if [ "$(uname)" = Linux ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
        say 'no hay pantalla (ni DISPLAY ni WAYLAND_DISPLAY están definidas)' \
            'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
        return
    fi
    case ${QT_QPA_PLATFORM:-} in
        offscreen* | minimal*)
            say "QT_QPA_PLATFORM=$QT_QPA_PLATFORM no muestra nada" "QT_QPA_PLATFORM=$QT_QPA_PLATFORM shows nothing"
            return ;;
    esac
    # Qt ends the process when it cannot reach the display or lacks a library: so ask it in one of its own.
    if ! said=$($python -c 'from PySide6.QtGui import QGuiApplication; QGuiApplication([])' 2>&1 </dev/null); then
        printf '%s\n' "$said" | grep -v '^$' | head -n 3 | tr '\n' ' '
        echo
    fi
}

if [ -n "${FOLDER:-}" ]; then
    set --                                  # a person's own folder goes into the person's own index
else
    FOLDER=tests/data/sample
    samples=yes
    set -- --data "${SAMPLE_DATA:-.sample-data}"
fi
[ -e "$FOLDER" ] || fail "no existe la carpeta $FOLDER" "there is no folder $FOLDER"

reason=$(why_no_window)
if [ -z "$reason" ]; then
    # A person's own folder is read while the window is open: nobody waits for it.
    [ -n "${samples:-}" ] || exec $python main.py --add="$FOLDER"
    $python main.py index "$@" -- "$FOLDER"
    exec $python main.py "$@"
fi

say "No se abre ninguna ventana: $reason" "No window opens: $reason"
say "Se indexa la carpeta $FOLDER" "Indexing the folder $FOLDER"
$python main.py index "$@" -- "$FOLDER"
if [ -z "${samples:-}" ]; then
    say 'Para buscar en ella:  .venv/bin/python main.py search "su pregunta"' \
        'To search it:  .venv/bin/python main.py search "your question"'
    exit 0
fi
for question in \
    '¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?' \
    'E-4032' \
    '¿Con cuánta antelación puedo anular la casa de vacaciones sin pagar?'
do
    printf '\n== %s\n' "$question"
    $python main.py search --top 2 "$@" -- "$question"
done
echo
say 'Otra pregunta:  .venv/bin/python main.py search --data .sample-data "su pregunta"' \
    'Another question:  .venv/bin/python main.py search --data .sample-data "your question"'
