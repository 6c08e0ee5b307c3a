"""Where the build of a source package would install its files, as its setup.py or CMakeLists.txt says.

Neither is run. Of setup.py, what a reader sees at once is understood: names, texts, `os.path.join`, `glob`.
"""
from __future__ import annotations

import ast
import functools
import glob
import os
import re
from typing import Any, Callable, Dict, Iterator, List, Tuple

#: Where a file comes from, by where it is installed below the prefix.
Files = Dict[str, str]

_INSTALL = re.compile(r'\binstall\s*\(\s*(DIRECTORY|FILES|PROGRAMS)\s+([^()]*)\)', re.IGNORECASE)
_WORDS = re.compile(r'"([^"]*)"|(\S+)')
#: Words that end the list of what is installed.
_ENDS = ('DESTINATION', 'TYPE', 'PATTERN', 'REGEX', 'FILES_MATCHING', 'PERMISSIONS', 'USE_SOURCE_PERMISSIONS', 'RENAME')


@functools.lru_cache(maxsize=None)
def installed_files(folder: str, name: str) -> Files:
    """What the package in `folder` installs, without its libraries, programs and modules."""
    found: Files = {}
    for target, sources in [*_of_setup(folder), *_of_cmake(folder, name)]:
        for source, called in sources:
            if '$' not in f'{target}{source}':
                found[os.path.normpath(os.path.join(target, called))] = os.path.join(folder, os.path.normpath(source))
    return found


Installed = Iterator[Tuple[str, List[Tuple[str, str]]]]


def _of_cmake(folder: str, name: str) -> Installed:
    text = re.sub(r'#.*', '', text_of(folder, 'CMakeLists.txt'))
    for kind, words in _INSTALL.findall(text):
        listed = [quoted or plain for quoted, plain in _WORDS.findall(words.replace('${PROJECT_NAME}', name))]
        end = next((i for i, word in enumerate(listed) if word in _ENDS), len(listed))
        after = dict(zip(listed[end:], listed[end + 1:]))
        target = after.get('DESTINATION')
        if target is None:
            continue
        pairs = []
        for source in listed[:end]:
            if kind.upper() == 'DIRECTORY' and source.endswith('/'):
                pairs += [(os.path.join(source, each), each) for each in _names_in(os.path.join(folder, source))]
            else:
                pairs.append((source, after.get('RENAME', os.path.basename(source))))
        yield target, pairs


def _names_in(folder: str) -> List[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def _of_setup(folder: str) -> Installed:
    for entry in given_to_setup(folder).get('data_files') or ():
        if isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[1], list):
            yield str(entry[0]), [(str(each), os.path.basename(str(each))) for each in entry[1]]


def given_to_setup(folder: str) -> Dict[str, Any]:
    """The arguments of `setup()` in a package's setup.py, as far as they are known."""
    try:
        tree = ast.parse(text_of(folder, 'setup.py'))
    except (SyntaxError, ValueError):
        return {}
    reader = _Reader(folder)
    for statement in tree.body:
        reader.read(statement)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)
             and _dotted(node.func).rpartition('.')[2] == 'setup']
    return {given.arg: reader.known(given.value) for call in calls for given in call.keywords
            if given.arg in ('data_files', 'entry_points', 'version')}


class _Unknown(Exception):
    """An expression whose value only running it would show."""


class _Reader:
    """The values of a file's expressions, without running it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names: Dict[str, Any] = {}

    def read(self, statement: ast.stmt) -> None:
        """Notes the value of an assignment, and what is appended to a list."""
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            self.names[statement.targets[0].id] = self.known(statement.value)
        elif isinstance(statement, ast.AugAssign):
            self._add(statement.target, self.known(statement.value))
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            called = statement.value.func
            if isinstance(called, ast.Attribute) and called.attr in ('append', 'extend') and statement.value.args:
                value = self.known(statement.value.args[0])
                self._add(called.value, [value] if called.attr == 'append' else value)

    def _add(self, target: ast.expr, value: Any) -> None:
        found = self.names.get(target.id) if isinstance(target, ast.Name) else None
        if isinstance(found, list) and isinstance(value, list):
            found.extend(value)

    def known(self, node: ast.expr) -> Any:
        """The value of an expression; None if it is not known."""
        try:
            return self.value(node)
        except (_Unknown, TypeError, ValueError):
            return None

    def value(self, node: ast.expr) -> Any:
        """The value of an expression; of lists, what of them is known."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and self.names.get(node.id) is not None:
            return self.names[node.id]
        if isinstance(node, ast.List):
            each = [(node, self.known(node.value if isinstance(node, ast.Starred) else node)) for node in node.elts]
            return [one for node, value in each if value is not None
                    for one in (value if isinstance(node, ast.Starred) else [value])]
        if isinstance(node, ast.Dict):
            return {self.known(key): self.known(value) for key, value in zip(node.keys, node.values) if key is not None}
        if isinstance(node, ast.Tuple):
            return tuple(map(self.value, node.elts))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.value(node.left) + self.value(node.right)
        if isinstance(node, ast.JoinedStr):
            return ''.join(str(self.value(part.value if isinstance(part, ast.FormattedValue) else part))
                           for part in node.values)
        if isinstance(node, ast.Call):
            return self._called(node)
        raise _Unknown

    def _called(self, node: ast.Call) -> Any:
        known: Dict[str, Callable[..., Any]] = {
            'os.path.join': os.path.join, 'path.join': os.path.join, 'join': os.path.join, 'str': str,
            'glob': self._glob, 'glob.glob': self._glob}
        function = known.get(_dotted(node.func))
        if function is None:
            raise _Unknown
        return function(*map(self.value, node.args), **{each.arg: self.value(each.value) for each in node.keywords
                                                        if each.arg is not None})

    def _glob(self, pattern: str, recursive: bool = False) -> List[str]:
        return sorted(glob.glob(pattern, root_dir=self.folder, recursive=recursive))


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f'{_dotted(node.value)}.{node.attr}'
    return node.id if isinstance(node, ast.Name) else '?'


def text_of(folder: str, name: str) -> str:
    """What a file of a package says; nothing if it cannot be read."""
    try:
        with open(os.path.join(folder, name), encoding='utf-8', errors='replace') as file:
            return file.read()
    except OSError:
        return ''
