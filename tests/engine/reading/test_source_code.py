"""Source code: a function or class a block, with its comments, in every language; the rest by indentation; bounded."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import psutil
import pytest

from engine.document import Document
from engine.reading import syntax_outline
from engine.reading.grammars import GRAMMARS, query_of
from engine.reading.syntax_outline import MAX_PARSED_BYTES, WHOLE_CONTAINER
from tests.engine.reading.reading_parts import document_of

LONG = "x" * WHOLE_CONTAINER        # in a comment, it makes a class long enough to be cut at its methods
SAMPLES = {
    "java": f"package a;\n\nimport b.C;\n\npublic class Caja {{\n  int n; // {LONG}\n\n  /** Suma. */\n  @Override\n"
            "  public int suma(int a) {\n    return a;\n  }\n}\n",
    "cs": f"using A;\n\nnamespace B {{\n  /// {LONG}\n  class Caja {{\n    int n;\n\n    /// Suma.\n    [Test]\n    public int Suma() {{\n"
          "      return n;\n    }\n  }\n}\n",
    "go": "package a\n\n// Suma suma.\nfunc (c *Caja) Suma(a int) int {\n\treturn a\n}\n\ntype Caja struct {\n\tn int\n}\n",
    "rs": "use a::b;\n\n/// Suma.\n#[inline]\npub fn suma(a: u8) -> u8 {\n    a\n}\n\nimpl Ver for Caja {\n    fn ver(&self) {}\n}\n",
    "c": "#include <a.h>\n\n/* Suma\n   dos. */\nstatic int *suma(int a,\n                 int b)\n{\n  return a;\n}\n\nstruct caja {\n  int n;\n};\n",
    "cpp": "#include <a>\n\ntemplate <class T>\nT Caja<T>::suma(T a) {\n  return a;\n}\n",
    "js": "import a from 'a';\n\n/** Suma. */\nexport const suma = (a) => {\n  return a;\n};\n\nexports.resta = function (a) {\n  return -a;\n};\n\n"
          "describe('las cuentas', () => {\n  it('suma', () => {});\n});\n",
    "ts": f"import a from 'a';\n\n// {LONG}\n@Component({{a: 1}})\nexport class Caja {{\n  n: number;\n\n  @Input()\n  suma(a: number): number {{\n"
          "    return a;\n  }\n}\n\nexport interface Ver {\n  a: string;\n}\n",
    "php": "<?php\nnamespace A;\n\n/**\n * Suma.\n */\nfunction suma($a) {\n  return $a;\n}\n",
    "rb": "require 'a'\n\n# Suma.\ndef suma(a)\n  a\nend\n\ndef self.resta(a)\n  -a\nend\n",
    "kt": "package a\n\n/** Suma. */\n@Test\nfun suma(a: Int): Int {\n  return a\n}\n\nobject Caja {\n  val n = 1\n}\n",
    "scala": "package a\n\n/** Suma. */\nobject Caja {\n  def suma(a: Int) = a\n}\n",
    "swift": "import A\n\n/// Suma.\n@objc\nfunc suma(a: Int) -> Int {\n  return a\n}\n\nextension Caja {\n  func b() {}\n}\n",
    "lua": "local a = require('a')\n\n-- Suma.\nlocal function suma(a)\n  return a\nend\n\nfunction M.resta(a)\n  return -a\nend\n",
    "sh": "#!/bin/sh\nset -e\n\n# Suma.\nsuma() {\n  echo $1\n}\n",
}
EXPECTED = {
    "java": [((), "package a;"), (("Caja",), "public class Caja {"), (("Caja", "suma"), "  /** Suma. */")],
    "cs": [((), "using A;"), (("B",), "namespace B {"), (("B", "Caja"), "  /// xxx"), (("B", "Caja", "Suma"), "    /// Suma.")],
    "go": [((), "package a"), (("Caja.Suma",), "// Suma suma."), (("Caja",), "type Caja struct {")],
    "rs": [((), "use a::b;"), (("suma",), "/// Suma."), (("Ver for Caja",), "impl Ver for Caja {")],
    "c": [((), "#include <a.h>"), (("suma",), "/* Suma"), (("caja",), "struct caja {")],
    "cpp": [((), "#include <a>"), (("Caja<T>::suma",), "template <class T>")],
    "js": [((), "import a from 'a';"), (("suma",), "/** Suma. */"), (("exports.resta",), "exports.resta = function (a) {"),
           (("las cuentas",), "describe('las cuentas', () => {")],
    "ts": [((), "import a from 'a';"), (("Caja",), "// xxx"), (("Caja", "suma"), "  @Input()"), (("Ver",), "export interface Ver {")],
    "php": [((), "<?php"), (("suma",), "/**")],
    "rb": [((), "require 'a'"), (("suma",), "# Suma."), (("resta",), "def self.resta(a)")],
    "kt": [((), "package a"), (("suma",), "/** Suma. */"), (("Caja",), "object Caja {")],
    "scala": [((), "package a"), (("Caja",), "/** Suma. */")],
    "swift": [((), "import A"), (("suma",), "/// Suma."), (("Caja",), "extension Caja {")],
    "lua": [((), "local a = require('a')"), (("suma",), "-- Suma."), (("M.resta",), "function M.resta(a)")],
    "sh": [((), "#!/bin/sh"), (("suma",), "# Suma.")],
}


def blocks(document: Document) -> list[tuple[tuple[str, ...], str]]:
    """Names and first line of each block, a long line clipped."""
    first_lines = [document.text[block.start : block.end].split("\n")[0] for block in document.blocks]
    return [(block.names, line.replace(LONG, "xxx")) for block, line in zip(document.blocks, first_lines)]


@pytest.mark.parametrize("grammar", sorted({grammar for found in GRAMMARS.values() for grammar in found}, key=str))
def test_every_grammar_knows_its_nodes(grammar: object) -> None:
    assert query_of(grammar).capture_count == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("extension", sorted(SAMPLES))
def test_definitions_with_comments_and_names(tmp_path: Path, extension: str) -> None:
    document = document_of(tmp_path, f"a.{extension}", SAMPLES[extension])
    assert blocks(document) == EXPECTED[extension]
    assert document.text == SAMPLES[extension].rstrip().expandtabs(8)


def test_python(tmp_path: Path) -> None:
    text = f'"""Módulo."""\nimport os\n\n\n# para qué\n@f\ndef uno():\n    return 1\n\n\nclass Dos:\n    """{LONG}"""\n    def tres(self):\n        pass\n'
    document = document_of(tmp_path, "a.py", text)
    expected = [((), '"""Módulo."""'), (("uno",), "# para qué"), (("Dos",), "class Dos:"), (("Dos", "tres"), "    def tres(self):")]
    assert blocks(document) == expected
    assert document.text == text.rstrip()
    assert blocks(document_of(tmp_path, "script", "#!/usr/bin/env python3\n" + text))[1:] == expected[1:]


def test_python_2_and_broken_code_keep_their_definitions(tmp_path: Path) -> None:
    text = "import os\n\ndef uno():\n    print 'a', 1\n    raise ValueError, 'b'\n\ndef dos():\n    exec 'c' in {}\n\ndef tres(:\n    return (\n"
    assert [names for names, _ in blocks(document_of(tmp_path, "a.py", text))][:3] == [(), ("uno",), ("dos",)]


def test_short_class_stays_whole(tmp_path: Path) -> None:
    text = "class Punto:\n    def __init__(self, x):\n        self.x = x\n\n    def doble(self):\n        return 2 * self.x\n"
    assert blocks(document_of(tmp_path, "a.py", text)) == [(("Punto",), "class Punto:")]


def test_definitions_that_share_a_line(tmp_path: Path) -> None:
    text = "function a() {\n  return 1;\n} function b() {\n  return 2;\n}\nfunction c() {}\n"
    document = document_of(tmp_path, "a.js", text)
    assert document.text == text.rstrip()
    assert [names for names, _ in blocks(document)] == [("a",), ("b",), ("c",)]


def test_other_languages_by_indentation(tmp_path: Path) -> None:
    sql = "CREATE TABLE pisos (\n  id int,\n  renta int\n);\n\nSELECT 1;\n"
    assert blocks(document_of(tmp_path, "a.sql", sql))[0] == (("pisos",), "CREATE TABLE pisos (")
    sql = ("-- Suma.\nCREATE FUNCTION suma(int)\nRETURNS int\nAS $$\nSELECT 1;\n$$\nLANGUAGE sql;\n\nCREATE TEMP VIEW v AS\nSELECT a\nFROM b\n\n"
           "DROP TABLE x;\n\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 2;\nEND;\nSELECT 3;\n")
    assert blocks(document_of(tmp_path, "b.sql", sql)) == [
        (("suma",), "-- Suma."), (("v",), "CREATE TEMP VIEW v AS"), ((), "DROP TABLE x;"), (("p",), "CREATE PROCEDURE p()"), ((), "SELECT 3;")]
    perl = "use strict;\n\n# Suma.\nsub suma {\n  my $a = shift;\n}\n"
    assert blocks(document_of(tmp_path, "a.pl", perl)) == [((), "use strict;"), (("suma",), "# Suma.")]


def test_what_is_no_code_of_its_extension_is_kept(tmp_path: Path) -> None:
    text = "{% for a in b %}\n<< ?? >> {{ a }}\n{% endfor %}\n\n" * 40
    assert document_of(tmp_path, "a.java", text).text == text.rstrip()


@pytest.mark.parametrize(
    "text",
    ["(" * 400_000, "a(function(){return{b:[1,2]}});" * 12_000, "x = '" + "é" * 300_000, "{\n" * 50_000, "def f(\n" * 15_000],
    ids=["open", "minified", "string", "braces", "heads"],
)
@pytest.mark.parametrize("extension", ["java", "py"])
def test_hard_text_is_read_in_time(tmp_path: Path, extension: str, text: str) -> None:
    before = time.process_time()
    document = document_of(tmp_path, f"a.{extension}", text)
    assert time.process_time() - before < 10
    read, written = "".join(document.text.split()), "".join(text.split())
    assert read == written or (" " not in text[9:] and "\n" not in text and read.endswith("…") and written.startswith(read[:-1]))      # an endless word


def test_a_very_long_file_is_read_without_a_tree(tmp_path: Path) -> None:
    text = "var a=function(b){return b+1};" * (MAX_PARSED_BYTES // 10)
    before = time.process_time()
    assert len(document_of(tmp_path, "a.php", text).text) == len(text)
    assert time.process_time() - before < 10


def test_a_parser_that_is_stopped_leaves_no_memory_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax_outline, "PARSE_SECONDS", 0.4)
    broken = "function a.b" * 12_000            # every word may begin or end something
    assert syntax_outline.syntax_outline(broken, "lua") is None
    gc.collect()
    before = psutil.Process().memory_info().rss
    for _ in range(3):
        assert syntax_outline.syntax_outline(broken, "lua") is None
    gc.collect()
    assert psutil.Process().memory_info().rss - before < 40_000_000         # 130 MB with copies of what is read


def test_of_two_definitions_on_one_line_the_outer_one_names_it(tmp_path: Path) -> None:
    text = "interface A<T> { b: T }}}\nnamespace N { export function c(): void {} }\n"
    assert {document_of(tmp_path, "a.ts", text).blocks[-1].names for _ in range(40)} == {("N",)}


@pytest.mark.parametrize("extension", ["swift", "rs"])
def test_a_long_run_of_one_sign_is_left_to_the_indentation(extension: str) -> None:
    """Swift's scanner of raw strings takes 40 s for these, without asking meanwhile whether it is to stop."""
    assert syntax_outline.syntax_outline("class A { func b() " + 105_000 * "#" + "{} }\n", extension) is None
    assert syntax_outline.syntax_outline('func b() {\n    let c = ###"d"###\n}\n', "swift") is not None
