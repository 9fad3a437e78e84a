"""Words that say nothing about a document. They still count a little in the ranking; they are not marked in a snippet."""

from __future__ import annotations

from engine.folding import fold

_LISTS = {
    "es": "a al ante bajo con contra de del desde donde dónde durante e el él ella ellas ellos en entre era eran es esa ese eso"
    " esta está están estas este esto estos fue fueron ha han hasta hay la las le les lo los más me mi muy ni no nos o para pero"
    " por porque que qué quien quién quienes quiénes se sea ser si sí sido sin sobre son su sus también tan te tiene tienen tu un"
    " una unas uno unos y ya cual cuál cuales cuáles cuando cuándo cuanto cuánto cuantos cuántos cuánta cuántas como cómo cuyo",
    "en": "a about after all an and any are as at be been before being between but by can could did do does for from had has have"
    " he her him his how i if in into is it its may more most no nor not of on or our she should so some such than that the"
    " their them then there these they this those to was we were what when where which while who whom whose why will with would"
    " you your",
    "fr": "à au aux avec ce ces cette dans de des du elle elles en est et eux il ils je la le les leur leurs lui mais ne nous on ou"
    " où par pas pour qu quand que quel quelle quelles quels qui sa se ses son sont sur un une vous y était d l comment combien",
    "pt": "a à ao aos as com como da das de do dos e é ela elas ele eles em entre era foi foram há isso isto já mais mas na nas não"
    " no nos o onde os ou para pela pelo por porque qual quais quando quanto que quem se sem ser seu seus sua suas também um uma",
    "it": "a ai al alla alle anche che chi ci come con cosa da dal dalla dei del della delle di dove e è era gli ha hanno i il in"
    " la le lo ma nel nella non o per perché più qual quale quali quando quanto se si sono su sul sulla un una uno l d",
    "de": "aber als am an auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es für hat ihr im"
    " in ist man mit nach nicht oder sein sich sie sind so über um und uns unter von vor war waren warum was welche welcher"
    " welches wenn wer werden wie wir wird wo zu zum zur",
    "ca": "a al als amb com d de del dels el els en entre era és ha hi i l la les més no o on per perquè qual quan quant què que"
    " qui se sense són també un una unes uns va",
    "gl": "a ao aos as co coa como da das de do dos e é en entre foi na nas non no nos o onde os ou para pola polo por que quen se"
    " sen son tamén un unha cal cando",
    "nl": "aan als bij dat de den der die dit door een en er het hij hoe in is met naar niet of om ook op te tot uit van voor waar"
    " was wat welke wie wordt zijn",
    "ru": "а без бы был была были было в вы где для до его ее её если есть за и из или их к как когда который кто ли на не но о об"
    " он она они от по при с со так то у что чем это",
}

BY_LANGUAGE: dict[str, frozenset[str]] = {
    language: frozenset(fold(word) for word in words.split()) for language, words in _LISTS.items()
}

STOP_WORDS: frozenset[str] = frozenset().union(*BY_LANGUAGE.values())
"""Folded, of all languages together: what is a stop word in one language is short and rare as a word in the others."""
