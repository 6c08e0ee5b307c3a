"""The elements of launch files in XML and YAML: which action each is, and with which arguments."""
from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, List, Tuple

from .entity import Entity, XmlEntity

_Made = Tuple[Any, Dict[str, Any]]


def _text(entity: Any, parser: Any, name: str, optional: bool = False) -> Any:
    found = entity.get_attr(name, optional=optional)
    return None if found is None else parser.parse_substitution(found)


def _setting(cls: str, **names: str) -> Callable[[Any, Any], _Made]:
    """An action whose arguments are attributes; a name that ends with `?` is optional."""
    def make(entity: Any, parser: Any) -> _Made:
        from .. import actions
        kwargs = _condition(entity, parser)
        for argument, name in names.items():
            value = _text(entity, parser, name.rstrip('?'), name.endswith('?'))
            if value is not None:
                kwargs[argument] = value
        return getattr(actions, cls), kwargs
    return make


def _condition(entity: Any, parser: Any) -> Dict[str, Any]:
    from ..action import Action
    return Action.parse(entity, parser)[1]


def _pairs(entity: Any, parser: Any, name: str, first: str = 'name', second: str = 'value') -> List[Tuple[Any, Any]]:
    found = entity.get_attr(name, data_type=List[Entity], optional=True) or []
    pairs = [(_text(each, parser, first), _text(each, parser, second)) for each in found]
    for each in found:
        each.assert_entity_completely_parsed()
    return pairs


def _kept(entity: Any, parser: Any, name: str) -> Dict[Any, Any]:
    return {tuple(key): value for key, value in _pairs(entity, parser, name)}


def _reset(entity: Any, parser: Any) -> _Made:
    from ..actions import ResetLaunchConfigurations
    return ResetLaunchConfigurations, {
        **_condition(entity, parser), 'launch_configurations': _kept(entity, parser, 'keep')}


def _replace_environment(entity: Any, parser: Any) -> _Made:
    from ..actions import ReplaceEnvironmentVariables
    return ReplaceEnvironmentVariables, {
        **_condition(entity, parser), 'environment': _kept(entity, parser, 'env')}


def _append_environment(entity: Any, parser: Any) -> _Made:
    cls, kwargs = _setting('AppendEnvironmentVariable', name='name', value='value', separator='separator?')(
        entity, parser)
    prepend = entity.get_attr('prepend', data_type=bool, optional=True)
    if prepend is not None:
        kwargs['prepend'] = parser.parse_if_substitutions(prepend)
    return cls, kwargs


def _log(entity: Any, parser: Any) -> _Made:
    if entity.get_attr('level', optional=True) is None:
        warnings.warn('<log> without a level logs information; give it a level, or use <log_info>', stacklevel=2)
        return _setting('LogInfo', msg='message')(entity, parser)
    return _setting('Log', msg='message', level='level')(entity, parser)


def _argument(entity: Any, parser: Any) -> _Made:
    from ..actions import DeclareLaunchArgument
    kwargs = {**_condition(entity, parser), 'name': parser.escape_characters(entity.get_attr('name'))}
    default = _text(entity, parser, 'default', True)
    if default is not None:
        kwargs['default_value'] = default
    description = entity.get_attr('description', optional=True)
    if description is not None:
        kwargs['description'] = parser.escape_characters(description)
    choices = entity.get_attr('choice', data_type=List[Entity], optional=True)
    if choices:
        kwargs['choices'] = [parser.escape_characters(each.get_attr('value')) for each in choices]
    elif not isinstance(entity, XmlEntity):
        kwargs.update(_listed_choices(entity, parser))
    return DeclareLaunchArgument, kwargs


def _listed_choices(entity: Any, parser: Any) -> Dict[str, Any]:
    """The choices of an argument in YAML, as a plain list of texts."""
    try:
        listed = entity.get_attr('choices', data_type=List[str], optional=True, can_be_str=False)
    except TypeError as error:
        raise TypeError(f"Attribute 'choices' must be a list of strings: {error}") from None
    return {} if listed is None else {'choices': [parser.escape_characters(each) for each in listed]}


def _boolean_argument(entity: Any, parser: Any) -> _Made:
    from ..actions import DeclareBooleanLaunchArgument
    kwargs = _argument(entity, parser)[1]
    if 'choices' in kwargs:
        raise ValueError('the choices of a bool_arg are true and false')
    return DeclareBooleanLaunchArgument, kwargs


def _group(entity: Any, parser: Any) -> _Made:
    from ..actions import GroupAction
    kwargs = _condition(entity, parser)
    for name in ('scoped', 'forwarding'):
        value = entity.get_attr(name, data_type=bool, optional=True, can_be_str=False)
        if value is not None:
            kwargs[name] = value
    keep = _kept(entity, parser, 'keep')
    if keep:
        kwargs['launch_configurations'] = keep
    kwargs['actions'] = [parser.parse_action(child) for child in entity.children if child.type_name != 'keep']
    return GroupAction, kwargs


def _in_a_loop(values: Dict[str, Any], inner: List[Entity], parser: Any) -> List[Any]:
    """One turn: the elements in the loop, between what sets these locals and what unsets them."""
    from ..actions import OpaqueFunction
    return [OpaqueFunction(function=lambda context: context._push_locals()),
            OpaqueFunction(function=lambda context: context.extend_locals(values)),
            *(parser.parse_action(child) for child in inner),
            OpaqueFunction(function=lambda context: context._pop_locals())]


