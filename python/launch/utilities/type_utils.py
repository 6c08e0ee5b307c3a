"""The possible values of a typed setting, and how texts become such values."""
from __future__ import annotations

from typing import Any, List, Tuple, Union, get_args, get_origin

from .substitutions_of import (
    is_normalized_substitution, is_substitution, normalize_to_list_of_substitutions, text_of)

SCALAR_TYPES = (int, float, bool, str)
#: For annotations.
ScalarTypesType = Union[int, float, bool, str]
ScalarValueType = Union[int, float, bool, str]
ListValueType = Union[List[int], List[float], List[bool], List[str]]
AllowedTypesType = Any
AllowedValueType = Union[ScalarValueType, ListValueType]
SomeValueType = Any
StrSomeValueType = Any
NormalizedValueType = Any
#: All types that a setting may have.
AllowedTypesTuple = (*SCALAR_TYPES, List[int], List[float], List[bool], List[str])

__all__ = [
    'AllowedTypesTuple', 'AllowedTypesType', 'AllowedValueType', 'ListValueType',
    'NormalizedValueType', 'SCALAR_TYPES', 'ScalarTypesType', 'ScalarValueType', 'SomeValueType',
    'StrSomeValueType', 'coerce_list',
    'coerce_to_type', 'extract_type', 'get_typed_value', 'is_instance_of',
    'is_instance_of_valid_type', 'is_normalized_substitution', 'is_substitution',
    'is_typing_list', 'is_valid_scalar_type', 'normalize_typed_substitution',
    'perform_typed_substitution',
]


def is_typing_list(data_type: Any) -> bool:
    """Whether a type is `typing.List` of anything."""
    return data_type is List or (get_origin(data_type) is list and data_type is not list)


def is_valid_scalar_type(data_type: Any) -> bool:
    """Whether a type is one of int, float, bool and str."""
    return any(data_type is each for each in SCALAR_TYPES)


def extract_type(data_type: Any) -> Tuple[Any, bool]:
    """The type of the elements, and whether it is a list of them. Raises ValueError."""
    is_list = is_typing_list(data_type)
    element = (get_args(data_type) or (None,))[0] if is_list else data_type
    if not is_valid_scalar_type(element):
        raise ValueError(f"Unrecognized data type: '{data_type}'. It must be int, float, bool, "
                         'str or a List of one of them')
    return element, is_list


def is_instance_of_valid_type(value: Any, *, can_be_str: bool = False) -> bool:
    """Whether something is a scalar, or a list of scalars of one type."""
    values = value if isinstance(value, list) else [value]
    kinds = {type(each) for each in values}
    if can_be_str and len(kinds) > 1:
        kinds.discard(str)
    return len(kinds) <= 1 and kinds <= set(SCALAR_TYPES)


def is_instance_of(value: Any, data_type: Any, can_be_str: bool = False) -> bool:
    """Whether a value is of a type; None stands for all types."""
    if data_type is None:
        return is_instance_of_valid_type(value, can_be_str=can_be_str)
    element, is_list = extract_type(data_type)
    kinds = (element, str) if can_be_str else (element,)
    if is_list:
        return isinstance(value, list) and all(isinstance(each, kinds) for each in value)
    return isinstance(value, kinds)


def coerce_to_type(value: str, data_type: Any = None, *, can_be_str: bool = False) -> Any:
    """A text as a value of a type. Raises ValueError if it is none.

    Numbers are read as Python does, everything else by YAML's rules.
    """
    import yaml
    if not isinstance(value, str):
        raise TypeError(f"expected a text, got '{value}'")
    if data_type is str:
        return value
    if data_type in (int, float):
        try:
            return data_type(value)
        except ValueError:
            if can_be_str:
                return value
            raise
    try:
        read = yaml.safe_load(value)
    except yaml.YAMLError as error:
        if can_be_str and (data_type is None or data_type is bool):
            return value
        raise ValueError(f"Cannot read '{value}' as YAML: {error}") from error
    if read is None and not value and (data_type is None or can_be_str):
        return value
    if data_type is bool and type(read) is int and read in (0, 1):
        return bool(read)
    if not is_instance_of(read, data_type, can_be_str):
        raise ValueError(f"Cannot convert input '{value}' of type '{type(value)}' to "
                         f"'{data_type or 'a scalar or a list of one type'}'")
    return read


def coerce_list(value: List[str], data_type: Any = None, *, can_be_str: bool = False) -> List[Any]:
    """Texts as values of a type; without a type, of any common type."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise TypeError(f"expected a list of strings, got '{value}'")
    found = [coerce_to_type(each, data_type, can_be_str=can_be_str) for each in value]
    if not is_instance_of_valid_type(found, can_be_str=can_be_str or data_type is not None):
        raise ValueError(f'the values of {value} are not of one type')
    return found


def get_typed_value(value: Any, data_type: Any = None, can_be_str: bool = False) -> Any:
    """Like :func:`coerce_to_type` or :func:`coerce_list`, whichever fits the value."""
    if not isinstance(value, list):
        return coerce_to_type(value, data_type, can_be_str=can_be_str)
    element = data_type
    if data_type is not None:
        element, is_list = extract_type(data_type)
        if not is_list:
            raise TypeError(f"cannot make one '{data_type}' of the list {value}")
    return coerce_list(value, element, can_be_str=can_be_str)


def normalize_typed_substitution(value: Any, data_type: Any = None) -> Any:
    """A value, or the substitutions for it. Raises TypeError if it can be neither."""
    wants_list = data_type is None or extract_type(data_type)[1]
    if is_substitution(value) and _is_one_text(value):
        return normalize_to_list_of_substitutions(value)
    if isinstance(value, (list, tuple)) and data_type in (None, List[float]) \
            and {int, float} <= {type(each) for each in value} - {str} <= {int, float}:
        value = [float(each) if isinstance(each, int) else each for each in value]
    if isinstance(value, (list, tuple)) and wants_list and any(map(is_substitution, value)):
        return [normalize_to_list_of_substitutions(each) if is_substitution(each) else each
                for each in value]
    if not is_instance_of(value, data_type):
        raise TypeError(f"'{value}' is neither a substitution nor of the type '{data_type}'")
    return value


def _is_one_text(value: Any) -> bool:
    """Whether all of it is joined into one text; a nested list would be an element."""
    return not isinstance(value, (list, tuple)) or not any(
        isinstance(each, (list, tuple)) or isinstance(each, (bool, int, float)) for each in value)


def perform_typed_substitution(context: Any, value: Any, data_type: Any = None) -> Any:
    """The typed value of a value or of substitutions."""
    if data_type is not None:
        extract_type(data_type)
    if is_substitution(value) and _is_one_text(value):
        return coerce_to_type(text_of(context, value), data_type)
    if isinstance(value, str) and data_type is not None:
        return coerce_to_type(value, data_type)
    if isinstance(value, (list, tuple)) and any(map(is_substitution, value)):
        texts = [text_of(context, each) if is_substitution(each) or isinstance(each, str)
                 else each for each in value]
        known = [each for each in texts if isinstance(each, str)]
        read = iter(get_typed_value(known, data_type))
        values = [next(read) if isinstance(each, str) else each for each in texts]
        if not is_instance_of(values, data_type):
            raise ValueError(f"the values {values} are not of the type '{data_type}'")
        return values
    if not is_instance_of(value, data_type):
        raise TypeError(f"'{value}' is not of the type '{data_type}'")
    return value
