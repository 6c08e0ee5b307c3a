"""The elements of launch files in XML and YAML that ROS adds: which action each is, and with which arguments."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

from launch.action import Action
from launch.frontend.entity import Entity
from launch.frontend.standard_actions import process_arguments, timer_arguments

from ..parameter_descriptions import CombinedParameterFiles, ConditionalParameters, ParameterFile, ParameterValue

_Made = Tuple[Any, Dict[str, Any]]
_TYPES = {'str': str, 'int': int, 'float': float, 'bool': bool, 'list_of_str': List[str], 'list_of_int': List[int],
          'list_of_float': List[float], 'list_of_bool': List[bool]}


def _text(entity: Any, parser: Any, name: str) -> Any:
    return parser.parse_substitution(entity.get_attr(name))


def _texts(entity: Any, parser: Any, names: Dict[str, str]) -> Dict[str, Any]:
    given = ((argument, entity.get_attr(name, optional=True)) for argument, name in names.items())
    return {argument: parser.parse_substitution(value) for argument, value in given if value is not None}


def _children(entity: Any, name: str) -> List[Any]:
    return entity.get_attr(name, data_type=List[Entity], optional=True) or []


def _value(entity: Any, parser: Any) -> Any:
    name = entity.get_attr('type', optional=True)
    kind = None if name is None else _TYPES[name]
    value = parser.parse_if_substitutions(entity.get_attr('value', data_type=kind))
    return ParameterValue(value, value_type=kind)


def _later(entity: Any, parser: Any) -> Any:
    """A text to be read later by YAML's rules, or the value that a YAML file has instead."""
    try:
        return _text(entity, parser, 'value')
    except TypeError:
        return parser.parse_if_substitutions(entity.get_attr('value', data_type=None))


def _extra_arguments(entities: List[Any], parser: Any) -> Dict[Any, Any]:
    found = {tuple(_text(entity, parser, 'name')): _later(entity, parser) for entity in entities}
    for entity in entities:
        entity.assert_entity_completely_parsed()
    return found


def _nested(entities: List[Any], parser: Any) -> Dict[Any, Any]:
    found: Dict[Any, Any] = {}
    for entity in entities:
        name = tuple(_text(entity, parser, 'name'))
        inner = _children(entity, 'param')
        found[name] = _nested(inner, parser) if inner else _value(entity, parser)
        entity.assert_entity_completely_parsed()
    return found


def _one(entity: Any, parser: Any) -> Any:
    """What an element `param` gives: a file, several files as one, or parameters."""
    files = _children(entity, 'file')
    path = entity.get_attr('from', optional=True)
    if path is None and not files:
        return _nested([entity], parser)
    allow = bool(entity.get_attr('allow_substs', data_type=bool, optional=True))
    if path is not None:
        return ParameterFile(parser.parse_substitution(path), allow_substs=allow)
    combined = CombinedParameterFiles([_text(each, parser, 'path') for each in files], allow_substs=allow)
    for each in files:
        each.assert_entity_completely_parsed()
    return combined


def _parameters(entity: Any, parser: Any) -> List[Any]:
    found: List[Any] = []
    for each in _children(entity, 'param'):
        condition = Action.parse(each, parser)[1].get('condition')
        parameters = _one(each, parser)
        found.append(parameters if condition is None else ConditionalParameters(parameters, condition))
        each.assert_entity_completely_parsed()
    return found


def _remappings(entity: Any, parser: Any) -> List[Tuple[Any, Any]]:
    found = []
    for each in _children(entity, 'remap'):
        found.append((_text(each, parser, 'from'), _text(each, parser, 'to')))
        each.assert_entity_completely_parsed()
    return found


def _of_node(entity: Any, parser: Any) -> Dict[str, Any]:
    kwargs = {argument: value for argument, value in (
        ('parameters', _parameters(entity, parser)), ('remappings', _remappings(entity, parser))) if value}
    return {**kwargs, **_texts(entity, parser, {'namespace': 'namespace'})}


