"""What users of launch_ros's utilities import."""
from .namespaces import make_namespace_absolute, prefix_namespace
from .parameters import (
    add_node_name, evaluate_parameter_dict, evaluate_parameters, get_node_name_count,
    normalize_parameters, normalize_remap_rules, plugin_support)

__all__ = [
    'add_node_name', 'evaluate_parameter_dict', 'evaluate_parameters', 'get_node_name_count',
    'make_namespace_absolute', 'normalize_parameters', 'normalize_remap_rules', 'plugin_support',
    'prefix_namespace',
]
