"""The languages that tree-sitter parses: which extensions, which nodes are definitions, which wrap them.

A node of `containers` holds definitions (class, namespace, trait); one of `functions` holds statements. `patterns` are
definitions that only a query can tell, for example a variable whose value is a function.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache

from tree_sitter import Language, Query


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language of a tree-sitter package, and where its definitions are."""

    module: str
    functions: str                  # node types, divided by blanks
    containers: str = ""
    patterns: str = ""              # queries whose capture @definition is a definition
    wrappers: str = ""              # node types around a definition that belong to it: decorators, `export`, `template`
    leading: str = ""               # node types before a definition that belong to it, besides comments
    comments: str = "comment"
    function: str = "language"      # of the module, giving the language

    @property
    def container_types(self) -> frozenset[str]:
        return frozenset(self.containers.split())

    @property
    def wrapper_types(self) -> frozenset[str]:
        return frozenset(self.wrappers.split())


_JAVASCRIPT_FUNCTIONS = "function_declaration generator_function_declaration method_definition"
_FUNCTION_VALUE = "[(arrow_function) (function_expression) (generator_function) (class)]"
_JAVASCRIPT_PATTERNS = f"""
(variable_declarator value: {_FUNCTION_VALUE}) @definition
(assignment_expression right: {_FUNCTION_VALUE}) @definition
(pair value: {_FUNCTION_VALUE}) @definition
(expression_statement (call_expression arguments: (arguments . (string) [(arrow_function) (function_expression)] .))) @definition
"""
_JAVASCRIPT_WRAPPERS = "export_statement lexical_declaration variable_declaration expression_statement"
_TYPESCRIPT = Grammar(
    "tree_sitter_typescript",
    _JAVASCRIPT_FUNCTIONS + " type_alias_declaration function_signature",
    "class_declaration abstract_class_declaration interface_declaration enum_declaration module internal_module",
    _JAVASCRIPT_PATTERNS + "(public_field_definition value: [(arrow_function) (function_expression)]) @definition",
    _JAVASCRIPT_WRAPPERS + " ambient_declaration", "decorator", function="language_typescript",
)
_TSX = Grammar(
    _TYPESCRIPT.module, _TYPESCRIPT.functions, _TYPESCRIPT.containers, _TYPESCRIPT.patterns, _TYPESCRIPT.wrappers,
    _TYPESCRIPT.leading, function="language_tsx",
)
_JAVASCRIPT = Grammar(
    "tree_sitter_javascript", _JAVASCRIPT_FUNCTIONS, "class_declaration",
    _JAVASCRIPT_PATTERNS + "(field_definition value: [(arrow_function) (function_expression)]) @definition",
    _JAVASCRIPT_WRAPPERS, "decorator",
)
_C_PATTERNS = """
(struct_specifier body: (_)) @definition
(union_specifier body: (_)) @definition
(enum_specifier body: (_)) @definition
"""
_C = Grammar(
    "tree_sitter_c", "function_definition type_definition preproc_function_def", "struct_specifier union_specifier",
    _C_PATTERNS, "type_definition declaration", "attribute_declaration",
)
_CPP = Grammar(
    "tree_sitter_cpp", "function_definition type_definition preproc_function_def concept_definition",
    "struct_specifier union_specifier class_specifier namespace_definition",
    _C_PATTERNS + "(class_specifier body: (_)) @definition",
    "type_definition declaration field_declaration template_declaration", "attribute_declaration",
)
_PYTHON = Grammar("tree_sitter_python", "function_definition", "class_definition", wrappers="decorated_definition")
_JAVA = Grammar(
    "tree_sitter_java", "method_declaration constructor_declaration compact_constructor_declaration",
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
    comments="line_comment block_comment",
)
_C_SHARP = Grammar(
    "tree_sitter_c_sharp",
    "method_declaration constructor_declaration destructor_declaration operator_declaration property_declaration "
    "indexer_declaration delegate_declaration local_function_statement conversion_operator_declaration",
    "class_declaration interface_declaration struct_declaration enum_declaration record_declaration namespace_declaration",
)
_GO = Grammar(
    "tree_sitter_go", "function_declaration method_declaration type_declaration", wrappers="",
)
_KOTLIN = Grammar(
    "tree_sitter_kotlin", "function_declaration secondary_constructor anonymous_initializer",
    "class_declaration object_declaration companion_object", comments="line_comment block_comment", wrappers="annotated",
)
_LUA = Grammar(
    "tree_sitter_lua", "function_declaration",
    patterns="(assignment_statement (expression_list value: (function_definition))) @definition\n"
    "(field value: (function_definition)) @definition",
    wrappers="variable_declaration",
)
_PHP = Grammar(
    "tree_sitter_php", "function_definition method_declaration",
    "class_declaration interface_declaration trait_declaration enum_declaration", function="language_php",
)
_RUBY = Grammar(
    "tree_sitter_ruby", "method singleton_method", "class module singleton_class",
    "(call arguments: (argument_list . [(string) (constant) (simple_symbol) (hash) (pair)]) block: (do_block)) @definition",
)
_RUST = Grammar(
    "tree_sitter_rust", "function_item struct_item enum_item union_item macro_definition",
    "trait_item impl_item mod_item", leading="attribute_item", comments="line_comment block_comment",
)
_SCALA = Grammar(
    "tree_sitter_scala", "function_definition given_definition",
    "class_definition object_definition trait_definition enum_definition package_object extension_definition",
    comments="comment block_comment",
)
_SWIFT = Grammar(
    "tree_sitter_swift", "function_declaration init_declaration deinit_declaration subscript_declaration",
    "class_declaration protocol_declaration", comments="comment multiline_comment",
)
_BASH = Grammar("tree_sitter_bash", "function_definition")

