from engine.search.versions import Versioned, under_newest, version_of

TEXT = " ".join(f"cláusula{n} del contrato" for n in range(200))


def hit(path: str, mtime: int = 0, text: str = TEXT, exactness: float = 0.0) -> Versioned:
    return Versioned(path, mtime, exactness, lambda: text)


def groups(*hits: Versioned, asked: str = "") -> list[list[str]]:
    return [[hits[i].path for i in group] for group in under_newest(hits, frozenset(asked.split()))]


def test_marks_in_names() -> None:
    assert version_of("/d/Contrato v1.pdf").number == (1,)
    assert version_of("/d/Contrato_V2.10_final.docx").number == (2, 10)
    assert version_of("/d/contrato-versión-3.pdf").base == version_of("/d/Contrato v1.docx").base == "contrato"
    assert version_of("/d/2024-03-01 Contrato.pdf").day == version_of("/d/Contrato 20240301.pdf").day == "20240301"
    assert version_of("/d/Contrato (2).pdf").number == (2,)
    assert version_of("/d/Contrato borrador.pdf").step == -1 and version_of("/d/Contrato firmado.pdf").step == 1
    assert version_of("/d/2023/Manual.pdf").day == "2023"
    assert version_of("/d/copia de Contrato.pdf").written == "copia" and version_of("/d/Copy of Lease.pdf").written == "copy"
    assert version_of("/d/Contrato (2).pdf").written == "(2)"        # a bare 2 beside its date says nothing
    assert version_of("/d/capítulo 2.txt").written == "" == version_of("/d/p0001.md").written


def test_the_newest_stands_for_all() -> None:
    assert groups(hit("/d/c v1.pdf", 9), hit("/d/otro.pdf"), hit("/d/c v10.pdf", 1), hit("/d/c v2.pdf", 5)) == [
        ["/d/c v10.pdf", "/d/c v2.pdf", "/d/c v1.pdf"], ["/d/otro.pdf"],
    ]
    assert groups(hit("/d/acta borrador.md", 9), hit("/d/acta.md", 5), hit("/d/acta final.md", 1)) == [
        ["/d/acta final.md", "/d/acta.md", "/d/acta borrador.md"]
    ]
    assert groups(hit("/d/c 2023-05-01.md"), hit("/d/c 2024-01-01.md")) == [["/d/c 2024-01-01.md", "/d/c 2023-05-01.md"]]
    assert groups(hit("/a/plan (1).md", 1), hit("/a/plan copia.md", 2)) == [["/a/plan copia.md", "/a/plan (1).md"]]


def test_names_or_texts_alone_are_no_version() -> None:
    other = " ".join(f"párrafo{n} sobre otra cosa" for n in range(200))
    assert len(groups(hit("/d/c v1.pdf"), hit("/d/c v2.pdf", text=other))) == 2
    assert len(groups(hit("/d/capítulo 1.txt"), hit("/d/capítulo 2.txt"))) == 2
    assert len(groups(hit("/d/p0001.md"), hit("/d/p0002.md"))) == 2
    assert len(groups(hit("/a/LÉEME.md"), hit("/b/LÉEME.md"))) == 2
    mostly = TEXT.replace("cláusula1", "otra1")        # a form filled in anew each month
    assert len(groups(hit("/d/acta 2024-01.md"), hit("/d/acta 2024-02.md", text=mostly))) == 2


def test_who_names_a_version_gets_it() -> None:
    assert groups(hit("/d/c v1.pdf"), hit("/d/c v2.pdf"), asked="contrato v 1") == [["/d/c v1.pdf"], ["/d/c v2.pdf"]]
    assert len(groups(hit("/d/2023/c.pdf"), hit("/d/2024/c.pdf"), asked="cuota 2023")) == 2
    assert len(groups(hit("/d/c v1.pdf", exactness=1.0), hit("/d/c v2.pdf"))) == 2      # only the old one holds the code
