"""Members of a ZIP under WinZip's AES encryption, which the standard library does not read.

As APPNOTE 7.2 and WinZip's "AES Encryption Information" describe it: salt, a check of the password, the data in counter
mode, a code over the data. The cipher comes with py7zr, which needs it for its own archives.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import zipfile
import zlib
from typing import BinaryIO

METHOD = 99
_ITERATIONS = 1000
_CODE_BYTES = 10
_CHECK_BYTES = 2
_KEY_BYTES = {1: 16, 2: 24, 3: 32}          # by strength; the salt is half as long
_HEADER = struct.Struct("<4s5H3I2H")


class UnknownPacking(Exception):
    """Packed in another way than deflated or stored."""


class WrongPassword(Exception):
    """The password does not open the member."""


def unpacked(file: BinaryIO, info: zipfile.ZipInfo, password: bytes, max_bytes: int) -> bytes:
    """The member's bytes, at most max_bytes of them.

    Raises:
        WrongPassword, UnknownPacking
        zipfile.BadZipFile, zlib.error: damaged.
    """
    strength, method = _parameters(info)
    data = _raw(file, info)
    n_key = _KEY_BYTES[strength]
    n_salt = n_key // 2
    salt, check = data[:n_salt], data[n_salt : n_salt + _CHECK_BYTES]
    secret, code = data[n_salt + _CHECK_BYTES : -_CODE_BYTES], data[-_CODE_BYTES:]
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ITERATIONS, 2 * n_key + _CHECK_BYTES)
    if keys[2 * n_key :] != check:
        raise WrongPassword
    if not hmac.compare_digest(hmac.new(keys[n_key : 2 * n_key], secret, "sha1").digest()[:_CODE_BYTES], code):
        raise zipfile.BadZipFile("its authentication code differs")
    from Cryptodome.Cipher import AES
    from Cryptodome.Util import Counter

    plain = AES.new(keys[:n_key], AES.MODE_CTR, counter=Counter.new(128, initial_value=1, little_endian=True)).decrypt(secret)
    if method == zipfile.ZIP_STORED:
        return plain[:max_bytes]
    if method == zipfile.ZIP_DEFLATED:
        return zlib.decompressobj(-15).decompress(plain, max_bytes)
    raise UnknownPacking(f"method {method}")


def _parameters(info: zipfile.ZipInfo) -> tuple[int, int]:
    """Strength and true method of packing, from the member's extra field 0x9901."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == 0x9901 and size >= 7 and len(extra) >= 11:
            strength, method = struct.unpack_from("<BH", extra, 8)
            if strength in _KEY_BYTES:
                return strength, method
        extra = extra[4 + size :]
    raise zipfile.BadZipFile("no field on its encryption")


def _raw(file: BinaryIO, info: zipfile.ZipInfo) -> bytes:
    """The member as it lies in the file, behind its local header."""
    file.seek(info.header_offset)
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size or not header.startswith(b"PK\x03\x04"):
        raise zipfile.BadZipFile("no local header")
    n_name, n_extra = _HEADER.unpack(header)[-2:]
    file.seek(n_name + n_extra, 1)
    data = file.read(info.compress_size)
    if len(data) < info.compress_size or len(data) < 8 + _CHECK_BYTES + _CODE_BYTES:
        raise zipfile.BadZipFile("cut off")
    return data
