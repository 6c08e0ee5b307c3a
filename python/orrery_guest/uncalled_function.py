"""Whether a program has a function that nothing in its file calls when it runs as a program."""

from __future__ import annotations

import ast
from typing import Iterator, Optional


def line_of_uncalled(name: str, file: str) -> Optional[int]:
    """The line of a function of a file that nothing in the file names; None if something does, or there is none."""
    try:
        with open(file, 'rb') as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return None
    lines = [each.lineno for each in tree.body
             if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name == name]
    is_named = any(isinstance(each, ast.Name) and each.id == name for each in _parts(tree))
    return None if is_named or not lines else lines[-1]


def _parts(tree: ast.AST) -> Iterator[ast.AST]:
    """The parts of a program, without those that never run: `if __name__ == 'main'` is a common mistake."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.If) and _is_never(part.test):
            for other in part.orelse:
                yield other
                yield from _parts(other)
        else:
            yield part
            yield from _parts(part)


def _is_never(test: ast.AST) -> bool:
    """Whether this compares the name of the module with another text than that of a program."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    texts = [each.value for each in sides if isinstance(each, ast.Constant)]
    names = [each.id for each in sides if isinstance(each, ast.Name)]
    return names == ['__name__'] and texts not in ([], ['__main__'])
