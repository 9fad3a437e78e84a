"""Downloads files of a model from a hub, by name and revision: the only module of Fichero that opens a connection.

It is loaded by `models fetch` alone, which a person asks for by name. The protocol is that of Hugging Face's hub, which
mirrors speak too: `/api/models/NAME/revision/REVISION?blobs=true` tells commit, files, sizes and digests;
`/NAME/resolve/COMMIT/FILE` gives a file, often by a redirect to another host. Nothing but the names asked for is sent: no
token, no cookie, no figures about this machine. Every file is held against the digest that the hub gave for it.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import logging
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from email.message import Message
from pathlib import Path
from typing import IO, Any, cast

from models.errors import HubFailed
from models.unpacking import need_room, safe_path

log = logging.getLogger(__name__)

HUB = "https://huggingface.co"
NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,95}(/[\w.-]{1,95})?")
REVISION = re.compile(r"[\w./-]{1,120}")
TIMEOUT_S = 30.0
ATTEMPTS = 5                    # in a row without a byte
WAIT_S = 1.0                    # before the second attempt, then twice as long each time
INFO_BYTES = 20_000_000
PIECE = 1 << 18
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_INTERRUPTED = (http.client.HTTPException, ConnectionError, TimeoutError)

Progress = Callable[[str, int, int], None]      # file, bytes of it that are there, its size


@dataclass(frozen=True, slots=True)
class HubFile:
    """A digest is the SHA-256 of large files, the git object id of small ones; both None: the hub has not said yet."""

    path: str
    size: int | None
    sha256: str | None = None
    git_id: str | None = None


@dataclass(frozen=True, slots=True)
class HubModel:
    name: str
    commit: str
    licence: str            # "" where the hub does not say
    files: tuple[HubFile, ...]


class Hub:
    def __init__(self, endpoint: str = HUB, timeout_s: float = TIMEOUT_S, wait_s: float = WAIT_S) -> None:
        """
        Args:
            endpoint: a hub or its mirror; https, or http on this computer.
        Raises:
            HubFailed: another kind of address.
        """
        parts = urllib.parse.urlsplit(endpoint)
        is_local = parts.scheme == "http" and parts.hostname in LOOPBACK
        if not parts.hostname or not (parts.scheme == "https" or is_local) or parts.query or parts.username:
            raise HubFailed(
                f"{endpoint!r} is not the address of a hub: it must begin with https://.",
                f"{endpoint!r} no es la dirección de un repositorio de modelos: debe empezar por https://.",
            )
        self.host = parts.netloc
        self._endpoint = endpoint.rstrip("/")
        self._timeout_s = timeout_s
        self._wait_s = wait_s
        self._opener = _opener(_Redirects(is_local))
        self._stopper = _opener(_NoRedirects())

    def model(self, name: str, revision: str = "main") -> HubModel:
        """What the hub has under this name.

        Raises:
            HubFailed: no such model or revision, not for everybody, no connection, or an answer that makes no sense.
        """
        if not NAME.fullmatch(name) or not REVISION.fullmatch(revision) or ".." in name + revision:
            raise HubFailed(
                f"{name!r} is not a model's name on a hub. It looks like owner/model.",
                f"{name!r} no es el nombre de un modelo. Tiene la forma dueño/modelo.",
            )
        url = f"{self._endpoint}/api/models/{name}/revision/{urllib.parse.quote(revision, safe='')}?blobs=true"
        try:
            with self._open(url, name) as answer:
                content = json.loads(answer.read(INFO_BYTES))
            model = _model(name, content)
        except _INTERRUPTED as error:
            raise _no_connection(self.host, error) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise HubFailed(
                f"{self.host} gave no sensible answer about {name}. Is it a hub?",
                f"{self.host} no dio una respuesta válida sobre {name}. ¿Es un repositorio de modelos?",
            ) from error
        return model

    def download(
        self, model: HubModel, file: HubFile, folder: Path, progress: Progress = lambda name, done, size: None
    ) -> Path:
        """A file into `folder`, whole and checked. What has arrived before, also in an earlier run, is not sent again.

        Raises:
            HubFailed: interrupted too often, or not what the hub said it is.
            OSError: it cannot be written; the disk's room is looked at first.
        """
        place = folder / safe_path(file.path)
        place.parent.mkdir(parents=True, exist_ok=True)
        url = f"{self._endpoint}/{model.name}/resolve/{model.commit}/{urllib.parse.quote(file.path)}"
        if file.size is None or not (file.sha256 or file.git_id):
            file = self._asked_about(file, url, model.name)
        if place.is_file() and _is_right(place, file):
            return place
        part = place.with_name(place.name + ".part")
        for is_last in (False, True):
            was_begun = self._arrive(url, model.name, file, part, progress)
            if _is_right(part, file):
                os.replace(part, place)
                return place
            part.unlink()
            if is_last or not was_begun:        # a part of an earlier run may be what is wrong: once more from the start
                break
        raise HubFailed(
            f"{file.path} is not what the hub says it is (its digest differs). It was deleted; try again later.",
            f"{file.path} no es lo que dice el repositorio (no coincide su resumen). Se ha borrado; pruebe más tarde.",
        )

    def _arrive(self, url: str, name: str, file: HubFile, part: Path, progress: Progress) -> bool:
        """Until `part` has the file's size. Returns whether some of it was there before."""
        size = file.size or 0
        begun = part.stat().st_size if part.is_file() else 0
        if begun > size:
            part.unlink()
            begun = 0
        need_room(part.parent, size - begun)
        part.touch()
        done, failures = begun, 0
        while True:
            error: BaseException | None = None
            try:
                self._transfer(url, name, file, part, progress)
            except _INTERRUPTED as interrupted:
                error = interrupted
            before, done = done, part.stat().st_size
            if done >= size:
                return begun > 0
            failures = 1 if done > before else failures + 1
            if failures >= ATTEMPTS:
                raise _no_connection(self.host, error) from error
            log.info("the transfer was interrupted after %d bytes: %s", done, type(error).__name__)
            time.sleep(self._wait_s * 2 ** (failures - 1))

    def _transfer(self, url: str, name: str, file: HubFile, part: Path, progress: Progress) -> None:
        size = file.size or 0
        done = part.stat().st_size
        if done == size:
            return
        with self._open(url, name, {"Range": f"bytes={done}-"} if done else {}) as answer:
            if done and not _continues(answer, done):
                done = 0        # the whole file comes
            with part.open("r+b") as out:
                out.truncate(done)
                out.seek(done)
                while done < size and (piece := answer.read(min(PIECE, size - done))):
                    out.write(piece)
                    done += len(piece)
                    progress(file.path, done, size)
                out.flush()
                os.fsync(out.fileno())

    def _asked_about(self, file: HubFile, url: str, name: str) -> HubFile:
        """With size and digest from the headers of the file's own address, where the list of files has none."""
        try:
            with self._open(url, name, method="HEAD", follow=False) as answer:
                headers = answer.headers
        except _INTERRUPTED as error:
            raise _no_connection(self.host, error) from error
        size = headers.get("X-Linked-Size") or headers.get("Content-Length")
        tag = (headers.get("X-Linked-Etag") or headers.get("ETag") or "").removeprefix("W/").strip('"').lower()
        known = replace(
            file, size=int(size) if size and size.isdecimal() else file.size,
            sha256=tag if re.fullmatch("[0-9a-f]{64}", tag) else None,
            git_id=tag if re.fullmatch("[0-9a-f]{40}", tag) else None,
        )
        if known.size is None or not (known.sha256 or known.git_id):
            raise HubFailed(
                f"The hub gives no digest for {file.path}, so it cannot be checked.",
                f"El repositorio no da el resumen de {file.path}, así que no se puede comprobar.",
            )
        return known

    def _open(
        self, url: str, name: str, headers: Mapping[str, str] = {}, method: str = "GET", follow: bool = True
    ) -> http.client.HTTPResponse:
        """
        Raises:
            HubFailed: the server answered with an error, or there is no way to it.
        """
        request = urllib.request.Request(
            url, headers={"User-Agent": "fichero", "Accept-Encoding": "identity", **headers}, method=method
        )
        opener = self._opener if follow else self._stopper
        try:
            return cast("http.client.HTTPResponse", opener.open(request, timeout=self._timeout_s))
        except urllib.error.HTTPError as error:
            if not follow and 300 <= error.code < 400:
                return cast("http.client.HTTPResponse", error)
            with error:
                raise _refused(self.host, name, error.code, error.headers.get("X-Error-Code", "")) from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, _INTERRUPTED):
                raise error.reason from error
            raise _no_connection(self.host, error) from error


