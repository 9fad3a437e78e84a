"""reStructuredText: what is said without its marks, drawn tables, directives, and what is no text."""

from __future__ import annotations

import time
from pathlib import Path

from tests.engine.reading.reading_parts import document_of, outline, rows

MARKED = r"""
==========
La guía
==========

:Author: Eva *Ruiz*
:Version: 2

.. comentario
   que no se ve
.. _destino: https://ejemplo.es
.. |marca| replace:: **Nueva** marca

Texto con *énfasis*, **fuerza**, ``a * b``, `enlace <https://a.b>`_, destino_, :ref:`la parte <x>`,
:class:`~paquete.Clase`, |marca|, :math:`x^2`, nota [1]_ y \*asteriscos\*.

.. [1] Al pie.

Parte
=====

* Uno
  sigue

  Otro párrafo.

  - Dentro

2. Dos

   a. Tres

término : clase
    Lo que es.

-h, --help  Ayuda.
--fichero=<nombre>
            Lo que se lee.

Ejemplo::

    x = 1

      y

Tras él. ::

> citado
> así

| verso uno
| verso dos

>>> 1 + 1
2

   Cita con sangría.
"""


def test_words_lists_and_code(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.rst", MARKED)
    assert (document.title, dict(document.properties)) == ("La guía", {"author": "Eva Ruiz"})
    assert outline(document) == [
        ("heading", 1, "La guía"), ("list_item", 1, "Author: Eva Ruiz"), ("list_item", 1, "Version: 2"),
        ("paragraph", 0, "Texto con énfasis, fuerza, a * b, enlace, destino, la parte,\nClase, Nueva marca, x², nota [1] y *asteriscos*."),
        ("note", 0, "[1] Al pie."), ("heading", 2, "Parte"),
        ("list_item", 1, "Uno\nsigue"), ("paragraph", 0, "Otro párrafo."), ("list_item", 2, "Dentro"),
        ("list_item", 1, "2. Dos"), ("list_item", 2, "a. Tres"), ("list_item", 1, "término: clase: Lo que es."),
        ("list_item", 1, "-h, --help: Ayuda."), ("list_item", 1, "--fichero=<nombre>: Lo que se lee."),
        ("paragraph", 0, "Ejemplo:"), ("code", 0, "x = 1\n\n  y"), ("paragraph", 0, "Tras él."), ("code", 0, "> citado\n> así"),
        ("paragraph", 0, "verso uno\nverso dos"), ("code", 0, ">>> 1 + 1\n2"), ("quote", 0, "Cita con sangría.")]


def test_tables(tmp_path: Path) -> None:
    grid = "+-----+-----------+\n| Mes | Euros     |\n|     +-----+-----+\n|     | luz | pan |\n+=====+=====+=====+\n| may | 1   | 2   |\n|     |     | y 3 |\n+-----+-----+-----+\n"
    assert rows(document_of(tmp_path, "a.rst", grid)) == [("Mes", "Euros", "Euros"), ("Mes", "luz", "pan"), ("may", "1", "2 y 3")]
    simple = "=====  =====  ======\n   Entradas   Salida\n------------  ------\n  A      B    A or B\n=====  =====  ======\nFalse  False  False\nTrue   False  True\n              seguro\n=====  =====  ======\n"
    document = document_of(tmp_path, "b.rst", simple)
    assert rows(document) == [("Entradas", "Entradas", "Salida"), ("A", "B", "A or B"), ("False", "False", "False"), ("True", "False", "True seguro")]
    assert document.blocks[0].n_header_rows == 2
    csv = '.. csv-table:: Precios\n   :header: "Cosa", "Euros"\n\n   "Pan, blanco", 1\n   Sal, 2\n'
    assert outline(document_of(tmp_path, "c.rst", csv)) == [("caption", 0, "Precios"), ("table", 0, "Cosa\tEuros\nPan, blanco\t1\nSal\t2")]
    listed = ".. list-table::\n   :header-rows: 1\n\n   * - Cosa\n     - Euros\n   * - Pan\n       blanco\n     - 1\n"
    assert rows(document_of(tmp_path, "d.rst", listed)) == [("Cosa", "Euros"), ("Pan blanco", "1")]


def test_directives(tmp_path: Path) -> None:
    text = """.. note:: Cuidado con
   el perro.

.. versionadded:: 3.2 Ya muerde.

.. figure:: foto.png
   :alt: Un perro

   El perro *Tom*.

   De 2020.

.. code-block:: python
   :caption: a.py

   x = *1*

.. py:function:: morder(quien, \\
                        donde)

   Muerde.

   :param quien: La persona.

.. class:: Perro(raza)

   Ladra, :option:`!--fuerte`.

.. toctree::

   Inicio <inicio>
   otra
"""
    assert outline(document_of(tmp_path, "a.rst", text)) == [
        ("paragraph", 0, "Note: Cuidado con\nel perro."), ("paragraph", 0, "Added in version 3.2: Ya muerde."),
        ("caption", 0, "El perro Tom."), ("paragraph", 0, "De 2020."), ("code", 0, "x = *1*"),
        ("paragraph", 0, "morder(quien, donde)"), ("paragraph", 0, "Muerde."), ("list_item", 1, "quien: La persona."),
        ("paragraph", 0, "Perro(raza)"), ("paragraph", 0, "Ladra, --fuerte."), ("list_item", 1, "Inicio")]


def test_deep_and_endless_text_takes_no_time(tmp_path: Path) -> None:
    begun = time.process_time()
    for text in ("\n".join("   " * n + "* luz\n" for n in range(400)), "* " * 30_000 + "luz", "luz\n" + "=====  ==\na b\n" * 10_000, "+---+\n| luz\n" * 10_000,
                 "*" * 50_000 + " luz", "`" * 50_001 + " luz", "luz " + "|a " * 30_000, ".. a::\n" * 20_000 + "\nluz", ":a: " * 20_000 + "luz", "-a, " * 20_000 + "luz"):
        assert "luz" in document_of(tmp_path, "a.rst", text).text
    assert time.process_time() - begun < 8
