"""Cálculo del complemento de guardias de la EDAR Vega del Tirón.

Escrito por Nerea Larraza para sustituir la hoja de cálculo "guardias_buena_FINAL.xls".
Lee los partes del mes y devuelve lo que se paga a cada persona.
Convenio aplicable: artículo 31, texto de 2023.
"""
from dataclasses import dataclass
from datetime import date, datetime, timedelta

# Precio de la guardia localizable por día, en euros.
TARIFA_LABORABLE = 28.40
TARIFA_FESTIVO = 51.75
# Nochebuena y Nochevieja se pagan al triple del laborable, lo firmó Gerencia en 2021.
FACTOR_NAVIDAD = 3
# Las salidas de menos de 15 minutos no se abonan; las de más se redondean a medias horas.
MINIMO_SALIDA = timedelta(minutes=15)
PRECIO_HORA_SALIDA = 23.10
# Tope mensual por persona. Si se pasa, el exceso se compensa con descanso (1 hora por cada 20 euros).
TOPE_MENSUAL = 640.0


@dataclass
class Salida:
    inicio: datetime
    fin: datetime
    motivo: str

    def medias_horas(self) -> int:
        duracion = self.fin - self.inicio
        if duracion < MINIMO_SALIDA:
            return 0
        # Se redondea hacia arriba: 31 minutos cuentan como una hora entera.
        return -(-int(duracion.total_seconds()) // 1800)


def es_festivo(dia: date, festivos: set) -> bool:
    # El 20 de enero es fiesta local sólo para el personal con centro en Arguedas Alto.
    return dia.weekday() == 6 or dia in festivos


def importe_dia(dia: date, festivos: set) -> float:
    if (dia.month, dia.day) in ((12, 24), (12, 31)):
        return TARIFA_LABORABLE * FACTOR_NAVIDAD
    return TARIFA_FESTIVO if es_festivo(dia, festivos) else TARIFA_LABORABLE


def total_mes(dias, salidas, festivos):
    """Devuelve (euros, horas de descanso)."""
    euros = sum(importe_dia(d, festivos) for d in dias)
    euros += sum(s.medias_horas() * PRECIO_HORA_SALIDA / 2 for s in salidas)
    if euros <= TOPE_MENSUAL:
        return round(euros, 2), 0
    exceso = euros - TOPE_MENSUAL
    return TOPE_MENSUAL, int(exceso // 20)


# PENDIENTE: los sábados se pagan como laborables; el comité pide que pasen a festivo.
# OJO: no cambiar el orden de las columnas del parte, el programa de nóminas las lee por posición.
# Error conocido: si una salida cruza la medianoche del último día del mes, se pierde.
