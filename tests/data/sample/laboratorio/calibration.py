"""Calibration of the laboratory's thermometers against two fixed points."""

from dataclasses import dataclass

ICE_POINT = 0.0
STEAM_POINT = 100.0


@dataclass(frozen=True)
class Calibration:
    """A straight line from the raw reading to degrees Celsius."""

    slope: float
    offset: float

    def to_celsius(self, reading: float) -> float:
        """Convert one raw reading."""
        return self.slope * reading + self.offset


def boiling_point(pressure_hpa: float) -> float:
    """Boiling point of water near sea level: one degree less for each 37 hPa of pressure lost."""
    return STEAM_POINT - (1013.25 - pressure_hpa) / 37.0


def two_point_calibration(reading_in_ice: float, reading_in_steam: float, pressure_hpa: float) -> Calibration:
    """Fit the line through melting ice and boiling water, corrected for the air pressure of the day."""
    if reading_in_steam <= reading_in_ice:
        raise ValueError("the probe reads no more in steam than in ice: is it connected?")
    slope = (boiling_point(pressure_hpa) - ICE_POINT) / (reading_in_steam - reading_in_ice)
    return Calibration(slope, ICE_POINT - slope * reading_in_ice)


def drift_per_month(first: Calibration, later: Calibration, months: float) -> float:
    """How many degrees the probe has wandered at room temperature, by month."""
    room = 20.0
    reading = (room - first.offset) / first.slope
    return (later.to_celsius(reading) - room) / months
