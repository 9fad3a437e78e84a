"""A hub on this computer that speaks the real one's protocol: model information, addresses of files at a commit, redirects
of large files to another host, digests in headers, ranges; and the ways in which it can fail."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LARGE = 10_000          # bytes from which a file is kept as a large one


@dataclass
class FakeHub:
    """What it has and how it behaves; `asked` notes each request as (host, method, path, Range)."""

    models: dict[str, dict[str, bytes]]
    gated: set[str] = field(default_factory=set)
    cut_after: int = 0              # bytes after which a transfer breaks off …
    n_cuts: int = 0                 # … so many times
    stall_after: int = 0            # bytes after which a transfer stands still
    is_lying: bool = False          # sends other bytes than it says
    ignores_ranges: bool = False
    tells_digests: bool = True      # in the list of files; else only in headers
    elsewhere: str = ""             # what large files are redirected to, instead of the second host
    asked: list[tuple[str, str, str, str]] = field(default_factory=list)
    address: str = ""
    files_address: str = ""

    def gets(self, path: str) -> list[str]:
        """The ranges asked for of a file, in order; "" for the whole."""
        return [asked for host, method, where, asked in self.asked
                if method == "GET" and where.endswith(f"/{path}") and (host == "files" or not self._is_large(path))]

    def _is_large(self, path: str) -> bool:
        return any(len(files.get(path, b"")) >= LARGE for files in self.models.values())


def of_folder(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def serving(hub: FakeHub) -> Iterator[FakeHub]:
    """Two hosts: the hub, and the one that large files lie on."""
    servers = []
    for host in ("hub", "files"):
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub, host))
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        servers.append(server)
    hub.address, hub.files_address = (f"http://127.0.0.1:{server.server_address[1]}" for server in servers)
    try:
        yield hub
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def _handler(hub: FakeHub, host: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hub.asked.append((host, self.command, urllib.parse.unquote(self.path), self.headers.get("Range", "")))
            parts = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).strip("/").split("/")
            if parts[:2] == ["api", "models"] and host == "hub":
                self._information("/".join(parts[2:4]), parts[-1])
            elif len(parts) > 4 and parts[2] == "resolve":
                self._file("/".join(parts[:2]), parts[3], "/".join(parts[4:]))
            else:
                self._error(404, "EntryNotFound")

        do_HEAD = do_GET

        def _information(self, name: str, revision: str) -> None:
            if name in hub.gated or name not in hub.models:
                self._error(401, "GatedRepo" if name in hub.gated else "RepoNotFound")
                return
            if revision not in ("main", "v1.0", COMMIT):
                self._error(404, "RevisionNotFound")
                return
            siblings = []
            for path, content in hub.models[name].items():
                entry: dict[str, object] = {"rfilename": path}
                if hub.tells_digests:
                    entry |= {"size": len(content), "blobId": _git_id(content)}
                    if len(content) >= LARGE:
                        entry["lfs"] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "pointerSize": 134}
                siblings.append(entry)
            body = json.dumps({"id": name, "sha": COMMIT, "siblings": siblings, "cardData": {"license": "mit"}}).encode()
            self._send(200, body, {"Content-Type": "application/json"})

        def _file(self, name: str, commit: str, path: str) -> None:
            content = hub.models.get(name, {}).get(path)
            if content is None or commit != COMMIT:
                self._error(404, "EntryNotFound")
            elif len(content) >= LARGE and host == "hub":
                self._send(302, b"", {
                    "Location": (hub.elsewhere or hub.files_address) + self.path, "X-Repo-Commit": COMMIT, "ETag": '"pointer"',
                    "X-Linked-Size": str(len(content)), "X-Linked-Etag": f'"{hashlib.sha256(content).hexdigest()}"',
                })
            else:
                self._content(content)

        def _content(self, content: bytes) -> None:
            start = 0
            headers = {"ETag": f'"{_git_id(content)}"', "Accept-Ranges": "bytes"}
            asked = self.headers.get("Range", "")
            if asked and not hub.ignores_ranges:
                start = int(asked.removeprefix("bytes=").rstrip("-"))
                headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            sent = content[start:]
            if hub.is_lying:
                sent = bytes(len(sent))
            if hub.n_cuts and len(sent) > hub.cut_after:
                hub.n_cuts -= 1
                self._send(206 if "Content-Range" in headers else 200, sent, headers, most=hub.cut_after)
                self.close_connection = True
                self.connection.close()
                return
            if hub.stall_after and len(sent) > hub.stall_after:
                self._send(206 if "Content-Range" in headers else 200, sent, headers, most=hub.stall_after)
                self.connection.settimeout(60)
                with contextlib.suppress(OSError):
                    self.connection.recv(1)         # until the other side is gone
                self.close_connection = True
                return
            self._send(206 if "Content-Range" in headers else 200, sent, headers)

        def _send(self, status: int, body: bytes, headers: dict[str, str], most: int | None = None) -> None:
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body[:most])
                self.wfile.flush()

        def _error(self, status: int, code: str) -> None:
            self._send(status, b"{}", {"X-Error-Code": code})

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _git_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
