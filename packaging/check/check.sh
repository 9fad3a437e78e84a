#!/bin/sh
# Tests the built program, not the source: on a Debian without Python and without any network, as an ordinary user.
#
#     make package-check                  after `make package`; as root, since a machine of its own is made with chroot and unshare
#
# It says of every check whether it passed, failed, or was skipped and why; the status is 1 when one failed.
# FICHERO_DATA: a folder whose difficult/files.tar.gz is indexed too (default ../shared/data). Results: build/package-check.
set -u
cd "$(dirname "$0")/../.."
work=build/package-check
root=$work/root
suite=${FICHERO_CHECK_SUITE:-bookworm}
version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' engine/machine/version.py)
deb=dist/fichero_${version}_$(dpkg --print-architecture 2>/dev/null).deb
ocr=dist/fichero-ocr_${version}_$(dpkg --print-architecture 2>/dev/null).deb
archive=dist/fichero-$version-linux-$(uname -m).tar.xz
python=build/package-venv/bin/python
failed=0
skipped=0

pass() { echo "passed   $*"; }
fault() { echo "FAILED   $*"; failed=$((failed + 1)); }
skip() { echo "skipped  $*"; skipped=$((skipped + 1)); }
# check NAME COMMAND...
check() {
    name=$1; shift
    if "$@" >"$work/last.log" 2>&1; then pass "$name"; else fault "$name: $(tail -n 3 "$work/last.log" | tr '\n' ' ')"; fi
}
has() { command -v "$1" >/dev/null 2>&1; }

mkdir -p $work
[ -e "$deb" ] && [ -e "$archive" ] || { echo "package-check: build it first: make package" >&2; exit 1; }

# ---- what needs no machine ------------------------------------------------------------------------------------------------------------

check "sizes" $python packaging/sizes.py dist/fichero --limits
if has desktop-file-validate; then
    for file in packaging/linux/*.desktop; do check "$(basename "$file")" desktop-file-validate "$file"; done
else skip "desktop-file-validate is not here"; fi
if has appstreamcli; then check "AppStream metadata" appstreamcli validate --no-net packaging/linux/org.fichero.Fichero.metainfo.xml
else skip "appstreamcli is not here"; fi
check "the .deb can be read" dpkg-deb --contents "$deb"
check "no Python package of the add-on or of the tests inside" sh -c '! ls -d dist/fichero/_internal/PIL dist/fichero/_internal/pytest dist/fichero/_internal/rapidocr 2>/dev/null'
check "no header, stub or test inside" sh -c '! find dist/fichero -name "*.h" -o -name "*.pyi" -o -path "*/tests/*" | grep .'
check "no readline, no library under the GPL" sh -c '! find dist/fichero -name "libreadline*" -o -name "libgdbm*" -o -name "libdb-*" | grep .'

# ---- the machine ------------------------------------------------------------------------------------------------------------------------

for tool in debootstrap chroot unshare strace; do
    has $tool || { skip "the built program in a system of its own: $tool is not here"; no_machine=yes; }
done
[ "$(id -u)" = 0 ] || { skip "the built program in a system of its own: this needs root"; no_machine=yes; }
if [ -n "${no_machine:-}" ]; then
    echo "$failed failed, $skipped skipped"
    exit $((failed > 0))
fi

if [ ! -e $work/base.done ]; then
    rm -rf "$work/base"
    debootstrap --variant=minbase "$suite" $work/base >$work/debootstrap.log 2>&1 || { fault "debootstrap: see $work/debootstrap.log"; exit 1; }
    [ ! -d /etc/apt/apt.conf.d ] || cp -a /etc/apt/apt.conf.d/. $work/base/etc/apt/apt.conf.d/
    cp /etc/resolv.conf $work/base/etc/resolv.conf 2>/dev/null || true
    chroot $work/base apt-get update -qq >/dev/null 2>&1 || true
    chroot $work/base env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends xvfb xdotool strace >$work/apt.log 2>&1 ||
        { fault "the tools of the test: see $work/apt.log"; exit 1; }
    : > $work/base.done
fi
rm -rf "$root"
cp -a $work/base $root

cp "$deb" $root/fichero.deb
[ ! -e "$ocr" ] || cp "$ocr" $root/fichero-ocr.deb
mkdir $root/portable && tar -xJf "$archive" -C $root/portable --strip-components 1 && chmod -R a+rX $root/portable
in_root() { chroot $root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
check "the .deb installs with its dependencies" in_root apt-get install -y -qq --no-install-recommends /fichero.deb fonts-dejavu-core
check "no Python on that system" in_root sh -c '! ls /usr/bin/python* /usr/local/bin/python* /usr/lib/python* 2>/dev/null | grep .'
in_root useradd -m -s /bin/sh ana

home=$root/home/ana
mkdir -p $home/Documentos $home/inside $home/results $home/tmp
cp -a tests/data/sample tests/data/legacy $home/Documentos/
difficult=${FICHERO_DATA:-../shared/data}/difficult/files.tar.gz
if [ -e "$difficult" ]; then
    mkdir $home/Documentos/difficult && tar -xzf "$difficult" -C $home/Documentos/difficult
else skip "no difficult files: $difficult is not here"; fi
cp packaging/check/inside.sh $home/inside/
chroot $root chown -R ana:ana /home/ana
chmod 700 $home/tmp

# Everything from here on has no network at all, and its own processes, /tmp and /dev/shm.
cat > $root/enter.sh <<'ENTER'
mount -t proc proc /proc
mount -t tmpfs tmpfs /dev/shm -o mode=1777
mount -t tmpfs tmpfs /tmp -o mode=1777
for device in null zero random urandom tty; do [ -c /dev/$device ] || mknod -m 666 /dev/$device c $(case $device in null) echo 1 3;; zero) echo 1 5;; random) echo 1 8;; urandom) echo 1 9;; tty) echo 5 0;; esac); done
exec runuser -u ana -- env -i HOME=/home/ana USER=ana PATH=/usr/bin:/bin LANG=C.UTF-8 FICHERO_LANGUAGE=es TMPDIR=/home/ana/tmp sh /home/ana/inside/inside.sh "$@"
ENTER
enter() { unshare --net --mount --pid --ipc --fork chroot $root sh /enter.sh "$@"; }

cold() { sync; echo 3 > /proc/sys/vm/drop_caches; }
for part in command window; do
    cold 2>/dev/null || skip "caches cannot be dropped: no cold start of the $part is measured"
    enter $part >$work/$part.log 2>&1 || true
    while read -r state text; do
        case $state in passed) pass "$text" ;; FAILED) fault "$text" ;; skipped) skip "$text" ;; *) echo "         $state $text" ;; esac
    done < $home/results/$part
    [ -e $home/results/$part.done ] || fault "the $part part did not come to its end: see $work/$part.log"
done
for trace in $home/results/*.trace; do
    check "$(basename "$trace" .trace): no socket but local ones, nothing written elsewhere" \
        $python packaging/check/system_calls.py /home/ana/.local/share/fichero /home/ana/tmp /dev/shm /home/ana/results -- "$trace"
    tail -n 1 $work/last.log | sed 's/^/         /'
done
if has convert && [ -e $home/results/screen.xwd ]; then
    convert "xwd:$home/results/screen.xwd" $work/screen.png 2>/dev/null && echo "         picture of the window: $work/screen.png"
fi

# ---- the archive, the add-on, the removal --------------------------------------------------------------------------------------------

enter archive >$work/archive.log 2>&1 || true
while read -r state text; do
    case $state in passed) pass "$text" ;; *) fault "$text" ;; esac
done < $home/results/archive
[ -e $home/results/archive.done ] || fault "the archive part did not come to its end: see $work/archive.log"

if [ -e $root/fichero-ocr.deb ] && has convert; then
    mkdir -p $home/Escaneados
    convert -background white -fill black -pointsize 48 -bordercolor white -border 60 label:'Factura del molino 7431' $home/Escaneados/factura.png
    chroot $root chown -R ana:ana /home/ana/Escaneados
    check "the add-on installs" in_root dpkg -i /fichero-ocr.deb
    enter ocr >$work/ocr.log 2>&1 || true
    while read -r state text; do
        case $state in passed) pass "$text" ;; *) fault "$text" ;; esac
    done < $home/results/ocr
    [ -e $home/results/ocr.done ] || fault "the part of text recognition did not come to its end: see $work/ocr.log"
    in_root dpkg -r fichero-ocr >/dev/null 2>&1
else skip "the add-on for text recognition: it, or convert, is not here"; fi

in_root sh -c 'dpkg -L fichero | sort' > $work/listed
check "removing says where the data lie" sh -c "chroot $root env DEBIAN_FRONTEND=noninteractive apt-get remove -y fichero 2>&1 | grep -F 'rm -r'"
check "and leaves them" test -e $home/.local/share/fichero/catalog.sqlite
check "removing takes all files of the package" sh -c "while read -r file; do [ ! -f $root\$file ] || echo \$file; done < $work/listed | (! grep .)"
in_root apt-get install -y -qq --no-install-recommends /fichero.deb >/dev/null 2>&1
in_root sh -c 'command -v debconf-communicate >/dev/null && echo "SET fichero/forget true" | debconf-communicate >/dev/null'
check "removing takes the data too where that was chosen" sh -c "chroot $root env DEBIAN_FRONTEND=noninteractive apt-get purge -y fichero && [ ! -e $home/.local/share/fichero ]"
check "and no document" test -e $home/Documentos/sample/comunidad/acta_junta_2024.pdf

echo "$failed failed, $skipped skipped"
exit $((failed > 0))
