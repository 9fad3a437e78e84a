"""LaTeX sources: the document's own commands, tables, captions, references, formulas, and what is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.reading.latex import plain_latex
from engine.reading.latex_math import math_text
from tests.engine.reading.reading_parts import document_of, outline, rows


@pytest.mark.parametrize(("source", "words"), [
    (r"\frac{\alpha_1}{2} \leq x^{2n}", "α₁/2 ≤ x²ⁿ"), (r"\sum_{i=0}^n \sin^2 x_{ij}", "∑_(i = 0)ⁿ sin² x_(ij)"),
    (r"\left\{\begin{array}{cc} 1 & 0 \\[2pt] 0 & 1\end{array}\right.", "{ 1 0; 0 1"), (r"\sqrt[3]{x+1} \in \mathbb{R}", "³√(x + 1) ∈ ℝ"),
    (r"\hat{x}\text{ para todo } i", "x̂ para todo i"), (r"90^\circ", "90°"), ("{" * 3_000 + "x", "x"),
])
def test_formulas(source: str, words: str) -> None:
    assert math_text(source) == words


@pytest.mark.parametrize(("source", "words"), [
    (r"a\~no, \'{\i}ndice, \c{c}a, \v{S}koda, \k{a}, \o re", "año, índice, ça, Škoda, ą, øre"),
    (r"5~\% de \SI{3,5}{\kilo\metre} y \num{20}", "5 % de 3,5 km y 20"), (r"uno\footnotesize\ dos {\bf tres} \emph{cua}tro", "uno dos tres cuatro"),
    (r"\textcolor{red}{rojo} \href{https://a.b}{enlace} \url{a_b}", "rojo enlace a_b"), (r"\verb|\foo{x}| \LaTeX{} y \cite[p.~3]{a,b}", r"\foo{x} LaTeX y [a, b, p. 3]"),
    (r"la orden \texttt{\orden} y \otra{} más", r"la orden \orden y otra más"), ("?`Qu\\'e? ``s\\'{\\i}'' --- no--", "¿Qué? “sí” — no–"),
    (r"Coste de $x^2$ \$5", "Coste de x² $5"), ("línea%comentario\n  sigue", "líneasigue"),
])
def test_words(source: str, words: str) -> None:
    assert plain_latex(source) == words


def test_own_commands_captions_and_references(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.tex", r"""\documentclass[spanish]{article}
\usepackage[spanish]{babel}\newcommand{\obra}[2][Ana]{\emph{#2} de #1}\def\casa{Casa Blanca}
\newtheorem{lema}{Lema}
\title{El piso}\author{Eva Ruiz}
\begin{document}\maketitle
\section{Renta}\label{sec:renta}
Se lee \obra{Luz} y \obra[Luis]{Sol} en \casa{} % esto no
desde ayer.

Otro p\'arrafo, v\'ease \ref{sec:renta} y el cuadro~\ref{tab:x}\footnote{Al pie.}.
\iffalse Oculto \fi
\begin{comment}
Tampoco
\end{comment}
\begin{table}[ht]\caption{Pagos}\label{tab:x}
\begin{tabular}{@{}l|rr@{}}\toprule
\multicolumn{2}{c}{Euros} & Nota \\ \midrule
\multirow{2}{*}{enero} & 1 & a \& b \\ & 2 & c \\ \bottomrule
\end{tabular}\end{table}
\begin{lema}[Pit\'agoras] Vale $a^2$.\end{lema}
\begin{enumerate}\item Uno \begin{itemize}\item[Pan] dos\end{itemize}\item Tres\end{enumerate}
\begin{tikzpicture}\draw (0,0) -- (1,1); \node[above] at (1,1) {Puerta norte};\end{tikzpicture}
\end{document} Basura""")
    assert (document.title, dict(document.properties)["author"], document.language) == ("El piso", "Eva Ruiz", "es")
    assert outline(document) == [
        ("heading", 1, "El piso"), ("paragraph", 0, "Eva Ruiz"), ("heading", 2, "Renta"),
        ("paragraph", 0, "Se lee Luz de Ana y Sol de Luis en Casa Blanca desde ayer."),
        ("paragraph", 0, "Otro párrafo, véase “Renta” y el cuadro 1."), ("note", 0, "Al pie."),
        ("caption", 0, "Cuadro 1: Pagos"), ("table", 0, "Euros\tEuros\tNota\nenero\t1\ta & b\nenero\t2\tc"),
        ("paragraph", 0, "Lema (Pitágoras). Vale a²."),
        ("list_item", 1, "1. Uno"), ("list_item", 2, "Pan: dos"), ("list_item", 1, "2. Tres"), ("paragraph", 0, "Puerta norte")]
    assert rows(document)[0] == ("Euros", "Euros", "Nota")


def test_slides_and_signs_of_babel(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.tex", r"""\documentclass{beamer}\usepackage[ngerman]{babel}\begin{document}
\section{Teil}\begin{frame}[fragile]{Titel}{Zweiter}\begin{itemize}\item<1-> "`Fu"s"' und Bahn"=Karte\end{itemize}
\begin{lstlisting}[language=C]
if (a % b) { x; }
\end{lstlisting}\end{frame}\end{document}""")
    assert outline(document) == [("heading", 2, "Teil"), ("heading", 4, "Titel"), ("heading", 5, "Zweiter"),
                                 ("list_item", 1, "„Fuß“ und Bahn-Karte"), ("code", 0, "if (a % b) { x; }")]
