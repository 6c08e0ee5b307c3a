"""What users of launch's utilities import."""
from .substitutions_of import (
    ensure_argument_type, is_a, is_a_subclass, is_instance_of, is_normalized_substitution,
    is_substitution, normalize_to_list_of_substitutions, perform_substitutions)
from .typed_values import (
    coerce_to_type, get_typed_value, normalize_to_list_of_entities, normalize_typed_substitution,
    perform_typed_substitution)

__all__ = [
    'coerce_to_type', 'ensure_argument_type', 'get_typed_value', 'is_a', 'is_a_subclass',
    'is_instance_of', 'is_normalized_substitution', 'is_substitution',
    'normalize_to_list_of_entities', 'normalize_to_list_of_substitutions',
    'normalize_typed_substitution', 'perform_substitutions', 'perform_typed_substitution',
]
