"""What each setting takes, in both languages, for who gave it something else."""

from __future__ import annotations

_CHOICES = {"language": ("auto", "es", "en"), "theme": ("auto", "light", "dark"), "on_battery": ("less", "same", "pause")}
_YES_NO = ("true or false", "true o false")
_WORDS = {
    "n_threads": ("a whole number from 0 to 256", "un número entero de 0 a 256"),
    "max_file_mb": ("a whole number from 0 (no limit) to 1000000", "un número entero de 0 (sin límite) a 1000000"),
    "embedder": ("the name of a model, as in `models list`", "el nombre de un modelo, como en `models list`"),
    "cross_encoder": ("the name of a model, as in `models list`", "el nombre de un modelo, como en `models list`"),
    "hub": ("an address of at most 200 characters", "una dirección de 200 caracteres como mucho"),
    "answer_address": ("an address on this computer, such as http://127.0.0.1:8080/v1", "una dirección de este equipo, como http://127.0.0.1:8080/v1"),
    "answer_model": ("a name of at most 200 characters", "un nombre de 200 caracteres como mucho"),
    "assistant_folders": ("folders by their whole paths", "carpetas con su ruta completa"),
    "left_out": ("patterns as in .gitignore, none of them empty", "patrones como en .gitignore, ninguno vacío"),
    "left_out_kinds": ("extensions such as csv, none of them empty", "extensiones como csv, ninguna vacía"),
    "folder_rules": ("rules by folder", "reglas por carpeta"),
}


def choices_of(key: str) -> tuple[str, ...]:
    """The words that a setting takes; none where it is no choice."""
    return _CHOICES.get(key, ())


def allowed_in_words(key: str) -> tuple[str, str]:
    """English and Spanish, to follow "allowed:"."""
    if choices := choices_of(key):
        *others, last = choices
        return f"{', '.join(others)} or {last}", f"{', '.join(others)} o {last}"
    return _WORDS.get(key, _YES_NO)
