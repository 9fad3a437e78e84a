"""What the system says of a failed call, in English and Spanish, whatever language the system itself speaks."""

from __future__ import annotations

import errno

_WORDS = {
    "EPERM": ("Operation not permitted", "operación no permitida"),
    "ENOENT": ("No such file or folder", "no existe el archivo o la carpeta"),
    "EIO": ("Input/output error", "error de lectura o escritura del disco"),
    "ENXIO": ("No such device", "no existe el dispositivo"),
    "ENOMEM": ("Out of memory", "falta memoria"),
    "EAGAIN": ("Try again later", "ocupado en este momento"),
    "EACCES": ("Permission denied", "permiso denegado"),
    "EBUSY": ("Busy: something else uses it", "ocupado: otro programa lo usa"),
    "EEXIST": ("It exists already", "ya existe"),
    "EXDEV": ("It is on another drive", "está en otra unidad"),
    "ENODEV": ("No such device", "no existe el dispositivo"),
    "ENOTDIR": ("Not a folder", "no es una carpeta"),
    "EISDIR": ("It is a folder", "es una carpeta"),
    "EINVAL": ("The name or the request is not valid", "el nombre o la operación no son válidos"),
    "EMFILE": ("Too many open files", "demasiados archivos abiertos"),
    "ENFILE": ("Too many open files in the system", "demasiados archivos abiertos en el sistema"),
    "ETXTBSY": ("A program that is running", "es un programa en marcha"),
    "EFBIG": ("File too large", "archivo demasiado grande"),
    "ENOSPC": ("No room left on the disk", "no queda sitio en el disco"),
    "EDQUOT": ("Disk quota exceeded", "se ha agotado la cuota de disco"),
    "EROFS": ("Read-only disk", "disco de solo lectura"),
    "EMLINK": ("Too many links", "demasiados enlaces"),
    "EPIPE": ("The other end is closed", "el otro extremo está cerrado"),
    "ENAMETOOLONG": ("Name too long", "nombre demasiado largo"),
    "ENOTEMPTY": ("The folder is not empty", "la carpeta no está vacía"),
    "ELOOP": ("Links that lead round in a circle", "enlaces que dan vueltas en círculo"),
    "EILSEQ": ("A name that the disk cannot hold", "un nombre que el disco no admite"),
    "ENOTSUP": ("The disk cannot do this", "el disco no lo admite"),
    "EOPNOTSUPP": ("The disk cannot do this", "el disco no lo admite"),
    "ENOSYS": ("The system cannot do this", "el sistema no lo admite"),
    "ENOLCK": ("No locks on this disk", "el disco no admite bloqueos"),
    "EDEADLK": ("Locked by another program", "bloqueado por otro programa"),
    "ESTALE": ("The network drive has changed meanwhile", "la unidad de red ha cambiado entretanto"),
    "ETIMEDOUT": ("It took too long to answer", "ha tardado demasiado en responder"),
    "ENOTCONN": ("The network drive is not connected", "la unidad de red no está conectada"),
    "ECONNREFUSED": ("Connection refused", "conexión rechazada"),
    "ECONNRESET": ("The connection broke off", "la conexión se ha cortado"),
    "ECONNABORTED": ("The connection broke off", "la conexión se ha cortado"),
    "ENETDOWN": ("The network is down", "la red no funciona"),
    "ENETUNREACH": ("The network cannot be reached", "no se llega a la red"),
    "EHOSTDOWN": ("The other computer does not answer", "el otro equipo no responde"),
    "EHOSTUNREACH": ("The other computer cannot be reached", "no se llega al otro equipo"),
    "EREMOTEIO": ("Input/output error of the network drive", "error de lectura o escritura de la unidad de red"),
    "ENOKEY": ("Encrypted, and not unlocked", "cifrado y sin desbloquear"),
    "ECANCELED": ("Called off", "cancelado"),
}
SPANISH = dict(_WORDS.values())         # English → Spanish, for what was kept in English
_BY_NUMBER = {number: _WORDS[name] for name in _WORDS if (number := getattr(errno, name, None)) is not None}


def system_words(error: OSError) -> tuple[str, str]:
    """English and Spanish; an error without a number, or with one that is not known here, in its own words."""
    known = _BY_NUMBER.get(error.errno or 0)
    own = " ".join((error.strerror or str(error) or type(error).__name__).split())
    return known or (own, own)
