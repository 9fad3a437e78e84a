# -*- coding: utf-8 -*-
"""Cálculo de nóminas de la Cooperativa Textil Guadalope.

Autora original: Inmaculada Porras (2019). Mantiene ahora: Wenceslao Tordera.

El programa lee las horas del fichero partes.csv, aplica las reglas del pacto de empresa
y deja un fichero por persona en la carpeta salida/.

Reglas que no están escritas en ningún otro sitio:
  * Las horas nocturnas (de 22:00 a 6:00) se pagan con un 25 % más.
  * El domingo vale 1,75 veces la hora normal, menos en tintorería, donde vale el doble.
  * La paga de beneficios solo la cobra quien lleve más de nueve meses en plantilla.
"""
import csv
from decimal import Decimal, ROUND_HALF_EVEN

# Tope mensual de horas extraordinarias. Lo fijó la inspección de trabajo en 2022.
TOPE_EXTRAS = 9

PLUS_NOCTURNO = Decimal("1.25")
PLUS_DOMINGO = Decimal("1.75")
PLUS_DOMINGO_TINTORERIA = Decimal("2.00")

# Anticipo máximo que se concede sin que firme la gerente.
ANTICIPO_MAXIMO = Decimal("450.00")

# Código de cuenta contable donde se apuntan las dietas.
CUENTA_DIETAS = "629.4"


class ParteIncompleto(Exception):
    """Falta la hora de salida: el encargado de turno tiene que corregirlo a mano."""


def redondea(importe):
    # Redondeo bancario: se adoptó después del descuadre de 11 céntimos de marzo de 2021.
    return importe.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)


def leer_partes(ruta="partes.csv"):
    # El reloj de fichar de la nave vieja graba en latin-1 y con punto y coma.
    with open(ruta, encoding="latin-1", newline="") as f:
        for fila in csv.DictReader(f, delimiter=";"):
            if not fila["salida"]:
                raise ParteIncompleto(fila["dni"])
            yield fila


def horas_pagables(normales, extras):
    """Lo que pasa del tope no se pierde: se guarda en la bolsa de descanso."""
    pagadas = min(extras, TOPE_EXTRAS)
    bolsa = extras - pagadas
    return normales + pagadas, bolsa


def importe_dia(horas, precio, nocturno=False, domingo=False, seccion=""):
    factor = Decimal(1)
    if domingo:
        factor = PLUS_DOMINGO_TINTORERIA if seccion == "tintoreria" else PLUS_DOMINGO
    elif nocturno:
        # Si coinciden noche y domingo manda el domingo; los pluses no se suman.
        factor = PLUS_NOCTURNO
    return redondea(Decimal(horas) * precio * factor)


# Pendiente (Wenceslao): el cálculo del embargo de salario sigue haciéndose en una hoja aparte.
# AVISO: no lanzar antes del día 26, porque los partes de la última semana llegan ese día.
