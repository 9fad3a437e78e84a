"""What is left out of an index by rule, and by which one: nobody searches program files or a browser's cache.

A rule is a word that the status shows with its count. `--all-files` turns all of them off.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.discovery.mail_places import is_no_mail

HIDDEN, FOLDER, TEMPORARY, KIND, SIZE, LINK, OWN, REMOVED, PICTURE = (
    "hidden", "program-folder", "temporary", "kind", "size", "link", "own-data", "removed-by-you", "picture",
)
OWN_KIND, PATTERN = "own-kind", "pattern:"              # of the person: an extension, and the start of a pattern's rule
FICHEROIGNORE, GITIGNORE = "ficheroignore", "gitignore"
IGNORE_FILES = {".ficheroignore": FICHEROIGNORE, ".gitignore": GITIGNORE}      # files that hold patterns

_FOLDERS = frozenset({
    "node_modules", "bower_components", "__pycache__", "site-packages", "venv", "virtualenv", "__macosx",
    "$recycle.bin", "system volume information", "lost+found", "cvs", "__pypackages__",
})
_BUNDLES = (".app", ".framework", ".bundle", ".photoslibrary", ".lproj", ".egg-info", ".dist-info")
MARKERS = ("pyvenv.cfg", "CACHEDIR.TAG")       # a file that says what its folder is
_MARKERS = frozenset(MARKERS)

_TEMPORARY_NAMES = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r", ".ds_store"})
_TEMPORARY_STARTS = ("~$", "~wrl", ".~lock.", ".#")
_TEMPORARY_ENDS = ("~", ".tmp", ".temp", ".swp", ".swo", ".part", ".partial", ".crdownload", ".download", ".lck")


def _extensions(words: str) -> frozenset[str]:
    return frozenset(words.split())


PICTURES = _extensions("jpg jpeg jpe png gif bmp tif tiff webp heic heif jp2 jxl avif ico")
_OTHER_KINDS = _extensions("""
    mp3 wav flac ogg oga opus m4a aac wma aiff aif mid midi amr
    mp4 m4v mkv avi mov wmv webm mpg mpeg flv 3gp ogv vob
    psd xcf ai eps indd cdr raw cr2 cr3 nef arw dng orf sketch fig blend fbx stl dwg dxf 3ds
    exe dll so dylib sys com msi msix app apk ipa deb rpm snap appimage dmg pkg iso img vmdk vdi qcow2 vhd vhdx ova
    o obj a lib class pyc pyo pyd whl egg jar war ear wasm beam elc node pdb
    ttf otf woff woff2 eot pfb afm pcf
    db sqlite sqlite3 mdb accdb ldb dbf parquet feather arrow orc npy npz pkl pickle mat h5 hdf5 rdata rds
    onnx pt pth safetensors gguf ckpt pb tflite caffemodel
    bin dat pak idx pack sav cab lnk url cur ani bak torrent
    min.js min.css map
""")

_PAGE_FOLDER = re.compile(
    r"(.+)(?:[_-](?:files|archivos|arxius|fitxers|fitxategiak|ficheiros|arquivos|fichiers|dateien|bestanden|file|filer)|\.files)",
    re.IGNORECASE,
)

# Kinds that a person takes for documents: where one of these cannot be read, it is listed among the errors. A binary
# file of any other extension is not a document and is left out.
DOCUMENTS = _extensions("""
    pdf doc docx docm dot dotx dotm xls xlsx xlsm xlsb xlt xltx ppt pptx pptm pps ppsx pot potx odt ott fodt ods ots
    fods odp otp fodp odg rtf txt text md markdown rst adoc org tex html htm xhtml mhtml mht xml csv tsv json jsonl
    epub fb2 mobi azw azw3 djvu chm xps oxps ps eml msg mbox mbx pst ost vcf ics zip tar gz tgz bz2 xz 7z rar zst
    pages numbers key wpd wps sxw sxc sxi pub vsd vsdx one mpp log ini cfg conf yaml yml toml srt vtt ipynb sql
    py js ts java c h cpp hpp cs go rs rb php sh ps1 bat r
""")


def extension_of(name: str) -> str:
    """Lower case, without the dot; "" where there is none."""
    return os.path.splitext(name)[1][1:].lower()


@dataclass(frozen=True, slots=True)
class Rules:
    """What a root leaves out. Patterns are looked at by engine/discovery/ignore_patterns.py, which knows where a path lies."""

    all_files: bool = False
    pictures: bool = False              # true with OCR: pictures are read
    patterns: tuple[str, ...] = ()      # the person's own, as in .gitignore, without regard to case
    kinds: tuple[str, ...] = ()         # extensions that the person leaves out, lower case, without the dot
    max_bytes: int = 0                  # larger files are left out; 0: none for its size
    hidden: bool = False                # look at what is hidden too
    gitignore: bool = False             # take the patterns of .gitignore files

    def for_folder(self, name: str) -> str | None:
        """The rule that leaves out a folder of this name with all below it; None to enter it."""
        if self.all_files:
            return None
        if name.lower() in _FOLDERS or name.lower().endswith(_BUNDLES):
            return FOLDER
        return HIDDEN if name.startswith(".") and not self.hidden else None

    def for_content(self, names: Iterable[str]) -> str | None:
        """The rule that leaves out a folder because of a file that it holds."""
        if self.all_files:
            return None
        return None if _MARKERS.isdisjoint(names) else FOLDER

    def for_file(self, name: str) -> str | None:
        """The rule that leaves out a file of this name; None to read it."""
        if self.all_files:
            return None
        lower = name.lower()
        if lower in _TEMPORARY_NAMES or lower.startswith(_TEMPORARY_STARTS) or lower.endswith(_TEMPORARY_ENDS):
            return TEMPORARY
        if name.startswith(".") and not self.hidden:
            return HIDDEN
        extension = extension_of(name)
        if extension in self.kinds:
            return OWN_KIND
        if extension in _OTHER_KINDS or lower.endswith((".min.js", ".min.css")):
            return KIND
        return PICTURE if extension in PICTURES and not self.pictures else None

    def for_neighbours(self, path: str, is_folder: bool, has: Callable[[str], bool]) -> str | None:
        """The rule that leaves something out because of what lies beside it, which `has` tells: what is no mail in a mail
        program's folder, and the pictures and scripts of a saved web page."""
        folder, name = os.path.split(path)
        if self.all_files:
            return None
        if is_no_mail(name, os.path.basename(folder), is_folder, has) or (is_folder and _belongs_to_page(name, has)):
            return FOLDER if is_folder else KIND
        return None

    def for_unsupported(self, name: str) -> str | None:
        """The rule for a file that turned out to be of no known kind: left out, or (None) listed among the errors."""
        if self.all_files or extension_of(name) in DOCUMENTS:
            return None
        return PICTURE if extension_of(name) in PICTURES else KIND


def _belongs_to_page(name: str, has: Callable[[str], bool]) -> bool:
    """Whether browsers named a folder so for the parts of a page ("Noticia_archivos" beside "Noticia.html")."""
    match = _PAGE_FOLDER.fullmatch(name)
    return match is not None and any(has(f"{match.group(1)}.{ending}") for ending in ("html", "htm", "xhtml"))


def pattern_rule(pattern: str) -> str:
    """The rule of one of the person's own patterns."""
    return PATTERN + pattern