def _node_arguments(entity: Any, parser: Any) -> Dict[str, Any]:
    from launch.actions import ExecuteProcess
    kwargs = {**process_arguments(entity, parser), **_of_node(entity, parser),
              **_texts(entity, parser, {'package': 'pkg', 'executable': 'exec', 'exec_name': 'exec_name'})}
    for argument, name in (('arguments', 'args'), ('ros_arguments', 'ros_args')):
        words = entity.get_attr(name, optional=True)
        if words is not None:
            kwargs[argument] = ExecuteProcess._parse_cmdline(words, parser)
    return kwargs


def _node(entity: Any, parser: Any) -> _Made:
    from . import Node
    _has_executable(entity)
    return Node, _node_arguments(entity, parser)


def _has_executable(entity: Any) -> bool:
    # Raises AttributeError if there is none.
    entity.get_attr('exec')
    return True


def _lifecycle_node(entity: Any, parser: Any) -> _Made:
    from . import LifecycleNode
    _has_executable(entity)
    kwargs = {'namespace': None, **_node_arguments(entity, parser)}
    autostart = entity.get_attr('autostart', data_type=bool, optional=True)
    if autostart is not None:
        kwargs['autostart'] = parser.parse_if_substitutions(autostart)
    return LifecycleNode, kwargs


def _components(entity: Any, parser: Any) -> List[Any]:
    from ..descriptions import ComposableNode
    found = []
    for each in _children(entity, 'composable_node'):
        kwargs = {'package': _text(each, parser, 'pkg'), 'plugin': _text(each, parser, 'plugin'), **_of_node(each, parser),
                  **_texts(each, parser, {'name': 'name'}), **Action.parse(each, parser)[1]}
        extra = _children(each, 'extra_arg')
        if extra:
            kwargs['extra_arguments'] = [_extra_arguments(extra, parser)]
        each.assert_entity_completely_parsed()
        found.append(ComposableNode(**kwargs))
    return found


def _container(entity: Any, parser: Any) -> _Made:
    from . import ComposableNodeContainer
    _has_executable(entity)
    return ComposableNodeContainer, {'namespace': '', **_node_arguments(entity, parser),
                                     'composable_node_descriptions': _components(entity, parser)}


def _load(entity: Any, parser: Any) -> _Made:
    from . import LoadComposableNodes
    return LoadComposableNodes, {**Action.parse(entity, parser)[1], 'target_container': _text(entity, parser, 'target'),
                                 'composable_node_descriptions': _components(entity, parser)}


def _setting(name: str, **names: str) -> Callable[[Any, Any], _Made]:
    def make(entity: Any, parser: Any) -> _Made:
        from .. import actions
        kwargs = {argument: _text(entity, parser, attribute) for argument, attribute in names.items()}
        return getattr(actions, name), {**Action.parse(entity, parser)[1], **kwargs}
    return make


def _use_sim_time(entity: Any, parser: Any) -> _Made:
    from . import SetUseSimTime
    value = parser.parse_if_substitutions(entity.get_attr('value', data_type=bool))
    return SetUseSimTime, {**Action.parse(entity, parser)[1], 'value': value}


def _timer(entity: Any, parser: Any) -> _Made:
    from . import ROSTimer
    return ROSTimer, timer_arguments(entity, parser)


def _parameter(entity: Any, parser: Any) -> _Made:
    from . import SetParameter
    return SetParameter, {**Action.parse(entity, parser)[1], 'name': _text(entity, parser, 'name'),
                          'value': _later(entity, parser)}


ELEMENTS: Dict[str, Callable[[Any, Any], _Made]] = {
    'node': _node, 'lifecycle_node': _lifecycle_node, 'node_container': _container, 'load_composable_node': _load,
    'ros_timer': _timer, 'set_parameter': _parameter, 'set_remap': _setting('SetRemap', src='from', dst='to'),
    'set_parameters_from_file': _setting('SetParametersFromFile', filename='filename'),
    'set_use_sim_time': _use_sim_time,
    'push_ros_namespace': _setting('PushROSNamespace', namespace='namespace'),
    'push-ros-namespace': _setting('PushROSNamespace', namespace='namespace'),
    'set_ros_log_dir': _setting('SetROSLogDir', new_log_dir='new_log_dir'),
}
