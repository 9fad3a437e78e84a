"""Words that say nothing about a document. They still count a little in the ranking; they are not marked in a snippet."""

from __future__ import annotations

from functools import lru_cache

from engine.language.folding import fold

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
    "ar": "في من على إلى الى عن أن ان إن هذا هذه ذلك تلك التي الذي الذين هو هي هم كان كانت يكون كم ما ماذا متى أين"
    " اين كيف لماذا أي اي مع أو او و لا لم لن قد بعد قبل بين عند كل بعض غير هل ثم حيث إذا اذا ب ل ك",
    "el": "ο η το οι τα του της των τον την τους τις στο στη στην στον στα στις στους ένα μια ένας ενός και ή να"
    " που πού ποιος ποια ποιο ποιοι ποιες ποιον πότε πώς πως τι πόσο πόσα πόσοι πόσες γιατί με σε από για ως κατά"
    " προς μετά πριν είναι ήταν είχε έχει έχουν δεν θα ότι όταν αυτό αυτή αυτός αυτά αυτές αν μου σου",
    "tr": "ve veya ile bir bu şu o da de ki mi mı mu mü ne neden nasıl nerede nereye nereden hangi hangisi kim kime"
    " kimin kimler kaç zaman için gibi kadar daha en çok olan olarak olduğu oldu olur ise değil var yok göre sonra"
    " önce ya her",
    "no": "og i på av er som en et ei til for med den det de fra ved var har hadde han hun hva hvem hvor hvordan"
    " hvorfor når hvilken hvilket hvilke ikke om seg sin sitt sine etter over under at eller men ble blir kan skal"
    " vil å",
    "sv": "och i på av är som en ett till för med den det de från vid var har hade han hon vad vem hur varför när"
    " vilken vilket vilka inte om sig sin sitt sina efter över under att eller men blev blir kan ska vill",
    "da": "og i på af er som en et til for med den det de fra ved var har havde han hun hvad hvem hvor hvordan"
    " hvorfor hvornår hvilken hvilket hvilke ikke om sig sin sit sine efter over under at eller men blev bliver kan"
    " skal vil",
}

BY_LANGUAGE: dict[str, frozenset[str]] = {
    language: frozenset(fold(word) for word in words.split()) for language, words in _LISTS.items()
}

STOP_WORDS: frozenset[str] = frozenset().union(*BY_LANGUAGE.values())
"""Folded, of all languages together: what is a stop word in one language is short and rare as a word in the others."""


@lru_cache(maxsize=64)
def stop_words_of(languages: tuple[str, ...]) -> frozenset[str]:
    """Of some languages together; of all where none of them has a list. `var` says something to who reads no Norwegian."""
    known = [BY_LANGUAGE[language] for language in languages if language in BY_LANGUAGE]
    return frozenset().union(*known) if known else STOP_WORDS
