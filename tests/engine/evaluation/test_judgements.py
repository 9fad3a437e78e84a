from pathlib import Path

import pytest

from engine.errors import BadUsage
from engine.evaluation.diagnosis import changes, likely_culprit
from engine.evaluation.judgements import Judgement, Judgements


def test_a_verdict_is_kept_and_replaced(tmp_path: Path) -> None:
    mine = Judgements(tmp_path / "data")
    assert mine.all() == ()
    mine.mark(Judgement("¿Cuánto cuesta?", "/d/a.pdf", True, page=2))
    mine.mark(Judgement("¿Cuánto cuesta?", "/d/b.pdf", False))
    mine.mark(Judgement("cuanto cuesta", "/d/a.pdf", False, page=2))
    assert [(j.question, j.path, j.is_right) for j in mine.all()] == [("¿Cuánto cuesta?", "/d/a.pdf", False), ("¿Cuánto cuesta?", "/d/b.pdf", False)]
    with pytest.raises(BadUsage):
        mine.golden()
    mine.mark(Judgement("¿Cuánto cuesta?", "/d/b.pdf", True, quote='la "cuota", mensual\ny anual'))
    (question,) = mine.golden().directions[0].questions
    assert (question.text, question.paths, question.quote) == ("¿Cuánto cuesta?", {"/d/b.pdf"}, 'la "cuota", mensual\ny anual')
    assert mine.forget("Cuánto cuesta", "/d/b.pdf") == 1
    assert len(mine.all()) == 1


def test_several_right_documents_are_one_question(tmp_path: Path) -> None:
    mine = Judgements(tmp_path)
    for name in ("a", "b"):
        mine.mark(Judgement("plazo", f"/d/{name}.pdf", True, page=1))
    (question,) = mine.golden().directions[0].questions
    assert question.paths == {"/d/a.pdf", "/d/b.pdf"} and question.page is None


def test_out_to_a_csv_and_back(tmp_path: Path) -> None:
    mine = Judgements(tmp_path / "one")
    odd = "/d/sin\udcff nombre, con coma.pdf"
    mine.mark(Judgement("=¿qué?", odd, True, 3, "texto; con\ttodo"))
    mine.mark(Judgement("otra", "/d/x.pdf", False))
    assert mine.export(tmp_path / "out.csv") == 2
    other = Judgements(tmp_path / "two")
    assert other.take_in(tmp_path / "out.csv", lambda path: path) == 2
    assert other.all() == mine.all()


def test_a_csv_without_verdicts_is_all_right(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text("question;path\n¿Qué?;a.pdf\n;b.pdf\n", "utf-8")
    mine = Judgements(tmp_path / "data")
    assert mine.take_in(tmp_path / "g.csv", lambda path: "/d/" + path) == 1
    assert mine.all() == (Judgement("¿Qué?", "/d/a.pdf", True),)
    for useless in ("question,path\n", "a,b\n1,2\n"):
        (tmp_path / "g.csv").write_text(useless)
        with pytest.raises(BadUsage):
            mine.take_in(tmp_path / "g.csv", str)


def test_what_is_no_judgement_is_refused(tmp_path: Path) -> None:
    for judgement in (Judgement(" ", "/d/a", True), Judgement("a", "", True)):
        with pytest.raises(BadUsage):
            Judgements(tmp_path).mark(judgement)


def test_the_culprit_is_named() -> None:
    assert likely_culprit({"recall@5": 0.5, "recall@20": 0.6}) == "reading"
    assert likely_culprit({"recall@5": 0.8, "recall@20": 0.97}) == "ranking"
    assert likely_culprit({"recall@5": 0.96, "recall@20": 0.98}) is None


def test_changes_since_an_earlier_run() -> None:
    before = {"directions": {"all": {"bm25": {"recall@1": 0.5, "p95_ms": 3.0}, "n_questions": 2}}, "failed": ["1", "2"]}
    now = {"directions": {"all": {"bm25": {"recall@1": 0.75, "p95_ms": 9.0}, "n_questions": 2}}, "failed": ["2", "3"]}
    assert changes(now, before) == {
        "figures": {"all": {"bm25": {"recall@1": {"before": 0.5, "now": 0.75}}}}, "newly_failed": ["3"], "newly_right": ["1"],
    }


def test_questions_are_told_apart_by_their_text_not_their_number() -> None:
    """Taking a question out moves the numbers of all behind it."""
    def run(*asked: tuple[str, bool]) -> dict[str, object]:
        questions = [{"id": str(number), "question": text} for number, (text, _) in enumerate(asked, start=1)]
        return {"directions": {}, "questions": questions, "failed": [str(n) for n, (_, fails) in enumerate(asked, start=1) if fails]}

    before = run(("a", True), ("b", False), ("c", True))
    now = run(("b", False), ("c", True), ("new", True))
    assert changes(now, before) == {"figures": {}, "newly_failed": [], "newly_right": []}
    assert changes(run(("b", True), ("c", False)), before) == {"figures": {}, "newly_failed": ["1"], "newly_right": ["3"]}
