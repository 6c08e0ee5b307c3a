"""The rules for names of nodes, topics and parameters: what a mistake is, and where."""

from __future__ import annotations

import re
from typing import Optional

Problem = Optional[tuple[str, int]]

_MOST_NODE = 255
_MOST_TOPIC = 247
_NODE_CHARACTERS = re.compile(r'[^A-Za-z0-9_]')
_NAMESPACE_CHARACTERS = re.compile(r'[^A-Za-z0-9_/]')
_SUBSTITUTIONS = ('node', 'ns', 'namespace')


def node_name_problem(name: str) -> Problem:
    """What is wrong with the name of a node."""
    if name == '':
        return 'node name must not be empty', 0
    found = _NODE_CHARACTERS.search(name)
    if found:
        return ("node name must not contain characters other than alphanumerics or '_'",
                found.start())
    if name[0].isdigit():
        return 'node name must not start with a number', 0
    if len(name) > _MOST_NODE:
        return f'node name length should not exceed \'{_MOST_NODE}\'', _MOST_NODE - 1
    return None


def namespace_problem(namespace: str) -> Problem:
    """What is wrong with a namespace."""
    if namespace == '':
        return 'namespace must not be empty', 0
    if namespace == '/':
        return None
    problem = full_name_problem(namespace, 'namespace', 'namespace ')
    return problem


def full_name_problem(name: str, what: str = 'topic name', prefix: str = 'topic name ') -> Problem:
    """What is wrong with an absolute name."""
    del prefix
    if name == '':
        return f'{what} must not be empty', 0
    if name[0] != '/':
        return f'{what} must be absolute, it must lead with a \'/\'', 0
    if name[-1] == '/':
        return f"{what} must not end with a '/'", len(name) - 1
    found = _NAMESPACE_CHARACTERS.search(name)
    if found:
        return (f"{what} must not contain characters other than alphanumerics, '_', or '/'",
                found.start())
    double = name.find('//')
    if double >= 0:
        return f"{what} must not contain repeated '/'", double + 1
    digit = re.search(r'/[0-9]', name)
    if digit:
        return f'{what} tokens must not start with a number', digit.start() + 1
    if len(name) > _MOST_TOPIC:
        return f"{what} length should not exceed '{_MOST_TOPIC}'", _MOST_TOPIC - 1
    return None


def topic_name_problem(name: str) -> Problem:
    """What is wrong with a name as programs use it: relative, private, or with substitutions."""
    if name == '':
        return 'topic name must not be empty string', 0
    if name[0].isdigit():
        return 'topic name must not start with a number', 0
    if name[-1] == '/':
        return "topic name must not end with a forward slash '/'", len(name) - 1
    problem = _braces_problem(name) or _characters_problem(name)
    if problem:
        return problem
    double = name.find('//')
    if double >= 0:
        return "topic name must not contain repeated '/'", double + 1
    digit = re.search(r'/[0-9]', name)
    if digit:
        return 'topic name token must not start with a number', digit.start() + 1
    return None


def _braces_problem(name: str) -> Problem:
    inside = -1
    for index, character in enumerate(name):
        if character == '{':
            if inside >= 0:
                return 'substitution name must not contain characters other than alphanumerics' \
                       " or '_'", index
            inside = index
        elif character == '}':
            if inside < 0:
                return 'topic name has unbalanced curly braces \'{}\'', index
            inside = -1
        elif inside >= 0:
            if index == inside + 1 and character.isdigit():
                return 'substitution name must not start with a number', index
            if _NODE_CHARACTERS.match(character):
                return ("substitution name must not contain characters other than alphanumerics"
                        " or '_'", index)
    if inside >= 0:
        return "topic name has unbalanced curly braces '{}'", inside
    return None


def _characters_problem(name: str) -> Problem:
    for index, character in enumerate(name):
        if character == '~':
            if index > 0:
                return "'~' must not be used as anything but the first character", index
            if len(name) > 1 and name[1] != '/':
                return "topic name must not have '~' not followed by a '/'", 1
        elif not (character.isascii() and (character.isalnum() or character in '_/{}')):
            return ("topic name must not contain characters other than alphanumerics, '_', '~', "
                    "'{', or '}'", index)
    return None


def expand(name: str, node_name: str, namespace: str) -> str:
    """The absolute name. Raises RuntimeError for an unknown substitution."""
    space = '' if namespace == '/' else namespace
    if name == '~':
        name = f'{space}/{node_name}'
    elif name.startswith('~/'):
        name = f'{space}/{node_name}{name[1:]}'

    def value(found: 're.Match[str]') -> str:
        key = found.group(1)
        if key == 'node':
            return node_name
        if key in _SUBSTITUTIONS:
            return namespace
        raise ValueError(f'unknown substitution: {{{key}}}')

    name = re.sub(r'\{([^}]*)\}', value, name)
    return name if name.startswith('/') else f'{space}/{name}'
