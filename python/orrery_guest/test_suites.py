"""Test files that do not run themselves: pytest runs them, or unittest if that is sufficient."""

from __future__ import annotations

import ast
import importlib.util
import os
from typing import Iterator, Union

_Definition = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef]
#: The function that `launch_testing` requires; such files are run differently.
_DESCRIPTION = 'generate_test_description'
#: Functions whose call means that a file does its work itself.
_AT_WORK = ('main', 'run', 'init', 'spin', 'spin_once', 'shutdown')


def is_suite(file: str) -> bool:
    """Whether a file is named like a test suite, has tests, and does not run them itself."""
    name = os.path.basename(file)
    if not (name.endswith('_test.py') or (name.startswith('test_') and name.endswith('.py'))):
        return False
    try:
        body = _body(file)
    except (SyntaxError, ValueError):
        # Running the file reports what is wrong.
        return False
    definitions = list(_definitions(body))
    is_program = any(map(_works, body)) and not _is_in_package(body)
    return (any(map(_is_test, definitions)) and not is_program
            and _DESCRIPTION not in (each.name for each in definitions))


def run(file: str, words: list[str]) -> int:
    """Runs the tests of a file; returns the exit code."""
    if importlib.util.find_spec('pytest') is None and not _needs_pytest(_body(file)):
        import unittest

        # The folder of the file is already in the path.
        module = os.path.splitext(os.path.basename(file))[0]
        program = unittest.main(module, argv=[file, *words], exit=False)
        return 0 if program.result.wasSuccessful() else 1
    import pytest

    return int(pytest.main(['-p', 'no:cacheprovider', file, *words]))


def _body(file: str) -> list[ast.stmt]:
    with open(file, 'rb') as source:
        return ast.parse(source.read()).body


def _definitions(body: list[ast.stmt]) -> Iterator[_Definition]:
    for each in body:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield each
        elif isinstance(each, (ast.If, ast.Try)):
            yield from _definitions(each.body)


def _is_test(definition: _Definition) -> bool:
    if isinstance(definition, ast.ClassDef):
        return definition.name.startswith('Test') or _is_case(definition)
    return definition.name.startswith('test')


def _is_case(definition: _Definition) -> bool:
    return isinstance(definition, ast.ClassDef) and any(
        ast.unparse(base).endswith('TestCase') for base in definition.bases)


def _works(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return '__name__' in ast.unparse(statement.test) or any(map(_works, statement.body))
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return ast.unparse(statement.value.func).rpartition('.')[2] in _AT_WORK
    return isinstance(statement, (ast.While, ast.With))


def _is_in_package(body: list[ast.stmt]) -> bool:
    """Whether it imports relative to a package: Python refuses to run such a file."""
    return any(isinstance(each, ast.ImportFrom) and each.level > 0 for each in body)


def _needs_pytest(body: list[ast.stmt]) -> bool:
    imported = {alias.name for each in body if isinstance(each, ast.Import) for alias in each.names}
    return 'pytest' in imported or _is_in_package(body) or not any(map(_is_case, _definitions(body)))
