"""Values of a type from texts."""
from __future__ import annotations

from typing import Any, List

from .substitutions_of import is_substitution, normalize_to_list_of_substitutions, text_of


def coerce_to_type(value: str, data_type: Any = None, can_be_str: bool = True) -> Any:
    """A text as a value of a type, by YAML's rules; without a type as YAML says."""
    import yaml
    if data_type is str:
        return value
    read = yaml.safe_load(value)
    if data_type is None:
        return read if isinstance(read, (bool, int, float, list)) or not can_be_str else value
    if data_type is float and isinstance(read, int) and not isinstance(read, bool):
        return float(read)
    if not isinstance(data_type, type):
        return read
    if not isinstance(read, data_type) or (data_type is int and isinstance(read, bool)):
        raise ValueError(f"Cannot convert input '{value}' of type '{type(value)}' to '{data_type}'")
    return read


def get_typed_value(value: Any, data_type: Any = None, can_be_str: bool = True) -> Any:
    """As `coerce_to_type`, for a text or a list of texts."""
    if isinstance(value, (list, tuple)):
        return [coerce_to_type(each, data_type, can_be_str) for each in value]
    return coerce_to_type(value, data_type, can_be_str)


def normalize_typed_substitution(value: Any, data_type: Any = None) -> Any:
    """A value, or the substitutions that will give it."""
    return normalize_to_list_of_substitutions(value) if (
        isinstance(value, str) or is_substitution(value)) else value


def perform_typed_substitution(context: Any, value: Any, data_type: Any = None) -> Any:
    """The value of a type that something stands for."""
    if isinstance(value, str) or is_substitution(value):
        return coerce_to_type(text_of(context, value), data_type)
    return value


def normalize_to_list_of_entities(entities: Any) -> List[Any]:
    """Entities, given in whatever nesting, as one list."""
    if hasattr(entities, 'visit'):
        return [entities]
    return [each for entity in entities for each in normalize_to_list_of_entities(entity)]