def _model(name: str, content: Any) -> HubModel:
    files = []
    for entry in content["siblings"]:
        large = entry.get("lfs") or {}
        path = safe_path(entry["rfilename"]).as_posix()
        size = large.get("size", entry.get("size"))
        digest = large.get("sha256") or large.get("oid")
        git_id = None if large else entry.get("blobId")
        files.append(HubFile(path, size if isinstance(size, int) else None, digest, git_id))
    commit = content["sha"]
    if not re.fullmatch("[0-9a-f]{40}", commit):
        raise ValueError("no commit")
    licence = (content.get("cardData") or {}).get("license") or ""
    return HubModel(name, commit, licence if isinstance(licence, str) else "", tuple(files))


def _continues(answer: http.client.HTTPResponse, done: int) -> bool:
    """Whether the server goes on where we are."""
    return answer.status == 206 and (answer.headers.get("Content-Range") or "").startswith(f"bytes {done}-")


def _is_right(path: Path, file: HubFile) -> bool:
    if path.stat().st_size != file.size:
        return False
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {file.size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as content:
        while piece := content.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest() == (file.sha256 or file.git_id)


def _no_connection(host: str, error: BaseException | None) -> HubFailed:
    why = getattr(error, "reason", None) or error
    detail = f"{type(why).__name__}: {str(why)[:120]}" if why else "interrupted"
    return HubFailed(
        f"The connection to {host} failed ({detail}). What has arrived is kept: the same command goes on from there.",
        f"Falló la conexión con {host} ({detail}). Lo recibido se conserva: la misma orden sigue desde ahí.",
    )


def _refused(host: str, name: str, status: int, code: str) -> HubFailed:
    if code == "GatedRepo" or (status in (401, 403) and code not in ("RepoNotFound", "")):
        return HubFailed(
            f"{name} is only given to those who have accepted its terms on {host}. Download it there with your browser, then "
            "use `models import`.",
            f"{name} solo se entrega a quien ha aceptado sus condiciones en {host}. Descárguelo allí con el navegador y use "
            "`models import`.",
        )
    if code == "RevisionNotFound":
        return HubFailed(f"{name} has no such revision on {host}.", f"{name} no tiene esa revisión en {host}.")
    if status in (401, 403, 404):
        return HubFailed(
            f"{host} has no model {name} that everybody may download. Check owner and name.",
            f"{host} no tiene un modelo {name} que cualquiera pueda descargar. Compruebe dueño y nombre.",
        )
    if status == 429:
        return HubFailed(f"{host} asks to wait: too many downloads. Try again later.",
                         f"{host} pide esperar: demasiadas descargas. Pruebe más tarde.")
    return HubFailed(f"{host} failed (HTTP {status}). Try again later.", f"{host} falló (HTTP {status}). Pruebe más tarde.")


class _Redirects(urllib.request.HTTPRedirectHandler):
    """To other hosts, never from https to http, never to anything else."""

    def __init__(self, is_local: bool) -> None:
        self._schemes = ("https", "http") if is_local else ("https",)

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        if urllib.parse.urlsplit(newurl).scheme not in self._schemes:
            raise urllib.error.URLError("a redirect to an address that is not https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)        # type: ignore[arg-type]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _opener(redirects: urllib.request.HTTPRedirectHandler) -> urllib.request.OpenerDirector:
    """HTTP and HTTPS only: no files, no FTP, no data addresses, no passwords. The system's proxy is used."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(), urllib.request.UnknownHandler(), urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(), urllib.request.HTTPDefaultErrorHandler(), redirects,
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener

