#!/bin/sh
# On macOS, after `make package`: signs dist/Fichero.app, puts it into a .dmg, and has that notarised.
#
#     FICHERO_IDENTITY="Developer ID Application: NAME (TEAM)" FICHERO_NOTARY=PROFILE sh packaging/macos/release.sh
#
# PROFILE: what `xcrun notarytool store-credentials PROFILE` has put into the keychain. Without an identity the bundle gets an ad-hoc
# signature: it then starts on this computer, and elsewhere only after the person has allowed it in the system's settings.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' engine/machine/version.py)
app=dist/Fichero.app
image=dist/fichero-$version-macos-$(uname -m).dmg
identity=${FICHERO_IDENTITY:--}
entitlements=packaging/macos/entitlements.plist
[ -d $app ] || { echo "release.sh: build it first: make package" >&2; exit 1; }

# Inside out: libraries first, programs with their rights after them, the bundle last. --deep is not for signing.
timestamp=--timestamp
[ "$identity" != - ] || timestamp=--timestamp=none
find $app/Contents -type f \( -name '*.dylib' -o -name '*.so' \) -print0 |
    xargs -0 codesign --force --options runtime $timestamp --sign "$identity"
find $app/Contents/Frameworks -type d -name '*.framework' -prune -print0 |
    xargs -0 codesign --force --options runtime $timestamp --sign "$identity"
codesign --force --options runtime $timestamp --entitlements $entitlements --sign "$identity" $app/Contents/MacOS/fichero
codesign --force --options runtime $timestamp --entitlements $entitlements --sign "$identity" $app
codesign --verify --deep --strict --verbose=2 $app

# The built program counts once it has indexed and found a sample.
data=$(mktemp -d)
trap 'rm -rf "$data" "${stage:-}"' EXIT
$app/Contents/MacOS/fichero index tests/data/sample --data "$data"
$app/Contents/MacOS/fichero search --json --top 3 --data "$data" -- E-4032 | grep -q '"rank": 1'

stage=$(mktemp -d)
cp -R $app "$stage/"
ln -s /Applications "$stage/Applications"
rm -f "$image"
hdiutil create -quiet -volname "Fichero $version" -srcfolder "$stage" -fs HFS+ -format ULMO "$image"
[ "$identity" != - ] || { echo "release.sh: $image has an ad-hoc signature and is not notarised" >&2; exit 0; }
codesign --force $timestamp --sign "$identity" "$image"
xcrun notarytool submit "$image" --keychain-profile "${FICHERO_NOTARY:?a profile of notarytool}" --wait
xcrun stapler staple "$image"
spctl --assess --type open --context context:primary-signature --verbose=2 "$image"
