#!/bin/sh
# The add-on for text recognition: from its locked wheels a .deb and a .tar.gz to be unpacked over the program's folder.
set -eu
cd "$(dirname "$0")/../.."
: "${SOURCE_DATE_EPOCH:?}"
version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' engine/machine/version.py)
machine=$(uname -m)
python=build/package-venv/bin/python
installed=build/package/ocr
work=build/package/linux-ocr
rm -rf $installed $work dist/fichero-ocr
$python -m pip install --quiet --only-binary :all: --require-hashes --no-deps --no-compile --target $installed -r packaging/requirements-ocr.lock
# Pillow's bill names libimagequant (GPL) among what it could be built with; in this build it must not be.
PYTHONPATH=$installed $python -c 'from PIL import features; raise SystemExit(bool(features.check("libimagequant")))' ||
    { echo "ocr.sh: this Pillow holds libimagequant, which is under the GPL" >&2; exit 1; }
inner=dist/fichero-ocr/_internal
mkdir -p $inner/rapidocr $work
cp -a $installed/PIL $installed/pillow.libs $inner/
cp -a $installed/rapidocr/models $inner/rapidocr/
rm -f $inner/PIL/*.pyi $inner/PIL/py.typed $inner/PIL/_imagingtk.* $inner/rapidocr/models/.gitkeep
$python packaging/bill_of_materials.py --add-on $installed $inner/licences-ocr

name=fichero-ocr-$version-linux-$machine
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu --mode=u+rwX,go+rX,go-w \
    -C dist/fichero-ocr -cf - _internal | gzip -9n > dist/$name.tar.gz

command -v dpkg-deb >/dev/null 2>&1 || exit 0
case $machine in x86_64) architecture=amd64 ;; aarch64) architecture=arm64 ;; *) architecture=$machine ;; esac
mkdir -p $work/DEBIAN $work/usr/lib/fichero $work/usr/share/doc/fichero-ocr
cp -a $inner $work/usr/lib/fichero/
cp packaging/linux/copyright $work/usr/share/doc/fichero-ocr/
cat > $work/DEBIAN/control <<CONTROL
Package: fichero-ocr
Version: $version
Architecture: $architecture
Maintainer: The authors of Fichero <authors@fichero.invalid>
Installed-Size: $(du -sk --apparent-size $work/usr | cut -f 1)
Depends: fichero (= $version)
Section: utils
Priority: optional
Description: text recognition for Fichero
 With this add-on Fichero reads scanned pages and pictures of text. Everything is done on this computer.
CONTROL
find $work/usr -type d -exec chmod 755 {} +
find $work/usr -type f -exec chmod 644 {} +
(cd $work && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > $work/DEBIAN/md5sums
dpkg-deb --root-owner-group --threads-max=2 -Zxz -z6 --build $work "dist/fichero-ocr_${version}_$architecture.deb" >/dev/null
rm -rf $work
