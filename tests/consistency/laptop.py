"""What a person, an editor, a synchroniser and a drive do to files. Every operation takes numbers and does what they allow.

Names come from a small pool, so that they meet again: what is new today was deleted yesterday and moved last week. Each text
holds a word that was never written before, so that old text that still answers is seen.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

FOLDERS = ("A", "A/contratos", "A/contratos/viejos", "A/fotos", "B", "B/facturas", "B/facturas/2024", "usb", "usb/copias")
ROOTS = ("A", "B", "usb", "A/contratos")
STEMS = ("alquiler", "factura", "acta", "informe", "receta", "nómina", "carta", "index")
EXTENSIONS = ("txt", "md", "csv", "html", "zip", "txt", "log", "bin")
_SENTENCES = (
    "El contrato de alquiler vence en marzo y la fianza es de {n} euros.",
    "La factura del taller asciende a {n} euros con impuestos incluidos.",
    "En la reunión se acordó aplazar la obra {n} días por la lluvia.",
    "The warranty covers the pump for {n} months after delivery.",
    "Para la receta hacen falta {n} gramos de harina y dos huevos.",
    "El informe médico recomienda {n} sesiones de rehabilitación.",
)
_LEFT_OUT = ("node_modules", ".cache", "venv")


class Laptop:
    """A folder with documents, a trash, and a drive that can be pulled out."""

    def __init__(self, place: Path, seed: int) -> None:
        self.place = place
        self.documents = place / "documentos"
        self._trash = place / "papelera"
        self._away = place / "lejos"
        self._n_written = seed * 1_000
        self.n_operations = 0
        for name in FOLDERS:
            (self.documents / name).mkdir(parents=True, exist_ok=True)
        for folder in (self._trash, self._away):
            folder.mkdir(exist_ok=True)

    # The operations

    def do(self, name: str, first: int, second: int, third: int) -> str:
        """One operation of OPERATIONS. Returns what was done, in words; what cannot be done is done nothing."""
        self.n_operations += 1
        try:
            return f"{name}: {OPERATIONS[name](self, first, second, third) or 'nothing'}"
        except OSError as error:
            return f"{name}: {error.strerror}"

    def create(self, first: int, second: int, third: int) -> str:
        return self._shown(self._write(self._new_place(first, second), third))

    def append(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        with file.open("ab") as stream:
            stream.write(f"\n{self._sentence(third)}\n".encode())
        return self._shown(file)

    def rewrite_unseen(self, first: int, second: int, third: int) -> str | None:
        """Other bytes of the same number at the same time of change, as some tools leave it."""
        file = self._file(first)
        if file is None or file.suffix == ".zip":
            return None
        before, content = os.lstat(file), file.read_bytes()
        word = self._word().encode()
        place = second % max(1, len(content) - len(word))
        file.write_bytes((content[:place] + word + content[place + len(word):])[: len(content)])
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        return self._shown(file)

    def rewrite(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        return self._shown(self._write(file, third))

    def replace(self, first: int, second: int, third: int) -> str | None:
        """As editors save: a new file takes the name of the old one."""
        if (file := self._file(first)) is None:
            return None
        new = self._write(file.with_name(f"{file.name}.tmp"), third)
        os.replace(new, file)
        return self._shown(file)

    def rename(self, first: int, second: int, third: int) -> str | None:
        file, new = self._file(first), self._new_place(second, third)
        if file is None:
            return None
        os.replace(file, new)
        return f"{self._shown(file)} to {self._shown(new)}"

    def move_folder(self, first: int, second: int, third: int) -> str | None:
        folder, above = self._folder(first), self._folder(second)
        if folder.parent == self.documents or above == folder or folder in above.parents:
            return None
        new = above / f"{folder.name}{third % 2 or ''}"
        if new.exists():
            return None
        os.rename(folder, new)
        return f"{self._shown(folder)} to {self._shown(new)}"

    def copy(self, first: int, second: int, third: int) -> str | None:
        file, new = self._file(first), self._new_place(second, third)
        if file is None or new == file:
            return None
        (shutil.copy2 if first % 2 else shutil.copyfile)(file, new)
        return f"{self._shown(file)} to {self._shown(new)}"

    def delete(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        file.unlink()
        return self._shown(file)

    def delete_folder(self, first: int, second: int, third: int) -> str | None:
        folder = self._folder(first)
        if folder.parent == self.documents:
            return None
        shutil.rmtree(folder)
        return self._shown(folder)

    def throw_away(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        os.replace(file, self._trash / str(file.relative_to(self.documents)).replace("/", "|"))
        return self._shown(file)

    def restore(self, first: int, second: int, third: int) -> str | None:
        thrown = sorted(self._trash.iterdir())
        if not thrown:
            return None
        file = thrown[first % len(thrown)]
        place = self.documents / file.name.replace("|", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, place)
        return self._shown(place)

    def swap(self, first: int, second: int, third: int) -> str | None:
        one, other = self._file(first), self._file(second)
        if one is None or other is None or one == other:
            return None
        between = one.with_name("entre.tmp")
        os.rename(one, between)
        os.rename(other, one)
        os.rename(between, other)
        return f"{self._shown(one)} and {self._shown(other)}"

    def hard_link(self, first: int, second: int, third: int) -> str | None:
        file, new = self._file(first), self._new_place(second, third)
        if file is None or new.exists():
            return None
        os.link(file, new)
        return f"{self._shown(file)} as {self._shown(new)}"

    def symbolic_link(self, first: int, second: int, third: int) -> str | None:
        target = self._folder(first) if third % 3 == 0 else self._file(first)
        new = self._new_place(second, third)
        if target is None or new.exists():
            return None
        os.symlink(target if third % 4 else "nada", new)
        return f"{self._shown(new)} to {self._shown(target)}"

    def file_to_folder(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        file.unlink()
        file.mkdir()
        self._write(file / f"dentro-{STEMS[second % len(STEMS)]}.txt", third)
        return self._shown(file)

    def folder_to_file(self, first: int, second: int, third: int) -> str | None:
        folder = self._folder(first)
        if folder.parent == self.documents:
            return None
        shutil.rmtree(folder)
        return self._shown(self._write(folder, third))

    def forbid_file(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        file.chmod(0 if stat.S_IMODE(file.stat().st_mode) else 0o644)
        return f"{self._shown(file)} {stat.S_IMODE(file.stat().st_mode):o}"

    def forbid_folder(self, first: int, second: int, third: int) -> str | None:
        folder = self._folder(first)
        folder.chmod(0)
        return self._shown(folder)

    def allow(self, *_: int) -> None:
        """Nothing stays forbidden but files, which a fresh index cannot read either."""
        allow_folders(self.documents)

    def change_archive(self, first: int, second: int, third: int) -> str | None:
        archives = [file for file in self.files() if file.suffix == ".zip"]
        if not archives:
            return None
        archive = archives[first % len(archives)]
        archive.write_bytes(self._archive(second, third))
        return self._shown(archive)

    def damage_archive(self, first: int, second: int, third: int) -> str | None:
        archives = [file for file in self.files() if file.suffix == ".zip"]
        if not archives:
            return None
        archive = archives[first % len(archives)]
        archive.write_bytes(archive.read_bytes()[: 20 + second % 60])
        return self._shown(archive)

    def empty(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        file.write_bytes(b"")
        return self._shown(file)

    def jump_clock(self, first: int, second: int, third: int) -> str | None:
        """A file of another time: of a computer whose clock is wrong, or from a copy that keeps times."""
        if (file := self._file(first)) is None:
            return None
        seconds = (1, 915_148_800, 1_700_000_000, 4_000_000_000)[second % 4]
        os.utime(file, (seconds, seconds))
        return f"{self._shown(file)} {seconds}"

    def touch(self, first: int, second: int, third: int) -> str | None:
        if (file := self._file(first)) is None:
            return None
        os.utime(file)
        return self._shown(file)

    def program_folder(self, first: int, second: int, third: int) -> str:
        folder = self._folder(first) / _LEFT_OUT[second % len(_LEFT_OUT)]
        folder.mkdir(exist_ok=True)
        if folder.name == "venv":
            (folder / "pyvenv.cfg").touch()
        return self._shown(self._write(folder / "index.txt", third))

    def ignore(self, first: int, second: int, third: int) -> str:
        """A file that says what to leave out below its folder, or no longer does."""
        rules = self._folder(first) / ".ficheroignore"
        if rules.exists():
            rules.unlink()
        else:
            rules.write_text(("*.log\n", "viejos/\n", "*.csv\n!factura.csv\n", "/acta.*\n")[second % 4])
        return self._shown(rules)

    def become_program_folder(self, first: int, second: int, third: int) -> str:
        """A mark in a folder leaves the whole of it out, until it goes."""
        mark = self._folder(first) / "CACHEDIR.TAG"
        if mark.exists():
            mark.unlink()
        elif second % 3 == 0:
            mark.write_text("Signature: 8a477f597d28d172789f06886806bc55")
        return self._shown(mark)

    def unplug(self, first: int, second: int, third: int) -> str | None:
        if not (self.documents / "usb").is_dir():
            return None
        os.rename(self.documents / "usb", self._away / "usb")
        return "usb"

    def plug_in(self, *_: int) -> str | None:
        if not (self._away / "usb").is_dir():
            return None
        there = self.documents / "usb"
        if there.is_dir() and not there.is_symlink():
            allow_folders(there)
            shutil.rmtree(there)
        else:
            there.unlink(missing_ok=True)       # made by a write through a link that led to the drive
        os.rename(self._away / "usb", self.documents / "usb")
        return "usb"

    # What the operations work on

    def files(self) -> list[Path]:
        """In order of path; what is forbidden is not seen."""
        found = []
        for folder, _, names in os.walk(self.documents):
            found += [Path(folder) / name for name in names if stat.S_ISREG(os.lstat(os.path.join(folder, name)).st_mode)]
        return sorted(found)

    def folders(self) -> list[Path]:
        return sorted(Path(folder) for folder, _, _ in os.walk(self.documents) if Path(folder) != self.documents)

    def _file(self, number: int) -> Path | None:
        files = self.files()
        return files[number % len(files)] if files else None

    def _folder(self, number: int) -> Path:
        folders = self.folders()
        if not folders:
            (self.documents / "A").mkdir()
            folders = self.folders()
        return folders[number % len(folders)]

    def _new_place(self, first: int, second: int) -> Path:
        name = f"{STEMS[second % len(STEMS)]}.{EXTENSIONS[second // len(STEMS) % len(EXTENSIONS)]}"
        return self._folder(first) / name

    def _write(self, file: Path, number: int) -> Path:
        if file.suffix == ".zip":
            content = self._archive(number, number // 7)
        elif file.suffix == ".bin":
            content = bytes(number * 37 % 256 for _ in range(64)) + b"\x00\xff\x00"
        else:
            content = self._text(file.suffix, number).encode()
        file.write_bytes(content)
        return file

    def _text(self, suffix: str, number: int) -> str:
        lines = [self._sentence(number + i) for i in range(1 + number % 3)]
        match suffix:
            case ".md":
                return "\n\n".join(f"# Apartado {i}\n\n{line}" for i, line in enumerate(lines))
            case ".html":
                return f"<html><head><title>Hoja {number % 9}</title></head><body><p>{'</p><p>'.join(lines)}</p></body></html>"
            case ".csv":
                return "concepto;nota\n" + "\n".join(f"{i};{line}" for i, line in enumerate(lines))
        return "\n\n".join(lines)

    def _archive(self, first: int, second: int) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for i in range(1 + first % 3):
                stem = STEMS[(first + i * (1 + second % 3)) % len(STEMS)]
                name = (f"{stem}.txt", f"{stem}.csv", f".{stem}.txt")[(second + i) % 3]
                archive.writestr(zipfile.ZipInfo(name), self._text(os.path.splitext(name)[1], first + i))
        return packed.getvalue()

    def _sentence(self, number: int) -> str:
        """One that may be known already, with a word that is not, three times in four."""
        sentence = _SENTENCES[number % len(_SENTENCES)].format(n=number % 50)
        return sentence if number % 4 == 0 else f"{sentence} {self._word()}"

    def _word(self) -> str:
        self._n_written += 1
        return f"zq{self._n_written:07d}x"

    def _shown(self, path: Path) -> str:
        return str(path.relative_to(self.documents)) if path.is_relative_to(self.documents) else str(path)


def allow_folders(place: Path) -> None:
    forbidden: list[OSError] = []
    while True:
        forbidden.clear()
        for folder, _, _ in os.walk(place, onerror=forbidden.append):
            os.chmod(folder, 0o755)
        if not forbidden:
            return
        for error in forbidden:
            os.chmod(error.filename, 0o755)


OPERATIONS: dict[str, Callable[[Laptop, int, int, int], str | None]] = {
    operation.__name__: operation for operation in (
        Laptop.create, Laptop.append, Laptop.rewrite_unseen, Laptop.rewrite, Laptop.replace, Laptop.rename,
        Laptop.move_folder, Laptop.copy, Laptop.delete, Laptop.delete_folder, Laptop.throw_away, Laptop.restore, Laptop.swap,
        Laptop.hard_link, Laptop.symbolic_link, Laptop.file_to_folder, Laptop.folder_to_file, Laptop.forbid_file,
        Laptop.forbid_folder, Laptop.allow, Laptop.change_archive, Laptop.damage_archive, Laptop.empty, Laptop.jump_clock,
        Laptop.touch, Laptop.program_folder, Laptop.become_program_folder, Laptop.ignore, Laptop.unplug, Laptop.plug_in,
    )
}
