"""Makes the pictures of docs/tour.md: drives the real window over the sample folder, in both languages and themes.

    .venv/bin/python docs/screenshots.py [--scale 2] [--only es-light] [--every] [--out FOLDER]

It needs the prepared models, and a screen or QT_QPA_PLATFORM=offscreen. The index is made by the window itself, in a
folder that is removed afterwards.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SAMPLE = ROOT / "tests" / "data" / "sample"
DOCUMENTS = Path(tempfile.gettempdir()) / "Documentos"      # what the pictures show as the person's folder
LOOKS = ("es-light", "es-dark", "en-light", "en-dark")

TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
QUERIES = {
    "results": "¿con cuánta antelación hay que avisar para no prorrogar el contrato del ascensor?",
    "pdf": "acuerdo sobre la derrama aprobada en la junta",
    "table": "E-4032",
    "code": "calibration offset",
    "markdown": "horario de descanso nocturno ruido",
    "html": "ayudas alquiler requisitos",
    "empty": "\"xilófono zanahoria cuántico\"",
}

JUDGED = {      # questions of a person's own, with the document that is right for them
    "¿a qué hora empieza el descanso nocturno?": "ayuntamiento/ordenanza_ruido.md", "E-4032": "laboratorio/codigos_de_error.xlsx",
    "requisitos de la ayuda al alquiler": "ayuntamiento/ayudas_alquiler.html", "calibration offset": "laboratorio/calibration.py",
    "what to do if acid gets on the skin": "laboratorio/safety_rules.md", "cuánto costó la puesta a punto": "comunidad/gastos_2024.csv",
    "¿quién puede usar la piscina?": "comunidad/estatutos.docx", "caution de la location de vacances": "contratos/location_vacances.html",
}
SEARCHED = ("derrama ascensor", "fianza del contrato", "cuotas de la comunidad", "E-4032")     # before the pictures are taken


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--only", choices=LOOKS)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--every", action="store_true", help="all pictures, not only those that the tour shows")
    parser.add_argument("--data", type=Path, help="an index that is there already")
    options = parser.parse_args()
    if options.only is None:
        data = Path(tempfile.mkdtemp(prefix="fichero-screenshots-"))
        copy_sample()
        try:
            for look in LOOKS:
                subprocess.run(
                    [sys.executable, __file__, "--only", look, "--data", str(data / "index"), "--out", str(options.out),
                     "--scale", str(options.scale), *(["--every"] if options.every else [])],
                    check=True,
                )
        finally:
            shutil.rmtree(data, ignore_errors=True)
            shutil.rmtree(DOCUMENTS, ignore_errors=True)
        shutil.copy(options.out / "pdf-es-light.png", options.out / "window.png")
        return 0
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    options.out.mkdir(parents=True, exist_ok=True)
    return Photographer(options.data or Path(tempfile.mkdtemp()), options.only, options.out, options.every).run()


def copy_sample() -> None:
    """The sample under a name that anybody could have, its files of different days."""
    shutil.rmtree(DOCUMENTS, ignore_errors=True)
    shutil.copytree(SAMPLE, DOCUMENTS)
    day = datetime(2024, 3, 4, 10, 30).timestamp()
    for file in sorted(path for path in DOCUMENTS.rglob("*") if path.is_file()):
        os.utime(file, (day, day))
        day += 23 * 86_400 + 5_000


class Photographer:
    def __init__(self, data: Path, look: str, out: Path, every: bool) -> None:
        from engine.settings import Settings
        from ui.window.application import Application, make_qt_application

        language, theme = look.split("-")
        self.look, self.out, self.every = look, out, every
        self.qt = make_qt_application(["fichero"])
        self.application = Application(self.qt, Settings(data, language=language, theme=theme))
        self.window = self.application.window

    def run(self) -> int:
        window = self.window
        window.resize(1280, 800)
        self.application.start()
        self.wait(lambda: window._status is not None, 30)
        if not window._status.folders:
            if not DOCUMENTS.exists():
                copy_sample()
            self.wait(lambda: window.start.isVisible(), 5)
            window.start.add_folders([str(DOCUMENTS)])
            self.wait(lambda: all(row.is_counted for row in window.start._rows.values()), 30)
            self.shoot("start")
            window.add_paths([str(DOCUMENTS)])
            self.wait(lambda: window.indexing.progress is not None and window.indexing.progress.stage == "vectors" and window.indexing.progress.done, 120)
            self.shoot("indexing")
        self.wait(lambda: window._status.documents > 0 and window._status.stage == "complete" and window.conversation.is_warm, 300)
        self.wait(lambda: window.indexing.state is not None and not window.indexing.state.is_busy, 60)
        for query in SEARCHED:
            window.history.note(query)
        window.history.keep(SEARCHED[0])
        for name in ("comunidad/estatutos.docx", "laboratorio/centrifuge_manual.pdf"):
            window.history.note_opened(str(DOCUMENTS / name))
        window.show_search()
        self.settle(1.0)
        self.shoot("invitation")
        for name, query in QUERIES.items():
            window.header.field.setText(query)
            self.wait(lambda query=query: window.conversation.asked[0] == query and window.conversation.result is not None
                      and not window._search.is_waiting, 30)
            self.settle(1.2)
            if name == "markdown":
                window.preview.next_match()
                self.settle(0.3)
            self.shoot(name)
        self.shoot_choices()
        self.shoot_evaluation()
        self.shoot_why()
        window.show_folders()
        self.settle(0.6)
        self.shoot("folders")
        window.show_folders("unreadable")
        self.settle(0.6)
        self.shoot("unreadable")
        window.show_folders("index")
        self.shoot("index")
        self.application.preferences.open()
        self.shoot("settings", self.application.preferences.dialog)
        window.close()
        self.application.stop()
        return 0

    def shoot_choices(self) -> None:
        """Passages unfolded under a hit; two types chosen."""
        window = self.window
        for name, query in (("passages", QUERIES["pdf"]), ("chosen", "plazo")):
            window.header.field.setText(query)
            self.wait(lambda query=query: window.conversation.asked[0] == query and window.conversation.result is not None
                      and not window._search.is_waiting, 30)
            self.settle(0.6)
            if name == "passages":
                window.hits.unfold(True)
            else:
                for kind in ("pdf", "txt"):
                    window.filters.kinds.toggle(kind)
            self.settle(1.5)
            self.shoot(name)
        window.filters.clear()
        self.settle(0.5)

    def shoot_why(self) -> None:
        self.window.ask_why(str(DOCUMENTS / "contratos/nómina_cifrada.pdf"))
        dialog = self.window.why.dialog
        self.wait(lambda: dialog is not None and dialog.buttons, 30)
        self.shoot("why", dialog)
        dialog.close()

    def shoot_evaluation(self) -> None:
        """Own questions measured, once with a wrong document marked as right and once put right; the lists of one of them."""
        from engine.evaluation.judgements import Judgement

        window = self.window
        client, page = window._search.judging, window.evaluation
        for question, name in JUDGED.items():
            client.settle(question, str(DOCUMENTS / name), True)
        client.settle(QUERIES["pdf"], str(DOCUMENTS / "contratos/vacío.txt"), True)
        window.show_evaluation()
        for question, name in ((QUERIES["pdf"], "comunidad/acta_junta_2024.pdf"), ("", "")):
            self.wait(lambda: len(page.questions) == len(JUDGED) + 1, 30)
            former = page._run_name
            page.buttons["measure"].click()
            self.wait(lambda former=former: page._run_name != former and not client.is_measuring, 120)
            if question:
                client.revise(question, (Judgement(question, str(DOCUMENTS / name), True),))
                self.settle(1.2)        # runs are named by the second
        self.wait(lambda: page.compare.count() > 1, 30)
        page.compare.setCurrentIndex(1)
        page.compare.activated.emit(1)
        self.wait(lambda: page._before is not None, 30)
        page.list.table.selectRow(0)
        self.shoot("evaluation")
        page.list.buttons["open"].click()
        lists = window.own_questions.lists
        self.wait(lambda: lists is not None and lists._examined is not None, 30)
        self.shoot("lists", lists)
        lists.close()
        for judgement in window.judging.judgements:
            client.revise(judgement.question, ())
        self.wait(lambda: not window.judging.judgements, 30)
        page.set_run("", None)
        window.show_search()

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        self.settle(0.3)
        pages = self.window.preview.pages
        if pages.isVisible():
            self.wait(lambda: pages._target is None and all(page in pages._images for page in pages._visible()), 60)
            self.settle(0.3)
        picture = f"{name}-{self.look}.png"
        if self.every or picture in TOUR:
            (widget or self.window).grab().save(str(self.out / picture))

    def settle(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > until, seconds + 5)

    def wait(self, is_done: Callable[[], object], seconds: float) -> None:
        until = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > until:
                raise TimeoutError(f"{self.look}: waited {seconds} s in vain; banner: {self.window.banner.text}")
            self.qt.processEvents()
            time.sleep(0.01)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
