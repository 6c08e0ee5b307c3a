"""Parameters and remappings of nodes in the form of Orrery's launch descriptions."""
from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List

from launch.utilities.substitutions_of import text_of

from .parameter_descriptions import Parameter, ParameterFile, included
from .parameter_values import flatten, yaml_of

#: Files made while launch files were read; their content is passed on.
MADE_FILES: Dict[str, str] = {}


def value_parameter(name: str, value: Any, pattern: str, through_file: bool = True) -> Dict[str, Any]:
    """A single parameter."""
    return {'kind': 'value', 'name': name, 'value': yaml_of(value, through_file), 'pattern': pattern}


def file_parameter(path: str, content: Any, place: Any) -> Dict[str, Any]:
    """A file of parameters."""
    absolute = os.path.abspath(os.path.expanduser(path))
    if content is None:
        content = MADE_FILES.get(absolute)
    return {'kind': 'file', 'path': absolute, 'content': content, 'place': place}


class GlobalFile(str):
    """The path of a parameter file for all nodes, with the data for Orrery."""

    action: Dict[str, Any]


def global_parameters(context: Any) -> List[Dict[str, Any]]:
    """The parameters for all nodes: pairs and paths, or Orrery's own form from an outer launch."""
    found = []
    for each in context.launch_configurations.get('global_params', []):
        if isinstance(each, dict):
            found.append(each)
        elif isinstance(each, str):
            found.append(getattr(each, 'action', None) or file_parameter(each, None, None))
        else:
            found.append(value_parameter(each[0], each[1], '/**'))
    return found


def global_remappings(context: Any) -> List[Dict[str, str]]:
    """The remappings for all nodes: pairs, or Orrery's own form from an outer launch."""
    return [each if isinstance(each, dict) else {'from': each[0], 'to': each[1]}
            for each in context.launch_configurations.get('ros_remaps', [])]


def node_parameters(context: Any, parameters: Any, pattern: str, place: Any,
                    through_file: bool = True) -> List[Dict[str, Any]]:
    """The parameters of a node: dictionaries, files and descriptions, in order.

    A process gets them in a file, a component with the request that loads it.
    """
    found: List[Dict[str, Any]] = []
    if parameters is None:
        return found
    if isinstance(parameters, (dict, str)) or hasattr(parameters, 'perform'):
        raise TypeError(f"Expected 'parameters' to be a list, but got {type(parameters)}")
    for each in included(context, parameters):
        if each is None:
            continue
        if isinstance(each, dict):
            found += [value_parameter(name, value, pattern, through_file)
                      for name, value in flatten(context, each) if value != []]
        elif isinstance(each, Parameter):
            name, value = each.evaluate(context)
            found.append(value_parameter(name, value, pattern, through_file))
        else:
            file = each if isinstance(each, ParameterFile) else ParameterFile(each)
            path, content = file.path(context), file.content(context)
            if content is not None or _is_there(context, path, place, through_file):
                found.append(file_parameter(path, content, place))
    return found


def _is_there(context: Any, path: str, place: Any, of_process: bool) -> bool:
    """Whether a file can be read. As upstream, a process starts without it; a component does not."""
    if os.path.isfile(os.path.expanduser(path)):
        return True
    if not of_process:
        raise FileNotFoundError(f"The parameter file '{path}' of a component does not exist")
    context.warn(f"line {place['line']} of {os.path.basename(place['file'])}: the parameter file '{path}' does "
                 'not exist; as in ROS 2, the node starts without it')
    return False


def remappings_of(context: Any, remappings: Iterable[Any]) -> List[Dict[str, str]]:
    """Pairs of names."""
    return [{'from': text_of(context, source), 'to': text_of(context, target)}
            for source, target in remappings or ()]
