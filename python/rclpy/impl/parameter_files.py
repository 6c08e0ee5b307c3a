"""Parameter files and values of `-p`, whose types are those of rcl's own reader (`rcl_yaml_param_parser`).

That reader does not follow YAML: integers and doubles are what C's `strtol` and `strtod` read, so `012` is 10 and
`1e3` a double, `y` is true, and a list has one type. `src/parameters` reads the same for nodes in JavaScript.
"""

from __future__ import annotations

import math
import re
from typing import Any, Callable, NamedTuple, Optional

from .native import RCLInvalidROSArgsError

_WORDS = {**dict.fromkeys('Y y yes Yes YES true True TRUE on On ON'.split(), True),
          **dict.fromkeys('N n no No NO false False FALSE off Off OFF'.split(), False)}
_INTEGER = re.compile(r'[ \t]*([+-]?)(?:(0[xX][0-9a-fA-F]+)|0([0-7]*)|([1-9][0-9]*))\Z')
_DECIMAL = re.compile(r'[ \t]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z')
_HEXADECIMAL = re.compile(r'[ \t]*[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?\Z')
_SPECIAL = re.compile(r'[+-]?\.(?:inf|Inf|INF|nan|NaN|NAN)\Z|[ \t]*[+-]?(?i:inf|infinity|nan)\Z')
_LONGEST_NUMBER = 1000
_SMALLEST_NORMAL = 2.2250738585072014e-308
_KEY = 'ros__parameters'


class ParameterRule(NamedTuple):
    """A value for the nodes whose fully qualified names match the pattern."""

    pattern: str
    name: str
    value: Any


class ParameterTextError(ValueError):
    """A file or value is not what rcl reads."""


class _Plain(str):
    """A scalar without quotes, whose type follows from its text."""


class _Repeating(dict):
    """A mapping of which every pair counts, also if its key is there twice."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[tuple[Any, Any]] = []

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._pairs.append((key, value))

    def items(self) -> Any:
        return self._pairs


def scalar_value(text: str) -> Any:
    """The value of a scalar without quotes."""
    if text in _WORDS:
        return _WORDS[text]
    for read in (_integer, _double):
        value = read(text) if len(text) <= _LONGEST_NUMBER else None
        if value is not None:
            return value
    return str(text)


def _integer(text: str) -> Optional[int]:
    match = _INTEGER.match(text)
    if match is None:
        return None
    sign, hexadecimal, octal, decimal = match.groups()
    magnitude = int(hexadecimal, 16) if hexadecimal else int(decimal) if decimal else int(octal or '0', 8)
    value = -magnitude if sign == '-' else magnitude
    return value if -2 ** 63 <= value < 2 ** 63 else None


def _double(text: str) -> Optional[float]:
    if _SPECIAL.match(text):
        return float(text.strip().replace('.', ''))
    if _DECIMAL.match(text):
        value = float(text)
    elif _HEXADECIMAL.match(text):
        try:
            value = float.fromhex(text.strip())
        except OverflowError:
            return None
    else:
        return None
    # C's strtod reports a range error for these, and the text stays one.
    too_small = re.search('[1-9]', re.split('[eEpP]', text)[0]) if value == 0 else abs(value) < _SMALLEST_NORMAL
    return None if too_small or math.isinf(value) else value


def _load(text: str) -> Any:
    """The document, with its scalars as texts. Raises ParameterTextError."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Leaves the types of scalars open, and keeps pairs whose keys repeat."""

        #: Orrery's own `yaml` makes its mappings and scalars by these.
        mapping = _Repeating
        scalar = _Plain

    if hasattr(Loader, 'add_constructor'):
        for tag in ('bool', 'int', 'float', 'null', 'timestamp', 'value', 'str'):
            Loader.add_constructor(f'tag:yaml.org,2002:{tag}', _scalar)
        Loader.add_constructor('tag:yaml.org,2002:map', _mapping)
    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        raise ParameterTextError(f'Error parsing: {error}') from None


