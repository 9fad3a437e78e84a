import time

from engine.search.duplicates import fold, same_text

CLAUSE = "La fianza se devuelve en treinta días desde la entrega de las llaves, descontados los recibos pendientes."


def test_same_words_fold():
    assert same_text(CLAUSE, CLAUSE.upper())
    assert fold([CLAUSE, "otra cosa distinta", CLAUSE + " "]) == [[0, 2], [1]]


def test_one_number_apart_is_another_fact():
    assert not same_text("El error E-4012 indica " + CLAUSE, "El error E-4013 indica " + CLAUSE)
    assert not same_text(CLAUSE + " Cuota: 35 euros.", CLAUSE + " Cuota: 38 euros.")


def test_texts_without_words_do_not_fold_by_accident():
    assert fold(["", ""]) == [[0], [1]]


def test_many_texts_that_differ_are_compared_at_once():
    """Each text is taken apart once, not once for every other: every search folds its hits."""
    words = ("fianza", "plazo", "recibo", "llaves", "contrato", "gastos")
    texts = [" ".join(words[(i * k) % 6] for k in range(1, 300)) + f" {i}" for i in range(80)]
    began = time.process_time()
    assert len(fold(texts)) == 80
    assert time.process_time() - began < 0.3
