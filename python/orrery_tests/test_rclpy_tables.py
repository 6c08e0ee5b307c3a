"""rclpy has the names of Jazzy, with their parameters; a reference beside the project lists them."""

import importlib
import inspect
import os
import re
import unittest
from typing import Any, Iterator
from unittest import mock

import orrery_interfaces
import rclpy
from rclpy.impl.borrowed_names import BORROWED

_SHARED = os.environ.get('ORRERY_SHARED') or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'shared')
_TABLES = os.path.join(_SHARED, 'spec', 'rclpy.md')
#: Private members of the table, and what only upstream's own extension has.
_PRIVATE = '_LifecycleNodeMixin'
_QUOTED = re.compile(r'`([^`]+)`')


def _modules() -> Iterator[tuple[str, list[str]]]:
    """Each module of the tables with its lines."""
    with open(_TABLES, encoding='utf-8') as file:
        text = file.read().split('## 8. ')[1].split('\n## ')[0]
    for section in text.split('\n### ')[1:]:
        head, *lines = section.splitlines()
        if 'not meaningful' not in head:
            yield _QUOTED.findall(head)[0], [line for line in lines if line.startswith('- ')]


def _parameters(signature: str) -> list[str]:
    """The names of the parameters of `(a, b=(1, 2), *, c)`."""
    depth, parts, part = 0, [], ''
    for sign in signature.strip('()') if '(' not in signature[1:-1] else signature[1:-1]:
        depth += (sign in '([{') - (sign in ')]}')
        if sign == ',' and depth == 0:
            parts.append(part)
            part = ''
        else:
            part += sign
    parts = [each.strip().split('=')[0].strip() for each in [*parts, part] if each.strip()]
    return [each for each in parts if each not in ('*', '/')]