def _scalar(_loader: Any, node: Any) -> Any:
    kind = node.tag.rpartition(':')[2]
    if node.style in ("'", '"') or kind == 'str' and _is_tagged(node):
        return node.value
    return float(node.value) if kind == 'float' and _is_tagged(node) else _Plain(node.value)


def _is_tagged(node: Any) -> bool:
    """Whether the text says of which type it is (`!!str 5`), which the node does not tell."""
    mark = node.start_mark
    return mark.buffer is not None and mark.buffer[mark.pointer] == '!'


def _mapping(loader: Any, node: Any) -> _Repeating:
    loader.flatten_mapping(node)
    found = _Repeating()
    for key, value in node.value:
        found[loader.construct_object(key, deep=True)] = loader.construct_object(value, deep=True)
    return found


def _typed(value: Any) -> Any:
    """The value of a parameter, from what was loaded."""
    if isinstance(value, list):
        values = [_item(each) for each in value]
        for each in values:
            if type(each) is not type(values[0]):
                raise ParameterTextError(f'Sequence should be of same type, and {each!r} is of another')
        return values or None
    return _item(value)


def _item(value: Any) -> Any:
    if isinstance(value, (list, dict)):
        raise ParameterTextError('lists contain values only')
    if value is None or value == '' and isinstance(value, _Plain):
        raise ParameterTextError('No value: write "" for an empty string')
    return scalar_value(value) if isinstance(value, _Plain) else value


def read_value(text: str) -> Any:
    """The value behind `-p name:=`. Raises ParameterTextError."""
    value = _load(text)
    if isinstance(value, dict):
        raise ParameterTextError('a value is expected, not a mapping')
    return _typed(value)


def read_parameter_file(path: str) -> list[ParameterRule]:
    """The rules of a parameter file, in order. Raises RCLInvalidROSArgsError."""
    try:
        with open(path, encoding='utf-8') as file:
            return _checked_rules(_load(file.read()))
    except OSError as error:
        problem = f'Error opening YAML file: {error.strerror}'
    except ValueError as error:
        problem = str(error)
    raise RCLInvalidROSArgsError(
        f"Failed to parse ROS arguments: Couldn't parse params file: '--params-file {path}'. Error: {problem}")


def _checked_rules(content: Any) -> list[ParameterRule]:
    if isinstance(content, list):
        raise ParameterTextError('Sequences cannot be key')
    rules: list[ParameterRule] = []
    if isinstance(content, dict):
        _check_nodes(content, '')
        _nodes(content, '', rules, _typed)
    return rules


def _check_nodes(content: dict, above: str) -> None:
    for key, value in content.items():
        if key == _KEY and not above:
            raise ParameterTextError(f'There are no node names before {_KEY}')
        if not isinstance(value, dict):
            raise ParameterTextError(f"Cannot have a value before {_KEY}: the value of '{key}'")
        if key != _KEY:
            _check_nodes(value, key)


def parameter_rules(content: Any) -> list[ParameterRule]:
    """The rules of what a YAML reader has read from a parameter file."""
    rules: list[ParameterRule] = []
    if isinstance(content, dict):
        _nodes(content, '', rules, lambda value: value)
    return rules


def _nodes(content: dict, pattern: str, rules: list[ParameterRule], typed: Callable[[Any], Any]) -> None:
    for key, value in content.items():
        if key == _KEY:
            if pattern:
                _flatten(value or {}, '', pattern, rules, typed)
        elif isinstance(value, dict):
            _nodes(value, f'{pattern}/{str(key).lstrip("/")}', rules, typed)


def _flatten(values: dict, prefix: str, pattern: str, rules: list[ParameterRule],
             typed: Callable[[Any], Any]) -> None:
    for key, value in values.items():
        name = f'{prefix}{key}'
        if isinstance(value, dict):
            _flatten(value, f'{name}.', pattern, rules, typed)
        else:
            rules.append(ParameterRule(pattern, name, typed(value)))
