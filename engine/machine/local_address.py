"""The address of a model for written answers: on this computer, or refused. Looks at the words alone; who connects looks again."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from engine.errors import FicheroError

LONGEST = 200
LOCALHOST = "localhost"
CHAT = "/chat/completions"


class AddressRefused(FicheroError):
    code = "address-refused"

    def __init__(self, detail: str, in_spanish: str) -> None:
        self.detail, self.detail_in_spanish = detail, in_spanish
        super().__init__(
            f"The address of the model is not used: {detail}. It has to be on this computer, as http://127.0.0.1:8080/v1.",
            f"La dirección del modelo no se usa: {in_spanish}. Tiene que estar en este equipo, como http://127.0.0.1:8080/v1.",
        )


@dataclass(frozen=True, slots=True)
class LocalAddress:
    host: str           # "localhost", or an address of the loopback written in numbers
    port: int
    path: str           # of chat completions

    @property
    def authority(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_address(text: str) -> LocalAddress:
    """What `text` names.

    Raises:
        AddressRefused: it is no address of a server on this computer, or could be read as another one.
    """
    if len(text) > LONGEST or not text.isascii() or any(character.isspace() or character in "\\\x7f" or ord(character) < 33 for character in text):
        raise AddressRefused("it holds what no address holds", "contiene algo que ninguna dirección tiene")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise AddressRefused("it cannot be read", "no se entiende") from error
    if parts.scheme != "http":
        raise AddressRefused("it has to begin with http://", "tiene que empezar por http://")
    if "@" in parts.netloc or parts.query or parts.fragment or "?" in text or "#" in text:
        raise AddressRefused("it may hold no name, password, ? or #", "no admite nombre, contraseña, ? ni #")
    if not host or not is_this_computer(host):
        raise AddressRefused(f"{host or 'nothing'} is not this computer", f"{host or 'nada'} no es este equipo")
    if port == 0:
        raise AddressRefused("there is no port 0", "no existe el puerto 0")
    path = parts.path.rstrip("/")
    return LocalAddress(host, port or 80, path if path.endswith(CHAT) else path + CHAT)


def is_this_computer(host: str) -> bool:
    """127.0.0.0/8 and ::1 written in full, or the name localhost. No shorter or mapped way of writing them: programs differ in these."""
    if host == LOCALHOST:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return is_loopback(address)


def is_loopback(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return address in ipaddress.ip_network("127.0.0.0/8")
    return address == ipaddress.ip_address("::1") and address.scope_id is None
