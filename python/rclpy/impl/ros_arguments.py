"""The arguments between ``--ros-args`` and ``--``: remappings, parameters, log levels."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Optional

from . import log_output
from .native import RCLInvalidROSArgsError, UnknownROSArgsError
from .parameter_files import ParameterRule, ParameterTextError, read_parameter_file, read_value

_LEVELS = {'unset': 0, 'debug': 10, 'info': 20, 'warn': 30, 'error': 40, 'fatal': 50}

_TOKEN = re.compile(r'[A-Za-z_][A-Za-z0-9_]*\Z')
_NAMESPACE = re.compile(r'/(?:[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*)?\Z')
_NAME = re.compile(r'(?:~/|/)?[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*\Z')
#: What may stand before a name: the node that a rule is for, and the kind of name.
_NODE_PREFIX = re.compile(r'([^:/]*):(?!//)')
_SCHEME = re.compile(r'ros(topic|service)://')

_ANY = {'*': '/[^/]+', '**': '(/[^/]+)*'}


class Remap(NamedTuple):
    """``node:from:=to``; `kind` may restrict it to topics or services."""

    node: Optional[str]
    kind: Optional[str]
    source: str
    target: str
    text: str


class RosArguments:
    """The ROS arguments of a program, or of a node."""

    def __init__(self) -> None:
        self.remaps: list[Remap] = []
        self.parameters: list[ParameterRule] = []
        self.levels: list[tuple[str, int]] = []
        self.rosout = True
        self.enclave: Optional[str] = None
        self.unknown: list[str] = []

    def apply_log_levels(self) -> None:
        """Sets the levels of the loggers that the arguments name."""
        for name, level in self.levels:
            log_output.set_level(name, level)

    def renamed(self, kind: str, node: str) -> Optional[Remap]:
        """The rule that specifies `__node` or `__ns` for the node with this name."""
        for rule in self.remaps:
            if rule.source == kind and rule.node in (None, node):
                return rule
        return None

    def overrides(self, full_name: str) -> dict[str, Any]:
        """The parameter values for a node: of the patterns that fit, the one that is new last counts."""
        first: dict[str, int] = {}
        for rule in self.parameters:
            first.setdefault(_rooted(rule.pattern), len(first))
        values: dict[str, Any] = {}
        for pattern, name, value in sorted(self.parameters, key=lambda rule: first[_rooted(rule.pattern)]):
            if fits(pattern, full_name):
                values[name] = value
        return values


def _rooted(pattern: str) -> str:
    return pattern if pattern.startswith('/') else f'/{pattern}'


def fits(pattern: str, full_name: str) -> bool:
    """Whether a pattern matches the node; ``*`` stands for a part of its name, ``**`` for any number."""
    parts = _rooted(pattern)[1:].split('/')
    expression = ''.join(_ANY.get(part, f'/{re.escape(part)}') for part in parts)
    return re.fullmatch(expression, full_name) is not None


def parse_ros_arguments(words: list[str]) -> RosArguments:
    """Parses the words of a command line. Raises an exception if they are invalid."""
    found = RosArguments()
    inside = False
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word == '--ros-args':
            inside = True
        elif inside and word == '--':
            inside = False
        elif inside:
            index = _option(found, word, words, index)
    if found.unknown:
        raise UnknownROSArgsError(f'Found unknown ROS arguments: {found.unknown}')
    return found


def _option(found: RosArguments, word: str, words: list[str], index: int) -> int:
    if word in ('-r', '--remap', '-p', '--param', '--params-file', '--log-level', '-e',
                '--enclave', '--log-config-file', '--log-file-name'):
        if index >= len(words):
            raise _invalid(f'{word} needs a value')
        _valued(found, word, words[index])
        return index + 1
    if word in ('--enable-rosout-logs', '--disable-rosout-logs'):
        found.rosout = word.startswith('--enable')
    elif word not in ('--enable-stdout-logs', '--disable-stdout-logs',
                      '--enable-external-lib-logs', '--disable-external-lib-logs'):
        found.unknown.append(word)
    return index


def _valued(found: RosArguments, option: str, text: str) -> None:
    if option in ('-r', '--remap'):
        found.remaps.append(_remap(text))
    elif option in ('-p', '--param'):
        found.parameters.append(_parameter(text))
    elif option == '--params-file':
        found.parameters += read_parameter_file(text)
    elif option == '--log-level':
        found.levels.append(_level(text))
    elif option in ('-e', '--enclave'):
        found.enclave = text


def _remap(text: str) -> Remap:
    """Reads a rule as `src/parameters/remap_rule.ts` does."""
    source, separator, target = text.partition(':=')
    node: Optional[str] = None
    prefix = _NODE_PREFIX.match(source)
    if prefix:
        node, source = prefix[1], source[prefix.end():]
    kind = None
    scheme = _SCHEME.match(source)
    if scheme:
        kind, source = scheme[1], source[scheme.end():]
    if source == '__name':
        source = '__node'
    names = {'__node': (_TOKEN, target), '__ns': (_NAMESPACE, target)}.get(source) if kind is None else None
    if not separator or node is not None and not _TOKEN.match(node) or not (
            names[0].match(names[1]) if names else _is_remappable(source) and _is_remappable(target)):
        raise _invalid(f"Couldn't parse remap rule: '-r {text}'")
    return Remap(node, kind, source, target, text)


def _is_remappable(name: str) -> bool:
    return bool(_NAME.match(name)) and '__' not in name


def _parameter(text: str) -> ParameterRule:
    left, separator, right = text.partition(':=')
    pattern, colon, name = left.rpartition(':')
    if not separator or not name or colon and not pattern:
        raise _invalid(f"Couldn't parse parameter override rule: '-p {text}'")
    try:
        return ParameterRule(pattern or '/**', name, read_value(right))
    except ParameterTextError as error:
        raise _invalid(f"Couldn't parse parameter override rule: '-p {text}'. Error: {error}") from None


def _level(text: str) -> tuple[str, int]:
    name, separator, level = text.partition(':=')
    if not separator:
        name, level = '', text
    number = _LEVELS.get(level.lower())
    if number is None:
        raise _invalid(f"Couldn't parse log level rule: '--log-level {text}'")
    return name, number


def _invalid(sentence: str) -> RCLInvalidROSArgsError:
    return RCLInvalidROSArgsError(f'Failed to parse ROS arguments: {sentence}')