class TablesTest(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(_TABLES):
            self.skipTest(f'there are no tables of the API in {_TABLES}')
        orrery_interfaces.install()

    def test_every_name_is_there(self):
        missing: list[str] = []
        for name, lines in _modules():
            try:
                module = importlib.import_module(name)
            except ImportError as error:
                missing.append(f'{name}: {error}')
                continue
            for line in lines:
                missing += _missing(module, line)
        self.assertEqual(missing, [])


class NativeTest(unittest.TestCase):
    def test_the_middleware_is_the_one_that_was_asked_for(self):
        for given, name in (({}, 'rmw_fastrtps_cpp'), ({'RMW_IMPLEMENTATION': 'rmw_zenoh_cpp'}, 'rmw_zenoh_cpp')):
            with mock.patch.dict(os.environ, given):
                self.assertEqual(rclpy.get_rmw_implementation_identifier(), name)
                self.assertEqual(rclpy.get_available_rmw_implementations(), {name})

    def test_profiles_are_known_by_the_names_of_the_native_layer(self):
        from rclpy import qos
        from rclpy.impl.implementation_singleton import rclpy_implementation as native
        kind = native.rmw_qos_profile_t
        for name in ('qos_profile_sensor_data', 'qos_profile_services_default'):
            found = kind.predefined(name)
            self.assertEqual(qos.QoSProfile(**found.to_dict()), getattr(qos, name))
            self.assertEqual(kind(*found.to_dict().values()), found)
        for wrong in ('qos_profile_none', 'QoSProfile'):
            with self.assertRaises(ValueError):
                kind.predefined(wrong)
        of_action = native.rclpy_action_get_rmw_qos_profile
        self.assertEqual(qos.QoSProfile(**of_action('rcl_action_qos_profile_status_default')),
                         qos.qos_profile_action_status_default)
        with self.assertRaises(RuntimeError):
            of_action('qos_profile_default')

    def test_native_names_are_those_that_modules_show(self):
        orrery_interfaces.install()
        from rclpy import event_handler, exceptions, lifecycle, service_introspection
        from rclpy.impl import native
        self.assertIs(native.rmw_matched_status_t, event_handler.QoSPublisherMatchedInfo)
        self.assertIs(native.rcl_publisher_event_type_t, event_handler.QoSPublisherEventType)
        self.assertIs(native.TransitionCallbackReturnType, lifecycle.TransitionCallbackReturn)
        self.assertIs(native.service_introspection, service_introspection)
        self.assertIs(native.TimerCancelledError, exceptions.TimerCancelledError)
        for name in native._SHOWN_AS:
            self.assertTrue(callable(getattr(native, name)), name)
        self.assertFalse(hasattr(native, 'rclpy_nothing'))

    def test_long_names_of_policies_warn_and_are_no_members(self):
        from rclpy import qos
        for policy, long, name in (
                (qos.HistoryPolicy, 'RMW_QOS_POLICY_HISTORY_KEEP_ALL', 'KEEP_ALL'),
                (qos.ReliabilityPolicy, 'RMW_QOS_POLICY_RELIABILITY_RELIABLE', 'RELIABLE'),
                (qos.DurabilityPolicy, 'RMW_QOS_POLICY_DURABILITY_VOLATILE', 'VOLATILE'),
                (qos.LivelinessPolicy, 'RMW_QOS_POLICY_LIVELINESS_AUTOMATIC', 'AUTOMATIC')):
            with self.assertWarnsRegex(UserWarning, f'{long} is deprecated. Use .*{name} instead'):
                self.assertIs(getattr(policy, long), policy[name])
            self.assertNotIn(long, policy.__members__)
            self.assertEqual(policy[name].short_key, name.lower())

    def test_a_method_does_something_else_while_its_node_is_not_active(self):
        orrery_interfaces.install()
        from rclpy.lifecycle import LifecycleState
        from rclpy.lifecycle.managed_entity import SimpleManagedEntity

        class Entity(SimpleManagedEntity):
            @SimpleManagedEntity.when_enabled(when_not_enabled=lambda: 'idle')
            def state(self, word):
                return word

            @SimpleManagedEntity.when_enabled
            def other(self):
                return 'other'
        entity = Entity()
        self.assertEqual((entity.state('busy'), entity.other()), ('idle', None))
        entity.on_activate(LifecycleState(state_id=2, label='inactive'))
        self.assertEqual((entity.state('busy'), entity.other()), ('busy', 'other'))


class ShownNamesTest(unittest.TestCase):
    """Tracebacks and texts of objects name what a program knows, not where Orrery keeps it."""

    def test_classes_are_of_the_modules_that_programs_import_them_from(self):
        from rclpy import action, exceptions, executors, node, qos
        from rclpy import _rclpy_pybind11 as native
        from rclpy.action import client, server
        for of, names in {
            executors: 'Executor SingleThreadedExecutor MultiThreadedExecutor TimeoutException '
                       'ShutdownException ExternalShutdownException ConditionReachedException',
            native: 'RCLError RMWError InvalidHandle RCLInvalidROSArgsError UnknownROSArgsError '
                    'NodeNameNonExistentError TimerCancelledError UnsupportedEventTypeError',
            exceptions: 'NotInitializedException ParameterNotDeclaredException',
            client: 'ActionClient ClientGoalHandle', server: 'ActionServer ServerGoalHandle GoalEvent',
            qos: 'QoSProfile HistoryPolicy ReliabilityPolicy DurabilityPolicy LivelinessPolicy',
            node: 'Node',
        }.items():
            for name in names.split():
                with self.subTest(name):
                    self.assertEqual(getattr(of, name).__module__, of.__name__)
        self.assertIs(action.ActionClient, client.ActionClient)
        self.assertIs(exceptions.InvalidHandle, native.InvalidHandle)

    def test_those_of_tf2_are_of_its_extension(self):
        import tf2_py
        for name in ('Transform', 'Lookup', 'Connectivity', 'Extrapolation', 'InvalidArgument',
                     'Timeout'):
            self.assertEqual(getattr(tf2_py, f'{name}Exception').__module__, 'tf2')

    def test_metaclasses_are_of_the_module_of_their_interface(self):
        orrery_interfaces.install()
        from example_interfaces.action import Fibonacci
        from std_msgs.msg import String
        from std_srvs.srv import SetBool
        for each in (String, SetBool, SetBool.Request, Fibonacci, Fibonacci.Goal):
            self.assertEqual(type(each).__module__, each.__module__)
            self.assertEqual(type(each).__name__, f'Metaclass_{each.__name__}')


class BorrowedTest(unittest.TestCase):
    def test_every_name_can_be_taken_from_where_upstream_imports_it(self):
        orrery_interfaces.install()
        for name in BORROWED:
            module = importlib.import_module(name)
            for names in BORROWED[name].values():
                for each in names.split():
                    self.assertIsNotNone(getattr(module, each))
            with self.assertRaises(AttributeError):
                getattr(module, 'no_such_name')


def _missing(module: Any, line: str) -> list[str]:
    """What of a line of the tables `module` does not have."""
    words = _QUOTED.findall(line)
    if line.startswith('- names:'):
        return [f'{module.__name__}.{word}' for word in words if not hasattr(module, word)]
    if not line.startswith('- class'):
        name, _, rest = words[0].partition('(')
        return _differs(module, name, '(' + rest)
    name = words[0].partition('(')[0]
    found = getattr(module, name, None)
    if found is None:
        return [f'{module.__name__}.{name}']
    missing = []
    members = words[1:]
    if members and members[0].startswith('('):
        missing += _differs(module, name, members.pop(0))
    for member in members:
        missing += _member(found, member)
    return missing


def _member(owner: Any, member: str) -> list[str]:
    where = f'{owner.__module__}.{owner.__qualname__}'
    if member.startswith('.'):
        name = member.strip('.=')
        found = inspect.getattr_static(owner, name, None)
        if member.endswith('=') and isinstance(found, property) and found.fset is None:
            return [f'{where}.{name} cannot be set']
        # What is set in the constructor is not seen in the class.
        constructors = [vars(base).get('__init__') for base in owner.__mro__
                        if base.__module__.startswith('rclpy')]
        source = ''.join(inspect.getsource(each) for each in constructors if inspect.isfunction(each)
                         and each.__module__.startswith('rclpy'))
        known = found is not None or re.search(rf'self\.{name}\b[^=\n]*=|{name}:', source)
        return [] if known else [f'{where}.{name}']
    name, call, rest = member.partition('(')
    if name.startswith('__') and not name.endswith('__'):
        name = _PRIVATE + name
        return [] if hasattr(owner, name) else []
    if name in ('__del__', '__ne__', '__radd__', '__init_subclass__'):
        return []
    annotated = any(name in getattr(base, '__annotations__', ()) for base in owner.__mro__)
    if not hasattr(owner, name) and not annotated:
        return [f'{where}.{name}']
    return _differs(owner, name, call + rest) if call else []


def _differs(owner: Any, name: str, signature: str) -> list[str]:
    """Says which parameters differ; more, behind the others, are allowed."""
    where = f'{getattr(owner, "__qualname__", owner.__name__)}.{name}'
    found = getattr(owner, name, None)
    if found is None:
        return [where]
    try:
        every = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return []
    ours = [each for each in every if each.name != 'self']
    if any(each.kind is each.VAR_KEYWORD for each in ours):
        return []
    names = [{each.VAR_POSITIONAL: '*', each.VAR_KEYWORD: '**'}.get(each.kind, '') + each.name
             for each in ours]
    wanted = _parameters(signature)
    if '**kwargs' in wanted and '**kwargs' not in names:
        return []
    return [] if [each for each in names if each in wanted] == wanted \
        else [f'{where}{signature}: has ({", ".join(names)})']


if __name__ == '__main__':
    unittest.main()
