import pytest

from engine.language.analysis import exact_forms, index_text, surfaces
from engine.language.folding import fold, nfc
from engine.language.numbers import read_number
from engine.language.stemming import stem


def codes(text: str) -> set[str]:
    return set(index_text(text, "es").code.split())


def exact(text: str) -> list[str]:
    return index_text(text, "es").exact.split()


def test_folding_spares_the_letters_of_their_own() -> None:
    assert fold("AÑO Pingüino Façade Árbol Ærø Straße ŁÓDŹ İstanbul") == "año pinguino facade arbol aero strasse lodz istanbul"
    assert fold("ё й Ёлка") == "е й елка"
    assert fold("Ἀθῆναι ΆΝΘΡΩΠΟΣ") == "αθηναι ανθρωποσ"
    assert fold("مُحَمَّد أحمد مدرســة") == "محمد احمد مدرسه"
    assert fold("हिन्दी ภาษาไทย") == "हिन्दी ภาษาไทย"
    assert fold("٣٤ ｆｕｌｌ ﬁn") == "34 full fin"


@pytest.mark.parametrize(
    "words",
    [
        "facturación facturacion facturaciones facturar facturó factura facturas facturado facturará",
        "vendió vendio vender vendemos venderán vendía vendia vendería vendido",
        "tenía tenia tenían",
        "año años", "juez jueces", "niño niñas", "país países pais paises", "plan planes", "ley leyes", "sofá sofás",
        "contrato contratos contratación contratante", "histórico historica historia historias", "emitió emitir emitido",
        "francesa franceses", "secretaria secretario secretarios", "gobernaría gobernar gobernó",
    ],
)
def test_spanish_forms_share_a_stem(words: str) -> None:
    assert len({stem(word, "es") for word in words.split()}) == 1


@pytest.mark.parametrize("pair", ["año ano", "caso cosa", "papa pipa", "mes me", "entonces entonar", "libre labrar"])
def test_spanish_words_that_stay_apart(pair: str) -> None:
    assert len({stem(word, "es") for word in pair.split()}) == 2


def test_stems_of_other_languages() -> None:
    assert stem("running", "en") == stem("runs", "en") == "run"
    assert stem("informações", "pt") == stem("informação", "pt")
    assert stem("книгами", "ru") == stem("книга", "ru")
    assert stem("đẹp", "vi") == "đẹp"
    assert stem("Étaient", None) == "etaient"


@pytest.mark.parametrize(
    ("written", "expected", "also"),
    [
        ("5.440.000", "5440000", ()), ("5,440,000", "5440000", ()), ("5440000", "5440000", ()), ("5'440'000", "5440000", ()),
        ("1.234,56", "1234.56", ()), ("1,234.56", "1234.56", ()), ("1.234,50", "1234.50", ("1234.5",)),
        ("1.234", "1234", ("1.234",)), ("0,125", "0.125", ()), ("3.10", "3.10", ("3.1",)), ("007", "007", ("7",)),
        ("12,34,567", "1234567", ()),
    ],
)
def test_numbers(written: str, expected: str, also: tuple[str, ...]) -> None:
    number = read_number(written)
    assert number is not None
    assert (number.exact, number.values) == (expected, also)


@pytest.mark.parametrize("written", ["1.2.3", "12.03.2024", "1,2,3,4", "192.168.1.1"])
def test_what_is_no_number(written: str) -> None:
    assert read_number(written) is None


def test_number_with_spaces_is_found_as_one() -> None:
    assert exact("5 440 000 euros") == ["5", "440", "000", "euros"]
    assert "5440000" in codes("5 440 000 euros")
    assert "5440000" in codes("5\u00a0440\u202f000 euros")


def test_codes_however_they_are_joined() -> None:
    assert exact("ECBTI 17 ECBTI-17 ECBTI17") == ["ecbti", "17"] * 3
    assert codes("ECBTI-17") == codes("ECBTI17") == {"ecbti17"}
    assert codes("gpt-3.5-turbo") == {"gpt3.5turbo"}
    assert codes("12.345.678-Z") == codes("12345678Z") == {"12345678z"}
    assert codes("v1.2.3") == {"v1.2.3"}
    assert codes("v12.3") != codes("v1.23")
    assert codes("ES91 2100 0418 4502 0005 1332") == codes("ES9121000418450200051332") == {"es9121000418450200051332"}
    assert codes("EE.UU. wi-fi C++ C#") == {"eeuu", "wifi", "c++", "c#"}
    assert codes("juan.perez@empresa.es") == {"juanperezempresaes"}
    assert codes("papá y mamá") == {"papá", "mamá"}


def test_names_of_code_are_found_by_their_words() -> None:
    stems = index_text("getUserName user_name", None).stem.split()
    assert stems == ["getusername", "get", "user", "name", "user", "name"]


def test_scripts_without_spaces() -> None:
    chinese = index_text("检索系统 GT-500型", "zh")
    assert chinese.exact.split() == ["检", "索", "系", "统", "gt", "500", "型"]
    assert chinese.stem.split() == ["检索", "索系", "系统", "gt", "500", "型"]
    assert "gt500" in chinese.code
    assert len(index_text("ภาษาไทย", "th").stem.split()) == 6
    assert index_text("한국어를", "ko").stem.split() == ["한국", "국어", "어를"]
    assert exact("हिन्दी में") == ["हिन्दी", "में"]


def test_places_point_into_the_text() -> None:
    text = "El coste fue de 5.440.000 € según E-4032."
    found = {text[place.start + piece.start : place.start + piece.end] for place in surfaces(text) for piece in place.surface.pieces}
    assert {"5.440.000", "según", "E", "4032"} <= found


def test_decomposed_text_is_composed_first() -> None:
    assert index_text("cancio\u0301n", "es") == index_text("canción", "es")
    assert nfc("abc") == "abc"


def test_odd_characters_do_no_harm() -> None:
    for text in ("", " ", "\x00\x01", "\ud800", "😀 👨‍👩‍👧", "\u0301\u0301", "a" * 1000, "-" * 100, "\u200d", "ﷺ", "½ ² ①"):
        tokens = index_text(text, "es")
        assert all(len(token) <= 64 for token in (*tokens.exact.split(), *tokens.stem.split(), *tokens.code.split()))


def test_exact_forms() -> None:
    assert exact_forms("¿Cuánto es 1.234,50?") == ["cuanto", "es", "1234.50"]
