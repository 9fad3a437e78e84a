"""Gateway for the greenhouse sensors at Tollard Nurseries.

Collects readings over the radio link and forwards them to the office server.

Written by Marta Feeley in the wet spring of 2023, reworked by Idris Capel for the
second glasshouse. See the wiring plan in the orange folder.

Known limits
------------
The radio drops packets when the misting pump is running, because both share one supply.
At most 64 sensors can be registered, since the address is six bits long.
"""
import queue
import time

# Seconds between polls. Below 20 the batteries last less than a season.
POLL_INTERVAL = 45

# Readings older than this (in minutes) are thrown away instead of being sent late.
MAX_AGE = 90

# A leaf temperature above this raises the frost-cloth alarm the wrong way round; do not touch
# until the polarity bug in relay 3 has been fixed.
LEAF_LIMIT_C = 38.5

SERVER = "office.tollard.example"
PORT = 7071

buffer = queue.Queue(maxsize=5000)


class ChecksumError(ValueError):
    """Two bad checksums in a row mean a flat battery, not interference."""


def decode(frame):
    """Decode one 12 byte frame.

    Byte 0 is the address, bytes 1 and 2 the temperature in hundredths of a degree,
    byte 3 the humidity, byte 4 the battery in units of 20 millivolts.
    """
    if sum(frame[:-1]) % 256 != frame[-1]:
        raise ChecksumError(frame[0])
    temperature = int.from_bytes(frame[1:3], "big", signed=True) / 100
    return {"id": frame[0], "t": temperature, "rh": frame[3], "mv": frame[4] * 20}


def retry_delay(attempt):
    # Doubles each time, but never beyond ten minutes: the growers check the screen at coffee.
    return min(600, 5 * 2 ** attempt)


def forward(send):
    attempt = 0
    while True:
        item = buffer.get()
        if time.time() - item["at"] > MAX_AGE * 60:
            continue
        try:
            send(SERVER, PORT, item)
            attempt = 0
        except OSError:
            # The server reboots every Sunday at 03:10 for its backup.
            time.sleep(retry_delay(attempt))
            attempt += 1

# Sensor 17 hangs in the propagation tent and reads 1.2 degrees too high; Idris corrects it in the
# report, not here.