# The first that parses a file well is taken: a header may be C or C++, JavaScript may hold types.
_BY_EXTENSION: dict[str, tuple[Grammar, ...]] = {
    "py pyi pyw": (_PYTHON,), "js mjs cjs jsx": (_JAVASCRIPT, _TSX), "ts mts cts": (_TYPESCRIPT, _TSX), "tsx": (_TSX,),
    "java": (_JAVA,), "c": (_C, _CPP), "h": (_CPP, _C), "cc cpp cxx c++ hh hpp hxx cu": (_CPP,), "cs": (_C_SHARP,), "go": (_GO,),
    "kt kts": (_KOTLIN,), "lua": (_LUA,), "php phtml": (_PHP,), "rb rake gemspec": (_RUBY,), "rs": (_RUST,),
    "scala": (_SCALA,), "swift": (_SWIFT,), "sh bash": (_BASH,),
}
GRAMMARS: dict[str, tuple[Grammar, ...]] = {
    extension: grammars for extensions, grammars in _BY_EXTENSION.items() for extension in extensions.split()
}
INTERPRETERS = {"python": "py", "sh": "sh", "bash": "sh", "dash": "sh", "ruby": "rb", "node": "js", "lua": "lua", "php": "php"}


@cache
def language_of(grammar: Grammar) -> Language:
    return Language(getattr(importlib.import_module(grammar.module), grammar.function)())


@cache
def query_of(grammar: Grammar) -> Query:
    """Captures @definition and @before: definitions, and what stands before one and belongs to it."""
    definitions = " ".join(f"({kind})" for kind in f"{grammar.functions} {_queried(grammar)}".split())
    before = " ".join(f"({kind})" for kind in f"{grammar.comments} {grammar.leading}".split())
    return Query(language_of(grammar), f"[{definitions}] @definition\n[{before}] @before\n{grammar.patterns}")


def _queried(grammar: Grammar) -> str:
    """Containers that are definitions wherever they stand; the others are named by a pattern (a struct with a body)."""
    return " ".join(kind for kind in grammar.containers.split() if f"({kind} " not in grammar.patterns)