def _for_each(entity: Any, parser: Any) -> _Made:
    from ..actions import ForEach
    from ..substitutions import ForEachVar
    inner = entity.children
    return ForEach, {
        **_condition(entity, parser), 'input_values': _text(entity, parser, 'values'),
        'function': lambda **values: _in_a_loop(
            {ForEachVar.get_local_arg_name(name): value for name, value in values.items()}, inner, parser)}


def _for(entity: Any, parser: Any) -> _Made:
    from ..actions import ForLoop
    from ..substitutions import ForLoopIndex
    inner, name = entity.children, entity.get_attr('name')
    return ForLoop, {
        **_condition(entity, parser), 'name': name,
        'length': parser.parse_if_substitutions(entity.get_attr('len', data_type=int)),
        'function': lambda i: _in_a_loop({ForLoopIndex.get_local_arg_name(name): i}, inner, parser)}


def timer_arguments(entity: Any, parser: Any) -> Dict[str, Any]:
    """The arguments of elements for timers."""
    period = entity.get_attr('period', data_type=float)
    kwargs = {**_condition(entity, parser), 'period': parser.parse_if_substitutions(period)}
    kwargs['actions'] = [parser.parse_action(child) for child in entity.children]
    return kwargs


def _timer(entity: Any, parser: Any) -> _Made:
    from ..actions import TimerAction
    return TimerAction, timer_arguments(entity, parser)


def _include(entity: Any, parser: Any) -> _Made:
    from ..actions import IncludeLaunchDescription
    from ..launch_description_sources import AnyLaunchDescriptionSource
    if entity.text is not None:
        return IncludeLaunchDescription, {
            'launch_description_source': AnyLaunchDescriptionSource(parser.parse_substitution(entity.text))}
    kwargs = {**_condition(entity, parser),
              'launch_description_source': AnyLaunchDescriptionSource(_text(entity, parser, 'file'))}
    arguments = _pairs(entity, parser, 'arg') + _pairs(entity, parser, 'let')
    if arguments:
        kwargs['launch_arguments'] = arguments
    return IncludeLaunchDescription, kwargs


def process_arguments(entity: Any, parser: Any) -> Dict[str, Any]:
    """The common arguments of elements for processes."""
    kwargs = _condition(entity, parser)
    for argument, name in (('name', 'name'), ('prefix', 'launch-prefix'), ('output', 'output'), ('cwd', 'cwd')):
        value = _text(entity, parser, name, True)
        if value is not None:
            kwargs[argument] = value
    for name in ('shell', 'emulate_tty'):
        value = entity.get_attr(name, data_type=bool, optional=True, can_be_str=False)
        if value is not None:
            kwargs[name] = value
    for name, kind in (('respawn', bool), ('respawn_delay', float), ('respawn_max_retries', int), ('log_cmd', bool),
                       ('split_arguments', bool), ('sigterm_timeout', float), ('sigkill_timeout', float)):
        value = entity.get_attr(name, data_type=kind, optional=True)
        if value is not None:
            kwargs[name] = parser.parse_if_substitutions(value)
    on_exit = entity.get_attr('on_exit', optional=True)
    if on_exit is not None:
        from ..actions import Shutdown
        if on_exit != 'shutdown':
            raise ValueError(f"Attribute on_exit of Entity {entity.type_name} must be 'shutdown', got '{on_exit}'")
        kwargs['on_exit'] = [Shutdown()]
    environment = _pairs(entity, parser, 'env')
    if environment:
        kwargs['additional_env'] = dict((tuple(name), value) for name, value in environment)
    return kwargs


def _executable(entity: Any, parser: Any) -> _Made:
    from ..actions import ExecuteProcess
    kwargs = process_arguments(entity, parser)
    kwargs['cmd'] = ExecuteProcess._parse_cmdline(entity.get_attr('cmd'), parser)
    return ExecuteProcess, kwargs


STANDARD: Dict[str, Callable[[Any, Any], _Made]] = {
    'arg': _argument, 'bool_arg': _boolean_argument, 'executable': _executable, 'group': _group, 'include': _include, 'timer': _timer,
    'for': _for, 'for_each': _for_each,
    'let': _setting('SetLaunchConfiguration', name='name', value='value'),
    'unset': _setting('UnsetLaunchConfiguration', name='name'),
    'set_env': _setting('SetEnvironmentVariable', name='name', value='value'),
    'unset_env': _setting('UnsetEnvironmentVariable', name='name'),
    'append_env': _append_environment, 'rep_env': _replace_environment, 'reset': _reset,
    'log': _log, 'log_info': _setting('LogInfo', msg='message'),
    'log_debug': _setting('LogDebug', msg='message'), 'log_warning': _setting('LogWarning', msg='message'),
    'log_error': _setting('LogError', msg='message'),
    'shutdown': _setting('Shutdown', reason='reason?'),
    'push_vars': _setting('PushLaunchConfigurations'), 'pop_vars': _setting('PopLaunchConfigurations'),
    'push_env': _setting('PushEnvironment'), 'pop_env': _setting('PopEnvironment'), 'reset_env': _setting('ResetEnvironment'),
}
