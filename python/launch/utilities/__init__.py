"""The utilities that users import."""
from os import PathLike
from typing import Union

from .entities import (
    create_future, normalize_to_list_of_entities, visit_all_entities_and_collect_futures)
from .signal_management import AsyncSafeSignalManager
from .substitutions_of import (
    ensure_argument_type, is_a, is_a_subclass, is_normalized_substitution, is_substitution, isclassinstance,
    normalize_to_list_of_substitutions, perform_substitutions)
from .type_utils import (
    coerce_list, coerce_to_type, extract_type, get_typed_value, is_instance_of,
    normalize_typed_substitution, perform_typed_substitution)

#: The path of a file, for annotations.
FilePath = Union[str, 'PathLike[str]']

__all__ = [
    'AsyncSafeSignalManager', 'FilePath',
    'coerce_list', 'coerce_to_type', 'create_future', 'ensure_argument_type', 'extract_type',
    'get_typed_value', 'is_a', 'is_a_subclass', 'is_instance_of', 'is_normalized_substitution',
    'is_substitution', 'isclassinstance', 'normalize_to_list_of_entities', 'normalize_to_list_of_substitutions',
    'normalize_typed_substitution', 'perform_substitutions', 'perform_typed_substitution',
    'visit_all_entities_and_collect_futures',
]
