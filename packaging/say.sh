# Read by the other scripts: say "en español" "in English" prints one of them, chosen as the program chooses.
case ${FICHERO_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
    '' | C | C.* | POSIX | es* | ca* | gl* | eu*) spanish=yes ;;
    *) spanish=no ;;
esac
say() { if [ $spanish = yes ]; then printf '%s\n' "$1"; else printf '%s\n' "$2"; fi; }
fail() { printf 'fichero: ' >&2; say "$1" "$2" >&2; exit 1; }
