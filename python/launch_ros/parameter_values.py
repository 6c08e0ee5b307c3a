"""Values of parameters: evaluated as upstream does, and written as YAML for Orrery."""
from __future__ import annotations

import json
import math
import re
from typing import Any, Dict, List, Tuple

import yaml
from launch.utilities import is_substitution
from launch.utilities.substitutions_of import text_of

_SCALARS = (bool, int, float, str)
_EXPECTED = ('Expected a non-empty sequence, with items of uniform type out of bool, int, float '
             'and str,')


#: Texts that Python's YAML writes without quotes and ROS 2's parser of parameters reads as booleans and numbers.
_NO_TEXTS_IN_FILES = re.compile(
    r'[yYnN]|0[0-7]*[89]\d*|[-+]?(\d+\.?\d*|\.\d+)[eE]\d+|[-+]?\d+[eE][-+]\d+|[-+]\.\d+|[-+]?(inf|nan|infinity)', re.IGNORECASE)


def yaml_of(value: Any, through_file: bool = False) -> str:
    """A value as YAML that keeps its type: `1.0` is not `1`, and a text is in quotes.

    With `through_file`, types are those that a node gets, to which launch gives its parameters in a file.
    """
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, float):
        if math.isnan(value):
            return '.nan'
        if math.isinf(value):
            return '.inf' if value > 0 else '-.inf'
        text = repr(value)
        return text.replace('e', '.0e') if 'e' in text and '.' not in text else text
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        if through_file and _NO_TEXTS_IN_FILES.fullmatch(value):
            return value
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(yaml_of(each, through_file) for each in value) + ']'
    raise TypeError(f'{value!r} ({type(value).__name__}) cannot be the value of a parameter')


def read_yaml_value(text: str, name: str) -> Any:
    """The value of a text by YAML's rules; a text that is not a value remains a text."""
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise TypeError(
            f"Unable to parse the value of parameter {name} as yaml. If the parameter is meant to "
            'be a string, try wrapping it in launch_ros.parameter_descriptions.ParameterValue('
            f'value, value_type=str). {error}') from error
    if value is None:
        return ''
    if not isinstance(value, (*_SCALARS, list)):
        raise TypeError(
            f"Allowed value types are bytes, bool, int, float, str and sequences of one of them, but "
            f"the text of parameter {name} is read as {type(value).__name__}: '{text}'. If the "
            'parameter is meant to be a string, try wrapping it in '
            'launch_ros.parameter_descriptions.ParameterValue(value, value_type=str)')
    if value == []:
        raise TypeError(f'{_EXPECTED} for the parameter {name}, but its text is empty')
    if isinstance(value, list) and {type(each) for each in value} == {int, float}:
        raise TypeError(f'{_EXPECTED} for the parameter {name}, not int and float')
    return _uniform(value, name) if isinstance(value, list) else value


def _uniform(values: List[Any], name: str) -> List[Any]:
    kinds = {type(value) for value in values}
    if kinds == {int, float}:
        return [float(value) for value in values]
    if len(kinds) > 1 or (kinds and not kinds <= set(_SCALARS)):
        raise TypeError(
            f'{_EXPECTED} for the parameter {name}, not '
            f'{sorted(kind.__name__ for kind in kinds)}')
    return values


def evaluate_value(context: Any, value: Any, name: str) -> Any:
    """The value of a parameter: texts and numbers remain, substitutions are read as YAML."""
    evaluate = getattr(value, 'evaluate', None)
    if evaluate is not None:
        return evaluate(context)
    if is_substitution(value):
        if isinstance(value, (list, tuple)) and not _is_text(value):
            return _values_of_parts(context, value, name)
        return read_yaml_value(text_of(context, value), name)
    if isinstance(value, (list, tuple)):
        # A list of texts without substitutions is a list, not a text to be joined.
        return _uniform(list(value), name)
    if isinstance(value, _SCALARS):
        return value
    if hasattr(value, '__fspath__'):
        return str(value)
    if hasattr(value, 'tolist'):
        return evaluate_value(context, value.tolist(), name)
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    raise TypeError(f"Unexpected type for parameter value {value!r} of '{name}'")


def _values_of_parts(context: Any, parts: Any, name: str) -> List[Any]:
    """The values of a list with substitutions, by YAML's rules. Raises TypeError if they differ in type."""
    values = [read_yaml_value(text_of(context, each) if isinstance(each, (list, tuple))
                              or is_substitution(each) else str(each), name) for each in parts]
    if {type(value) for value in values} == {int, float}:
        raise TypeError(f'{_EXPECTED} for the parameter {name}, not int and float')
    return _uniform(values, name)


def _is_text(values: Any) -> bool:
    """Whether a list is the parts of one text: upstream joins what holds a substitution."""
    return all(isinstance(each, str) or hasattr(each, 'perform') for each in values)


def flatten_unevaluated(context: Any, parameters: Dict[Any, Any],
                        prefix: str = '') -> List[Tuple[str, Any]]:
    """The names, joined by dots, and what their values are to be made of."""
    found: List[Tuple[str, Any]] = []
    for key, value in parameters.items():
        name = prefix + text_of(context, key)
        if isinstance(value, dict):
            found += flatten_unevaluated(context, value, name + '.')
        elif value is not None:
            found.append((name, value))
    return found


def flatten(context: Any, parameters: Dict[Any, Any]) -> List[Tuple[str, Any]]:
    """The names, joined by dots, and values of a dictionary of parameters."""
    return [(name, evaluate_value(context, value, name))
            for name, value in flatten_unevaluated(context, parameters)]
