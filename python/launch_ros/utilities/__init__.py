"""The utilities of launch_ros that users import."""
from .dump_params import (
    DumpParamsCollector, DumpParamsError, attach_dump_params_collector, get_dump_params_collector,
    is_dump_params_mode)
from .namespaces import (
    is_namespace_absolute, is_root_namespace, make_namespace_absolute, prefix_namespace)
from .parameters import (
    add_node_name, evaluate_parameter_dict, evaluate_parameters, get_node_name_count,
    normalize_parameter_dict, normalize_parameters, normalize_remap_rule, normalize_remap_rules,
    plugin_support, to_parameters_list)

__all__ = [
    'DumpParamsCollector', 'DumpParamsError', 'add_node_name', 'attach_dump_params_collector',
    'evaluate_parameter_dict', 'evaluate_parameters', 'get_dump_params_collector', 'get_node_name_count',
    'is_dump_params_mode', 'is_namespace_absolute', 'is_root_namespace', 'make_namespace_absolute',
    'normalize_parameter_dict', 'normalize_parameters', 'normalize_remap_rule',
    'normalize_remap_rules', 'plugin_support', 'prefix_namespace', 'to_parameters_list',
]
