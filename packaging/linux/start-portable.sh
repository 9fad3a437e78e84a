#!/bin/sh
# Starts Fichero so that index and settings lie beside it, in fichero-data: for a drive that you carry about.
# Inicia Fichero con el índice y los ajustes junto al programa, en fichero-data: para un disco que lleva consigo.
here=$(dirname "$(readlink -f "$0")")
if [ ! -e "$here/fichero-portable" ] && ! : > "$here/fichero-portable"; then
    echo "fichero: no se puede escribir en $here / $here cannot be written" >&2
    exit 1
fi
exec "$here/fichero" "$@"
