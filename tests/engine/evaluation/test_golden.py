import json

import pytest

from engine.errors import BadUsage
from engine.evaluation.golden import (
    Direction,
    GoldenSet,
    Question,
    is_set_folder,
    misspelt,
    narrowed,
    read_csv,
    read_folder,
)


def test_csv_with_page_and_text(tmp_path):
    (tmp_path / "g.csv").write_text("question,path,page,text\n¿Cuánto?,a.pdf,2,treinta días\n,b.pdf,,\n", "utf-8")
    golden = read_csv(tmp_path / "g.csv")
    (question,) = golden.directions[0].questions
    assert question.paths == {str(tmp_path / "a.pdf")}
    assert (question.page, question.quote) == (2, "treinta días")


@pytest.mark.parametrize("content", ["path\na\n", "question,path\n", ""])
def test_useless_csv_is_said(tmp_path, content):
    (tmp_path / "g.csv").write_text(content)
    with pytest.raises(BadUsage):
        read_csv(tmp_path / "g.csv")


def test_missing_csv_is_said(tmp_path):
    with pytest.raises(BadUsage):
        read_csv(tmp_path / "none.csv")


def test_folder_becomes_files_by_language(tmp_path):
    source = tmp_path / "set"
    source.mkdir()
    rows = [{"id": "es:1", "title": "T", "text": "Hola.", "lang": "es"}, {"id": "en:1", "text": "Hello.", "lang": "en"}]
    (source / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (source / "queries.jsonl").write_text(json.dumps({"id": "q", "text": "¿?", "lang": "es"}), "utf-8")
    (source / "qrels.tsv").write_text("query-id\tcorpus-id\trelevance\nq\tes:1\t1\n")
    (source / "qrels_xling.tsv").write_text("query-id\tcorpus-id\trelevance\nq\ten:1\t1\n")
    assert is_set_folder(source)
    golden = read_folder(source, tmp_path / "docs")
    assert [d.name for d in golden.directions] == ["es→en", "es→es"]
    path = next(iter(golden.directions[1].questions[0].paths))
    assert path == str(tmp_path / "docs" / "es" / "p00001.md")
    assert (tmp_path / "docs" / "es" / "p00001.md").read_text() == "Hola."
    only = read_folder(source, tmp_path / "docs2", languages=("es",))
    assert [d.name for d in only.directions] == ["es→es"]


def test_narrowed_by_direction_and_number(tmp_path):
    questions = tuple(Question(str(n), "q", frozenset(["p"])) for n in range(10))
    golden = GoldenSet("s", (Direction("es→es", None, questions), Direction("es→en", None, questions)))
    only = narrowed(golden, ("es->en",), 4)
    assert [d.name for d in only.directions] == ["es→en"]
    assert [q.id for q in only.directions[0].questions] == ["0", "2", "5", "7"]
    with pytest.raises(BadUsage):
        narrowed(golden, ("xx→yy",))


@pytest.mark.parametrize("content", [
    "question;path;page\n¿Quién, y cuándo?;../año.pdf;2\n".encode("utf-8-sig"),
    "Question\tPATH \tpage\r\n¿Quién, y cuándo?\t../año.pdf\t2\r\n".encode("utf-16"),
    "question;path;page\n¿Quién, y cuándo?;../año.pdf;2\n;;\nsolo\n".encode("cp1252"),
])
def test_csv_as_spreadsheets_write_it(tmp_path, content):
    (tmp_path / "g.csv").write_bytes(content)
    question = read_csv(tmp_path / "g.csv").directions[0].questions[0]
    assert (question.text, question.page) == ("¿Quién, y cuándo?", 2)
    assert question.paths == {str(tmp_path.parent / "año.pdf")}


def test_a_broken_set_is_said(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"id": "es:1", "text": "Hola.", "lang": "es"}')
    for queries in ("{", "[]", '{"text": 1}'):
        (tmp_path / "queries.jsonl").write_text(queries)
        with pytest.raises(BadUsage):
            read_folder(tmp_path, tmp_path / "docs")


def test_each_language_alone_and_all_in_one():
    questions = (Question("1", "¿Cuántos habitantes tiene?", frozenset(["p"])),)
    golden = GoldenSet("s", tuple(Direction(f"{a}→{b}", f"/{b}", questions) for a in ("es", "en") for b in ("es", "en")))
    assert [d.name for d in narrowed(golden, ("own",)).directions] == ["es→es", "en→en"]
    pools = narrowed(golden, ("pool",)).directions
    assert [(d.name, d.folder) for d in pools] == [("es→*", None), ("en→*", None)]
    assert [d.name for d in narrowed(golden, ("en->*", "es→en")).directions] == ["es→en", "en→*"]
    assert [d.name for d in narrowed(golden).directions] == ["es→es", "es→en", "en→es", "en→en"]


def test_a_slip_in_one_word():
    questions = tuple(Question(str(n), "¿Cuántos habitantes tiene la región?", frozenset()) for n in range(40))
    golden = misspelt(GoldenSet("s", (Direction("es→es", None, questions),)))
    changed = [sum(a != b for a, b in zip(q.text.split(), questions[0].text.split(), strict=True)) for q in golden.directions[0].questions]
    assert set(changed) <= {0, 1} and sum(changed) > 30
    assert misspelt(GoldenSet("s", (Direction("es→es", None, questions),))) == golden
