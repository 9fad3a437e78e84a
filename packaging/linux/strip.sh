#!/bin/sh
# Takes debugging sections and symbol tables that nothing at run time reads out of the shared libraries below FOLDER.
# Libraries that a wheel's tools have moved (a hash in their name) stay as they are: older `strip`s break those.
#
#     sh packaging/linux/strip.sh FOLDER
set -eu
folder=${1:?a folder}
find "$folder" -type f \( -name '*.so' -o -name '*.so.*' \) ! -path '*.libs/*' -print | LC_ALL=C sort | while read -r library; do
    case $(od -An -tx1 -N4 "$library" | tr -d ' \n') in
        7f454c46) strip --strip-unneeded --preserve-dates "$library" || true ;;     # one that it cannot take is left alone
    esac
done
