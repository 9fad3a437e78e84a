"""EPUB 2 and 3 by zipfile, lxml and the HTML reader: chapters in the order of the spine, titles of the contents."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from urllib.parse import unquote, urldefrag

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.html import add_html, declared_charset
from engine.reading.packages import Package, add_core_properties, attribute
from engine.reading.source import Source

_FONT_ALGORITHMS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def read_epub(source: Source) -> Document:
    """Raises Unreadable "encrypted" for books under DRM, "damaged" where no spine can be found."""
    with Package(source) as package:
        opf_name = _opf(package)
        opf = package.xml(opf_name)
        if opf is None:
            raise Unreadable("damaged", "the package document is missing or broken")
        builder = DocumentBuilder("epub")
        add_core_properties(builder, opf.find("{*}metadata"))
        folder = posixpath.dirname(opf_name)
        manifest = {
            attribute(item, "id") or "": (_joined(folder, attribute(item, "href") or ""), attribute(item, "media-type") or "",
                                          attribute(item, "properties") or "")
            for item in opf.iter("{*}item")
        }
        chapters = [manifest[key][0] for ref in opf.iter("{*}itemref") if (key := attribute(ref, "idref") or "") in manifest]
        locked = _encrypted_parts(package)
        if chapters and all(chapter in locked for chapter in chapters):
            raise Unreadable("encrypted", "protected by digital rights management")
        titles = _contents_titles(package, manifest)
        for chapter in dict.fromkeys(chapters):
            _add_chapter(builder, package, chapter, titles.get(chapter))
        return builder.build()


def _opf(package: Package) -> str:
    container = package.xml("META-INF/container.xml")
    for root in () if container is None else container.iter("{*}rootfile"):
        name = unquote(attribute(root, "full-path") or "")
        if package.size(name):
            return name
    return next((name for name in package.names if name.lower().endswith(".opf")), "")


def _joined(folder: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(urldefrag(href)[0])))


def _encrypted_parts(package: Package) -> set[str]:
    root = package.xml("META-INF/encryption.xml")
    parts = set()
    for data in () if root is None else root.iter("{*}EncryptedData"):
        method = next(data.iter("{*}EncryptionMethod"), None)
        reference = next(data.iter("{*}CipherReference"), None)
        if method is not None and reference is not None and attribute(method, "Algorithm") not in _FONT_ALGORITHMS:
            parts.add(unquote(attribute(reference, "URI") or ""))
    return parts


def _contents_titles(package: Package, manifest: dict[str, tuple[str, str, str]]) -> dict[str, str]:
    """Title of each chapter file that a table of contents (EPUB 3 nav, EPUB 2 ncx) points to as a whole."""
    titles: dict[str, str] = {}
    for name, media_type, properties in manifest.values():
        if "nav" in properties.split():
            root = package.xml(name)
            for link in () if root is None else root.iter("{*}a"):
                _note_title(titles, name, link.get("href") or "", "".join(link.itertext()))
        elif media_type == "application/x-dtbncx+xml":
            root = package.xml(name)
            for point in () if root is None else root.iter("{*}navPoint"):
                target = point.find("{*}content")
                label = point.find("{*}navLabel/{*}text")
                if target is not None and label is not None:
                    _note_title(titles, name, target.get("src") or "", label.text or "")
    return titles


def _note_title(titles: dict[str, str], contents: str, href: str, title: str) -> None:
    chapter = _joined(posixpath.dirname(contents), href)
    title = " ".join(title.split())
    if title:
        titles.setdefault(chapter, title)


def _add_chapter(builder: DocumentBuilder, package: Package, name: str, title: str | None) -> None:
    try:
        data = package.read(name)
    except Unreadable as problem:
        if problem.reason == "too-large":
            raise
        return
    if not data or b"<" not in data[:4000]:
        return
    chapter = DocumentBuilder("html", title=builder.title or "-")
    add_html(chapter, decode(data, declared_charset(data)))
    document = chapter.build_without_language()
    first = document.blocks[0] if document.blocks else None
    if title and first is not None and first.kind == "paragraph" and _same(document.text[first.start : first.end], title):
        document = replace(document, blocks=(replace(first, kind="heading", level=1), *document.blocks[1:]))
    elif title and first is not None and first.kind != "heading":
        builder.heading(title, 1)
    builder.append(document)


def _same(text: str, title: str) -> bool:
    """Whether a chapter begins with its title, in a paragraph made to look like a heading (Calibre, LibreOffice)."""
    return " ".join(text.split()).casefold() == title.casefold()
