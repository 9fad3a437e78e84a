"""What LaTeX's commands stand for: letters, signs, units, and how many arguments are no words."""

from __future__ import annotations

import unicodedata

ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
           "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a", "k": "\u0328", "d": "\u0323", "b": "\u0331"}

SIGNS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "i": "i", "j": "j",
    "th": "þ", "TH": "Þ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "textquestiondown": "¿", "textexclamdown": "¡",
    "ldots": "…", "dots": "…", "textellipsis": "…", "dotsc": "…", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textbar": "|", "textless": "<", "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "textdollar": "$", "textunderscore": "_",
    "lbrack": "[", "rbrack": "]", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "lq": "‘", "rq": "’",
    "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "quotesinglbase": "‚", "textquotedbl": '"', "textquotesingle": "'",
    "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»", "guilsinglleft": "‹", "guilsinglright": "›",
    "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›", "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "og": "«\u00a0", "fg": "\u00a0»",
    "S": "§", "P": "¶", "textsection": "§", "textparagraph": "¶", "copyright": "©", "textcopyright": "©", "textregistered": "®",
    "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€", "EUR": "€", "texteuro": "€", "officialeuro": "€", "textcent": "¢",
    "textyen": "¥", "textdegree": "°", "degree": "°", "textcelsius": "°C", "celsius": "°C", "textmu": "µ", "textohm": "Ω", "permil": "‰", "textperthousand": "‰", "textordfeminine": "ª",
    "textordmasculine": "º", "ordfeminine": "ª", "ordmasculine": "º", "textbullet": "•", "textperiodcentered": "·", "dag": "†", "ddag": "‡",
    "textdagger": "†", "textdaggerdbl": "‡", "textnumero": "№", "checkmark": "✓", "slash": "/", "textonehalf": "½", "textonequarter": "¼",
    "textthreequarters": "¾", "textpm": "±", "texttimes": "×", "textdiv": "÷", "textminus": "−", "textrightarrow": "→", "textleftarrow": "←",
    "textvisiblespace": "␣", "textemoji": "", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "TeX": "TeX", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX", "LuaTeX": "LuaTeX", "LuaLaTeX": "LuaLaTeX",
    "pdfTeX": "pdfTeX", "pdfLaTeX": "pdfLaTeX", "AmS": "AMS", "METAFONT": "METAFONT", "MF": "METAFONT", "ConTeXt": "ConTeXt", "KOMAScript": "KOMA-Script",
    "quad": " ", "qquad": " ", "space": " ", "thinspace": " ", "enspace": " ", "enskip": " ", "hfill": " ", "hfil": " ", "hss": " ", "dotfill": " … ", "newline": "\n",
    "linebreak": "\n", "par": "\n\n", "tabularnewline": "\n", "and": "; ", "And": "; ", "AND": "; ", "lbrace": "{", "rbrace": "}", "st": "st", "nd": "nd", "rd": "rd",
}

MATH_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "varpi": "ϖ", "rho": "ρ",
    "varrho": "ϱ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼",
    "simeq": "≃", "cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫", "prec": "≺", "succ": "≻", "subset": "⊂", "supset": "⊃", "subseteq": "⊆",
    "supseteq": "⊇", "subsetneq": "⊊", "in": "∈", "ni": "∋", "notin": "∉", "cup": "∪", "cap": "∩", "bigcup": "⋃", "bigcap": "⋂", "setminus": "∖", "emptyset": "∅", "varnothing": "∅",
    "forall": "∀", "exists": "∃", "nexists": "∄", "neg": "¬", "lnot": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "oplus": "⊕", "otimes": "⊗", "odot": "⊙",
    "to": "→", "rightarrow": "→", "longrightarrow": "⟶", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Longrightarrow": "⟹", "implies": "⟹", "Leftarrow": "⇐",
    "Leftrightarrow": "⇔", "iff": "⟺", "mapsto": "↦", "longmapsto": "⟼", "hookrightarrow": "↪", "uparrow": "↑", "downarrow": "↓", "rightleftharpoons": "⇌", "nearrow": "↗", "searrow": "↘",
    "times": "×", "div": "÷", "pm": "±", "mp": "∓", "cdot": "·", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•", "diamond": "⋄", "sum": "∑", "prod": "∏",
    "int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮", "infty": "∞", "partial": "∂", "nabla": "∇", "hbar": "ℏ", "ell": "ℓ", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "wp": "℘",
    "angle": "∠", "perp": "⊥", "parallel": "∥", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "langle": "⟨", "rangle": "⟩",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "dotsb": "⋯", "prime": "′", "dagger": "†", "ddagger": "‡",
    "therefore": "∴", "because": "∵", "models": "⊨", "vdash": "⊢", "dashv": "⊣", "top": "⊤", "bot": "⊥", "square": "□", "Box": "□", "blacksquare": "■", "triangle": "△", "colon": ":", "imath": "ı", "jmath": "ȷ",
    "lbrace": "{", "rbrace": "}", "backslash": "\\", "quad": " ", "qquad": "  ", "degree": "°", "lim": "lim", "limsup": "lim sup", "liminf": "lim inf", "bmod": "mod", "AA": "Å",
}
_MATH_FUNCTIONS = (
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp max min sup inf arg argmax argmin det dim ker "
    "deg gcd lcm Pr hom mod"
)
MATH_FUNCTIONS = frozenset(_MATH_FUNCTIONS.split())
MATH_ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304", "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
                "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a"}
