"""Parameters and names as upstream's utilities return them."""
from __future__ import annotations

import pathlib
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import yaml
from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of

from ..parameter_descriptions import (
    ConditionalParameters, Parameter, ParameterFile, ParameterValue, included)
from ..parameter_values import evaluate_value, flatten_unevaluated

plugin_support = None
_SCALARS = (bool, int, float, str)


def normalize_parameters(parameters: Any) -> Tuple[Any, ...]:
    """The parameters, files as objects. Raises TypeError for invalid ones."""
    if isinstance(parameters, (str, Mapping)) or not isinstance(parameters, Sequence):
        raise TypeError(f"Expected 'parameters' to be a list, but got {type(parameters)}")
    found: List[Any] = []
    for each in parameters:
        if isinstance(each, Mapping):
            found.append(normalize_parameter_dict(each))
        elif each is None or isinstance(each, (ConditionalParameters, Parameter, ParameterFile)):
            found.append(each)
        else:
            found.append(ParameterFile(normalize_to_list_of_substitutions(each)))
    return tuple(found)


def normalize_parameter_dict(parameters: Mapping[Any, Any]) -> Dict[Any, Any]:
    """A dictionary of parameters. Raises TypeError for invalid names and values."""
    for name, value in parameters.items():
        normalize_to_list_of_substitutions(name)
        if isinstance(value, Mapping):
            normalize_parameter_dict(value)
        else:
            _check_value(value)
    return dict(parameters)


def _check_value(value: Any) -> None:
    if value is None or isinstance(
            value, (*_SCALARS, bytes, bytearray, Substitution, ParameterValue)):
        return
    if hasattr(value, 'tolist') or hasattr(value, '__fspath__'):
        return
    if not isinstance(value, Sequence):
        raise TypeError(f'Unexpected type for parameter value {value!r}')
    for each in value:
        # A nested list contains the parts of one text.
        parts = each if isinstance(each, (list, tuple)) else [each]
        allowed = (str, Substitution) if parts is each else (*_SCALARS, Substitution)
        if not all(isinstance(part, allowed) for part in parts):
            raise TypeError(f'Unexpected type in the parameter value {value!r}')


def normalize_remap_rules(remap_rules: Any) -> Tuple[Any, ...]:
    """Pairs of substitutions. Raises TypeError for anything that is not a pair."""
    if isinstance(remap_rules, Mapping):
        raise TypeError(f"Expected 'remappings' to be a list of pairs, but got {remap_rules!r}")
    return tuple(normalize_remap_rule(each) for each in remap_rules)


def normalize_remap_rule(remap_rule: Any) -> Tuple[Any, Any]:
    """A pair of substitutions. Raises TypeError for anything else."""
    if not isinstance(remap_rule, (tuple, list)) or len(remap_rule) != 2:
        raise TypeError(f"Expected a remapping to be a pair, but got '{remap_rule!r}'")
    return (tuple(normalize_to_list_of_substitutions(remap_rule[0])),
            tuple(normalize_to_list_of_substitutions(remap_rule[1])))


def evaluate_parameter_dict(context: Any, parameters: Mapping[Any, Any]) -> Dict[str, Any]:
    """A dictionary of parameters by full names; sequences as tuples."""
    found: Dict[str, Any] = {}
    for name, value in flatten_unevaluated(context, dict(parameters)):
        if isinstance(value, (bytes, bytearray)):
            found[name] = value
            continue
        read = evaluate_value(context, value, name)
        is_described = isinstance(value, ParameterValue)
        found[name] = tuple(read) if isinstance(read, list) and not is_described else read
    return found


def evaluate_parameters(context: Any, parameters: Any) -> Tuple[Any, ...]:
    """Each parameter file's path, each dictionary's values, each description."""
    return tuple(
        evaluate_parameter_dict(context, each) if isinstance(each, Mapping)
        else pathlib.Path(each.path(context)) if isinstance(each, ParameterFile)
        else each if isinstance(each, Parameter) else pathlib.Path(text_of(context, each))
        for each in included(context, parameters))


def add_node_name(context: Any, node_name: str) -> None:
    """Counts a name."""
    counts = context.get_locals_as_dict().get('unique_ros_node_names')
    if counts is None:
        counts = {}
        context.extend_globals({'unique_ros_node_names': counts})
    counts[node_name] = counts.get(node_name, 0) + 1


def get_node_name_count(context: Any, node_name: str) -> int:
    """How often a name was counted."""
    return context.get_locals_as_dict().get('unique_ros_node_names', {}).get(node_name, 0)


def to_parameters_list(context: Any, node_name: str, namespace: str,
                       evaluated_parameters: Any) -> List[Any]:
    """Evaluated parameters as rclpy's; of files, those that apply to the node."""
    from rclpy import parameter as rclpy_parameter

    full_name = f"{namespace.rstrip('/')}/{node_name}"
    found: List[Any] = []
    for each in evaluated_parameters:
        if isinstance(each, Mapping):
            found += [rclpy_parameter.Parameter(name, value=value)
                      for name, value in each.items()]
        elif isinstance(each, Parameter):
            name, value = each.evaluate(context)
            found.append(rclpy_parameter.Parameter(name, value=value))
        else:
            found += _of_file(str(each), full_name)
    return found


def _of_file(path: str, full_name: str) -> List[Any]:
    """The parameters of a file for one node; if it has no sections, all of them."""
    from rclpy import parameter as rclpy_parameter

    try:
        messages = rclpy_parameter.parameter_dict_from_yaml_file(
            path, use_wildcard=True, target_nodes=[full_name])
    except RuntimeError:
        with open(path, encoding='utf-8') as file:
            content = yaml.safe_load(file)
        if _has_sections(content):
            return []
        if not isinstance(content, dict) or any(str(key).startswith('/') for key in content):
            raise
        return [rclpy_parameter.Parameter(str(name), value=value) for name, value in content.items()]
    return [rclpy_parameter.Parameter.from_parameter_msg(message) for message in messages.values()]


def _has_sections(content: Any) -> bool:
    """Whether the content has sections for nodes."""
    return isinstance(content, dict) and (
        'ros__parameters' in content or any(map(_has_sections, content.values())))
