"""Counted things in words, for what is no widget: plural forms are collected from a class's own `tr` alone."""

from __future__ import annotations

from PySide6.QtCore import QObject


class Counts(QObject):
    def older_versions(self, n: int) -> str:
        return self.tr("%n older version(s)", "", n)

    def older_versions_below(self, n: int) -> str:
        return self.tr("%n older version(s) under it", "", n)

    def few_questions(self, n: int) -> str:
        return self.tr("With %n question(s) each one weighs much; more of them say more.", "", n)

    def found_now(self, n: int) -> str:
        return self.tr("%n question(s) found now", "", n)

    def found_no_more(self, n: int) -> str:
        return self.tr("%n question(s) not found any more", "", n)

    def compared(self, n: int) -> str:
        return self.tr("Compared over the %n question(s) that both asked.", "", n)

    def queued(self, n: int) -> str:
        return self.tr("%n file(s) of this name still wait to be read: {names}", "", n)

    def looked_at(self, n: int) -> str:
        return self.tr("Looking for documents: %Ln file(s)", "", n)

    def learning(self, n: int) -> str:
        return self.tr("Learning what they mean: {done} of %Ln passage(s)", "", n)

    def minutes_left(self, n: int) -> str:
        return self.tr("about %n min left", "", n)

    def hidden(self, n: int) -> str:
        return self.tr("%Ln hidden", "", n)

    def program_folders(self, n: int) -> str:
        return self.tr("%Ln folder(s) of programs or of saved pages", "", n)

    def temporary(self, n: int) -> str:
        return self.tr("%Ln temporary", "", n)

    def not_documents(self, n: int) -> str:
        return self.tr("%Ln not document(s)", "", n)

    def pictures(self, n: int) -> str:
        return self.tr("%Ln picture(s) (text recognition is off)", "", n)

    def too_large(self, n: int) -> str:
        return self.tr("%Ln too large", "", n)

    def links(self, n: int) -> str:
        return self.tr("%Ln link(s)", "", n)

    def removed_by_you(self, n: int) -> str:
        return self.tr("%Ln removed by you", "", n)