SUPERSCRIPTS = str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
SUBSCRIPTS = str.maketrans("0123456789+-=()aeioruvxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢₒᵣᵤᵥₓₕₖₗₘₙₚₛₜ")

UNITS = {
    "metre": "m", "meter": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J",
    "watt": "W", "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω", "siemens": "S", "weber": "Wb", "tesla": "T", "henry": "H", "degreeCelsius": "°C", "celsius": "°C", "degree": "°", "minute": "min",
    "hour": "h", "day": "d", "litre": "l", "liter": "L", "tonne": "t", "electronvolt": "eV", "percent": "%", "bar": "bar", "bit": "bit", "byte": "B", "dalton": "Da", "decibel": "dB",
    "kilogram": "kg", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "hecto": "h", "deca": "da", "deci": "d", "centi": "c", "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "femto": "f",
    "per": "/", "squared": "²", "cubed": "³", "square": "", "cubic": "", "cm": "cm", "mm": "mm", "km": "km", "kg": "kg", "mg": "mg", "ms": "ms", "nm": "nm", "um": "µm", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz",
}

# Arguments that are no words, before any that are: "o" in brackets, if it stands there; "m" in braces, or one character.
_DROPPED = (
    ("oom", "label vspace hspace input include subfile bibliographystyle pagestyle thispagestyle pagenumbering newcounter stepcounter "
            "refstepcounter index hypersetup geometry graphicspath newlength selectlanguage nocite phantom hphantom vphantom color "
            "rowcolor cellcolor columncolor includepdf addbibresource usetikzlibrary usetheme usecolortheme usefonttheme useinnertheme "
            "useoutertheme setbeamercovered lstset captionsetup theoremstyle RequirePackage usepackage documentclass LoadClass "
            "ProvidesPackage ProvidesClass pgfplotsset tikzset sisetup DeclareGraphicsExtensions hyphenation includeonly "
            "enlargethispage bookmarksetup newsavebox usebox newif lstinputlisting inputminted verbatiminput fontfamily fontseries "
            "fontshape title subtitle author date institute bibliography linespread includegraphics setmainfont setsansfont setmonofont "
            "setmainlanguage setdefaultlanguage setotherlanguage setotherlanguages zlabel cline usebeamercolor usebeamerfont "
            "hypertarget hyperlink markright pdfbookmark fontencoding addtocontents sbox newcolumntype needspace arraystretch "
            "specialrule cmidrule noalign textcolor colorbox parbox raisebox scalebox href foreignlanguage rotatebox ifthenelse "
            "setstretch "
            "graphicspath bstctlcite urlstyle tikzstyle"),
    ("oomm", "setlength addtolength setcounter addtocounter rule counterwithin numberwithin fontsize setbeamertemplate setbeamercolor "
             "setbeamerfont markboth newglossaryentry settowidth settoheight settodepth PassOptionsToPackage addtokomafont setkomafont "
             "DeclareFieldFormat fcolorbox resizebox multirow multicolumn crefname Crefname titlespacing colorlet DeclareLanguageMapping"),
    ("oommm", "definecolor addcontentsline DeclarePairedDelimiter newacronym"),
    ("oommmmm", "titleformat"),
    ("oo", "makebox framebox hyperref item addlinespace linebreak nolinebreak pagebreak nopagebreak marginnote newpage"),
)
DROPPED = {name: shape for shape, names in _DROPPED for name in names.split()}
# Followed by a length: \vskip 1em plus 2pt
_LENGTHS = (
    "vskip hskip kern mkern parindent parskip baselineskip textwidth textheight topmargin oddsidemargin evensidemargin headheight "
    "headsep footskip hsize vsize leftskip rightskip tabcolsep itemsep parsep topsep partopsep lineskip columnsep hangindent raise "
    "lower penalty"
)
LENGTHS = frozenset(_LENGTHS.split())
# Say nothing themselves, even where an empty group or a blank ends them
_SWITCHES = (
    "em bf it rm sf tt sc sl up md null relax protect tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge "
    "bfseries itshape slshape upshape scshape ttfamily sffamily rmfamily mdseries normalfont centering raggedright raggedleft "
    "noindent indent leavevmode strut xspace maketitle clearpage newpage cleardoublepage smallskip medskip bigskip appendix "
    "tableofcontents listoffigures listoftables printbibliography vfill vspace allowbreak nobreak obeylines ignorespaces"
)
SWITCHES = frozenset(_SWITCHES.split())


def accented(letter: str, accent: str) -> str:
    """A letter with an accent command's sign over or under it: accented("n", "~") is "ñ"; without a letter nothing."""
    letter = {"ı": "i", "ȷ": "j"}.get(letter, letter)
    return unicodedata.normalize("NFC", letter[0] + ACCENTS[accent]) + letter[1:] if letter else ""
