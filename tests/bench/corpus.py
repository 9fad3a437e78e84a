"""Folders of real documents for measuring, from Debian's documentation packages: Spanish first, PDFs, web pages, office files.

Packages are fetched with `apt-get download` into build/bench/debs and unpacked beside, nothing is installed. What a
folder holds depends on the versions of the packages alone.
"""

from __future__ import annotations

import fnmatch
import gzip
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import Skipped


@dataclass(frozen=True, slots=True)
class Share:
    """Files of one package: at most `n_small` or `n_all` of those that a pattern fits, evenly spaced by name."""

    folder: str
    package: str
    patterns: tuple[str, ...]
    n_all: int
    n_small: int


def _share(folder: str, package: str, patterns: str, n_all: int, n_small: int) -> Share:
    return Share(folder, package, tuple(patterns.split()), n_all, n_small)


SHARES: tuple[Share, ...] = (
    _share("Documentos/Manuales", "debian-reference-es", "*.pdf", 1, 1),
    _share("Documentos/Manuales", "debian-edu-doc-es", "*bookworm*.pdf", 1, 1),
    _share("Documentos/Manuales", "maint-guide-es", "*.pdf", 1, 1),
    _share("Documentos/Manuales", "eyes17-manuals-es", "*.pdf", 1, 1),
    _share("Documentos/Manuales", "installation-guide-amd64", "*/es/*.pdf.gz", 1, 1),
    _share("Documentos/Universidad", "texlive-lang-spanish", "*texlive-doc*.pdf", 40, 10),
    _share("Documentos/Presentaciones", "packaging-tutorial", "*.pdf", 5, 2),
    _share("Documentos/Presentaciones", "r-cran-officer", "*.pptx *.pptx.gz", 5, 2),
    _share("Documentos/Plantillas", "r-cran-officer", "*.docx *.docx.gz", 8, 3),
    _share("Documentos/Hojas de cálculo", "r-cran-openxlsx", "*.xlsx *.xls *.csv", 60, 10),
    _share("Documentos/Hojas de cálculo", "r-cran-readxl", "*.xlsx *.xls *.csv", 60, 10),
    _share("Documentos/Libros", "debian-edu-doc-es", "*.epub", 3, 2),
    _share("Documentos/Libros", "live-manual-epub", "*.epub", 10, 3),
    _share("Documentos/Libros", "debian-history", "*.epub", 10, 2),
    _share("Documentos/Proyecto Live", "live-manual-odf", "*.odt", 10, 3),
    _share("Documentos/Proyecto Live", "live-manual-pdf", "*portrait*a4.pdf*", 30, 4),
    _share("Documentos/Proyecto Live", "live-manual-txt", "*.txt.gz", 12, 3),
    _share("Descargas", "debian-refcard", "*.pdf.gz", 60, 12),
    _share("Descargas", "debian-history", "*.pdf", 10, 3),
    _share("Descargas", "bash-doc", "*/bash.pdf */bashref.pdf", 2, 1),
    _share("Descargas", "installation-guide-amd64", "*/en/*.pdf.gz */fr/*.pdf.gz */pt/*.pdf.gz", 12, 2),
    _share("Web guardada/LibreOffice", "libreoffice-help-es", "*/text/swriter/*.html", 500, 30),
    _share("Web guardada/LibreOffice", "libreoffice-help-es", "*/text/scalc/*.html", 450, 6),
    _share("Web guardada/LibreOffice", "libreoffice-help-es", "*/text/simpress/*.html", 250, 4),
    _share("Web guardada/LibreOffice", "libreoffice-help-es", "*/text/shared/*.html", 700, 0),
    _share("Web guardada/Administrador", "debian-handbook", "*/es-ES/*.html", 200, 12),
    _share("Web guardada/Administrator", "debian-handbook", "*/en-US/*.html", 90, 5),
    _share("Web guardada/Seguridad", "harden-doc", "*/es-ES/*.html", 240, 10),
    _share("Web guardada/aptitude", "aptitude-doc-es", "*.html", 89, 5),
    _share("Web guardada/KiCad", "kicad-doc-es", "*.html", 6, 2),
    _share("Web guardada/Referencia", "debian-reference-es", "*.html", 15, 2),
    _share("Web guardada/FAQ", "debian-faq-fr", "*.html", 17, 1),
    _share("Web guardada/Política", "debian-policy", "*.html", 44, 3),
    _share("Web guardada/Instalación", "installation-guide-amd64", "*/es/*.html", 60, 4),
    _share("Notas/Frases", "fortunes-es", "*fortunes/es/*", 40, 12),
    _share("Notas/Debian", "doc-debian", "*.txt *.txt.gz", 20, 4),
    _share("Notas/Ayuda GNOME", "gnome-user-docs", "*/es/gnome-help/*.page", 300, 8),
    _share("Notas/man", "manpages-es", "*/man/es/*.gz", 60, 4),
    _share("Correo", "libpython3.11-testsuite", "*/test_email/data/msg_*.txt", 60, 20),
    _share("Proyectos/python", "libpython3.11-testsuite", "*/test/test_*.py", 120, 12),
    _share("Proyectos/flask", "python3-flask", "*.py *.rst", 60, 8),
)


def folder_of(cache: Path, is_small: bool) -> Path:
    """The folder of about 250 files, or of about 3,000; made at its first use.

    Raises:
        Skipped: the packages cannot be had on this computer.
    """
    folder = cache / ("small" if is_small else "large")
    if folder.is_dir():
        return folder
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    for share in SHARES:
        _copy(share, _unpacked(share.package, cache), part, share.n_small if is_small else share.n_all)
    return part.rename(folder)


def _unpacked(package: str, cache: Path) -> Path:
    place = cache / "unpacked" / package
    if place.is_dir():
        return place
    debs = cache / "debs"
    for folder in (debs, place.parent):
        folder.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f"{package}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        if not list(debs.glob(f"{package}_*.deb")):
            subprocess.run(["apt-get", "download", "-q", package], cwd=debs, check=True, capture_output=True)
        deb = max(debs.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", str(deb), str(part)], check=True, capture_output=True)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise Skipped(f"Debian's package {package} cannot be had here (apt-get update; apt-get download)") from error
    return part.rename(place)


def _copy(share: Share, source: Path, target: Path, n_files: int) -> None:
    found = sorted(
        path for path in source.rglob("*")
        if path.is_file() and not path.is_symlink() and path.stat().st_size and _fits(path, share.patterns)
    )
    for path in _spaced(found, n_files):
        place = target / share.folder
        place.mkdir(parents=True, exist_ok=True)
        name = path.name.removesuffix(".gz") + (".eml" if share.folder == "Correo" else "")
        place /= name if not (place / name).exists() else f"{path.parent.name} {name}"
        if path.suffix == ".gz":
            place.write_bytes(gzip.decompress(path.read_bytes()))
            shutil.copystat(path, place)
        else:
            shutil.copy2(path, place)


def _fits(path: Path, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(str(path), pattern) for pattern in patterns)


def _spaced(paths: Sequence[Path], n_files: int) -> list[Path]:
    n_files = min(n_files, len(paths))
    return [paths[i * len(paths) // n_files] for i in range(n_files)]
