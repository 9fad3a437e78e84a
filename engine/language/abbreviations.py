"""Abbreviations that end in a point, lower-cased and without it. Where languages disagree, not cutting is safer."""

# ruff: noqa: SIM905

from __future__ import annotations

# Something always follows: a name, a number, a place. Never the end of a sentence.
OPENING = frozenset(
    # Spanish
    """sr sra srta sres sras dr dra dres prof profa lic ing arq abg d dña fr pbro mons hno hna gral cnel cap tte sgto cte
    art arts núm núms nº n.º n.ª pág págs p pp fig figs cap caps vol vols ed eds tel tfno tlf av avda avd ctra pza plza
    gta urb apdo cfr cf vid ej vgr aprox ref refs exp expte rd ap apdo párr inc disp sec secc secs lám
    tít ss depto dpto gob pdte pdta excmo excma ilmo ilma sta sto máx mín dcha izq izqda ptas prov mún entlo bto
    """.split()
    # English
    + """mr mrs ms messrs rev hon gen col maj capt cmdr lt sgt pres gov sen rep supt st mt ft no nos vs viz eg ie e.g
    i.e sec ch chap para eq eqs approx dept est ext incl assn bros al ca c.f""".split()
    # French, Portuguese, Italian, Catalan, Galician
    + """m mm mme mmes mlle mlles me mgr cie chap env éd art ex exmo exma ilmo ilma profª drª srª av núm
    sig sigg sigra dott dott.ssa avv geom rag egr gent spett es pag pagg tav par obs""".split()
    # German, Dutch, Nordic
    + """hr fr frl bzw bspw z.b d.h u.a vgl abs nr art bd hrsg str evtl ggf sog ca mind max min tel dhr mevr mw
    blz bijv o.a m.b.t jf f.eks bl.a dvs osv.""".split()
    # Slavic and others
    + """г гг ул стр рис см им тов проф акад т.е т.д np tj tzn tzw prof ul ks św nr str obr č čl odst tzv např""".split()
)

# May also end a sentence: it does where the next word begins with a capital letter.
CLOSING = frozenset(
    """etc ect a.m p.m a.c d.c s.a s.l s.a.u inc ltd co corp jr phd bros usw u.s.w enz osv itd atd itp
    т.д т.п др""".split()
)

# Words that begin sentences far more often than they follow an initial ("vitamina C. El …").
STARTERS = frozenset(
    """el la los las lo un una en de del al es se no si y o por para con como cuando este esta estos estas ese esa
    su sus ha han hay según sin sobre tras también además the a an in it he she they we you this that these those if
    when while for on at by his her its there as but and le les une des dans il elle ce cette der die das ein eine
    os as um uma não il gli""".split()
)

# Pairs of the last two words, each with its point: the first never ends a sentence, the second as its set says.
CLOSING_PAIRS = frozenset({"a. m", "p. m", "a. c", "d. c", "s. a", "s. l", "и т", "т. д", "т. п", "h. c"})
OPENING_PAIRS = frozenset({"p. ej", "v. gr", "p. ex", "z. b", "d. h", "u. a", "i. e", "e. g", "c. f", "t. ex", "o. a"})
