"""Short keys for the ids of embedders, of which the catalog names four with each passage: a digit instead of forty bytes.

A row's `model` is a key, or in catalogs of format 3 and before the id itself; an id holds an "@", a key never does. Which key
is whose stands in `meta`, not in a table of its own: the names of all tables fit into the file's first page, and no damage to another
can take them.
"""

from __future__ import annotations

import sqlite3

MODEL_KEY = "model-key-"        # meta, with the key behind it
_ALL = f"FROM meta WHERE key >= '{MODEL_KEY}' AND key < '{MODEL_KEY[:-1]}.'"


def models_by_key(database: sqlite3.Connection) -> dict[str, str]:
    """The ids of embedders by their keys; empty where the catalog is of an earlier format."""
    return dict(database.execute(f"SELECT substr(key, {len(MODEL_KEY) + 1}), value {_ALL}").fetchall())


def key_of(database: sqlite3.Connection, model: str) -> str:
    """What rows name an embedder by; its id where it has no key."""
    return next((key for key, known in models_by_key(database).items() if known == model), model)


def given_key(database: sqlite3.Connection, model: str) -> str:
    """As `key_of`, for writing rows, in a transaction: one that has no key gets the lowest that is free."""
    known = models_by_key(database)
    key = next((key for key, other in known.items() if other == model), None)
    if key is None:
        key = next(number for number in map(str, range(1, len(known) + 2)) if number not in known)
        database.execute("INSERT INTO meta VALUES (?, ?)", (MODEL_KEY + key, model))
    return key


def forget_key(database: sqlite3.Connection, model: str) -> None:
    """No row names this embedder any more."""
    database.execute(f"DELETE {_ALL} AND value = ?", (model,))
