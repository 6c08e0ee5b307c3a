"""Nodes."""

from __future__ import annotations

import weakref
from typing import Any, Optional, TypeVar, Union

from .callback_groups import (Activity, CallbackGroup, MutuallyExclusiveCallbackGroup,
                              ReentrantCallbackGroup)
from .client import Client
from .clock import Clock, ROSClock
from .exceptions import NotInitializedException
from .guard_condition import GuardCondition
from .impl.borrowed_names import borrowed_by
from .impl.clock_publishers import follows_later
from .impl.given_arguments import GivenArguments
from .impl.handle import Handle
from .impl.native import NodeNameNonExistentError  # noqa: F401
from .impl.node_entities import NodeEntities
from .impl.node_graph import NodeGraph
from .impl.node_names import NodeNames
from .impl.node_parameters import NodeParameters
from .impl.rcutils_logger import RcutilsLogger
from .impl.ros_arguments import Remap, RosArguments, parse_ros_arguments
from .impl.rosout import add_rosout, remove_rosout
from .impl.wire_entities import declare_node
from .logging import get_logger
from .parameter import Parameter
from .publisher import Publisher
from .qos import QoSProfile, qos_profile_parameter_events, qos_profile_rosout_default
from .service import Service
from .subscription import Subscription
from .timer import Timer
from .utilities import get_default_context
from .validate_namespace import validate_namespace
from .validate_node_name import validate_node_name
from .waitable import Waitable

HIDDEN_NODE_PREFIX = '_'

MsgType = TypeVar('MsgType')
SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')


class Node(NodeEntities, NodeNames, NodeParameters, NodeGraph):
    """Owns publishers, subscriptions, services, clients, timers and parameters."""

    #: Whether shutting down its context destroys it, whatever the distribution.
    _orrery_ends_with_its_context = False

    def __init__(self, node_name: str, *, context: Any = None,
                 cli_args: Optional[list[str]] = None, namespace: Optional[str] = None,
                 use_global_arguments: bool = True, enable_rosout: bool = True,
                 rosout_qos_profile: Union[QoSProfile, int] = qos_profile_rosout_default,
                 start_parameter_services: bool = True,
                 parameter_overrides: Optional[list[Parameter]] = None,
                 allow_undeclared_parameters: bool = False,
                 automatically_declare_parameters_from_overrides: bool = False,
                 enable_logger_service: bool = False) -> None:
        self.__handle: Any = None
        self._context = get_default_context() if context is None else context
        self._orrery_publishers: list[Publisher] = []
        self._orrery_subscriptions: list[Subscription] = []
        self._orrery_clients: list[Client] = []
        self._orrery_services: list[Service] = []
        self._orrery_timers: list[Timer] = []
        self._orrery_guards: list[GuardCondition] = []
        self._orrery_waitables: list[Waitable] = []
        self._default_callback_group = MutuallyExclusiveCallbackGroup()
        self._rate_group = ReentrantCallbackGroup()
        self.__executor_weakref: Any = None
        namespace = namespace or ''
        if not self._context.ok():
            raise NotInitializedException('cannot create node')
        arguments = self._orrery_arguments(cli_args, use_global_arguments)
        name, space, applied = _identity(node_name, namespace, arguments)
        self._orrery_name, self._orrery_namespace = name, space
        self._orrery_arguments_in_force = arguments
        number = declare_node(name, space, self._context.get_domain_id())
        self.__handle = Handle('node', number)
        self.__handle.names = (name, space)
        self._logger = get_logger(f'{space}/{name}'.strip('/').replace('/', '.'))
        self._logger.node = weakref.ref(self)
        overrides = self._orrery_overrides(arguments, parameter_overrides)
        self._orrery_given = GivenArguments(number, arguments, overrides)
        for rule in applied:
            self._orrery_given.remapped(rule)
        self._orrery_begin_parameters(overrides, allow_undeclared_parameters)
        self._parameter_event_publisher: Any = _Nobody()
        rosout = enable_rosout and all(each.rosout for each in arguments)
        self._orrery_rosout = add_rosout(self, rosout_qos_profile) if rosout else None
        from rcl_interfaces.msg import ParameterEvent

        self._parameter_event_publisher = self.create_publisher(
            ParameterEvent, '/parameter_events', qos_profile_parameter_events)
        self._clock = self._orrery_make_clock()
        # Orrery is the clock: unless another one is published, virtual time is simulation time.
        follows_later(self._clock.handle)
        if automatically_declare_parameters_from_overrides:
            from rcl_interfaces.msg import ParameterDescriptor

            self.declare_parameters(
                '', [(key, value.value, ParameterDescriptor())
                     for key, value in overrides.items()], ignore_override=True)
        from .time_source import TimeSource

        self._time_source = TimeSource(node=self)
        self._time_source.attach_clock(self._clock)
        if start_parameter_services:
            from .parameter_service import ParameterService

            self._parameter_service = ParameterService(self)
        if enable_logger_service:
            from .logging_service import LoggingService

            self._logger_service = LoggingService(self)
        from .type_description_service import TypeDescriptionService

        self._type_description_service = TypeDescriptionService(self)
        self._context.track_node(self)

    def _orrery_arguments(self, own: Optional[list[str]], use_global: bool) -> list[RosArguments]:
        """The node's own arguments, then the global ones; if two conflict, the first counts."""
        found = []
        if own:
            found.append(parse_ros_arguments(list(own)))
        if use_global:
            found.append(self._context.handle.arguments)
        return found

    def _orrery_overrides(self, arguments: list[RosArguments],
                          given: Optional[list[Parameter]]) -> dict[str, Parameter]:
        overrides: dict[str, Parameter] = {}
        for each in reversed(arguments):
            for name, value in each.overrides(self.get_fully_qualified_name()).items():
                overrides[name] = Parameter(name, value=value)
        for parameter in given or ():
            overrides[parameter.name] = parameter
        return overrides

    @property
    def executor(self) -> Any:
        """The executor that runs its callbacks; None if there is none."""
        if self.__executor_weakref:
            return self.__executor_weakref()
        return None

    @executor.setter
    def executor(self, new_executor: Any) -> None:
        current = self.executor
        if current is new_executor:
            return
        if current is not None:
            current.remove_node(self)
        if new_executor is None:
            self.__executor_weakref = None
        else:
            new_executor.add_node(self)
            self.__executor_weakref = weakref.ref(new_executor)

    def _orrery_wake_executor(self) -> None:
        Activity.topology += 1
        executor = self.executor
        if executor:
            executor._orrery_look_again()

    @property
    def context(self) -> Any:
        """Its context."""
        return self._context

    @property
    def default_callback_group(self) -> CallbackGroup:
        """The callback group of entities that name no other."""
        return self._default_callback_group

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__handle

    @handle.setter
    def handle(self, value: Any) -> None:
        raise AttributeError('handle cannot be modified after node creation')

    def get_name(self) -> str:
        """Its name."""
        with self.handle:
            return self._orrery_name

    def get_namespace(self) -> str:
        """Its namespace."""
        with self.handle:
            return self._orrery_namespace

    def get_fully_qualified_name(self) -> str:
        """Namespace and name."""
        with self.handle:
            space = '' if self._orrery_namespace == '/' else self._orrery_namespace
            return f'{space}/{self._orrery_name}'

    def _orrery_make_clock(self) -> ROSClock:
        return ROSClock()

    def get_clock(self) -> Clock:
        """Its clock."""
        return self._clock

    def get_logger(self) -> RcutilsLogger:
        """Its logger."""
        return self._logger

    # Destroying the node.

    def destroy_node(self) -> None:
        """Removes the node and everything that it owns from the graph."""
        if self._orrery_rosout is not None:
            remove_rosout(self)
            self._orrery_rosout = None
        self._context.untrack_node(self)
        while self._orrery_publishers:
            self.destroy_publisher(self._orrery_publishers[0])
        while self._orrery_subscriptions:
            self.destroy_subscription(self._orrery_subscriptions[0])
        while self._orrery_clients:
            self.destroy_client(self._orrery_clients[0])
        while self._orrery_services:
            self.destroy_service(self._orrery_services[0])
        while self._orrery_timers:
            self.destroy_timer(self._orrery_timers[0])
        while self._orrery_guards:
            self.destroy_guard_condition(self._orrery_guards[0])
        self._parameter_event_publisher = _Nobody()
        self.__handle.destroy_when_not_in_use()
        self._orrery_wake_executor()

    def __enter__(self) -> 'Node':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy_node()


class _Nobody:
    """Takes the parameter events of a node without a publisher for them."""

    def publish(self, _message: Any) -> None:
        """Drops the event."""


def _identity(name: str, namespace: str,
              arguments: list[RosArguments]) -> tuple[str, str, list[Remap]]:
    """Name and namespace, remapped and checked, and the rules that were applied."""
    applied: list[Remap] = []
    for each in arguments:
        renamed = each.renamed('__node', name)
        if renamed is not None:
            name = renamed.target
            applied.append(renamed)
            break
    for each in arguments:
        moved = each.renamed('__ns', name)
        if moved is not None:
            namespace = moved.target
            applied.append(moved)
            break
    if not namespace.startswith('/'):
        namespace = f'/{namespace}'
    validate_node_name(name)
    validate_namespace(namespace)
    return name, namespace, applied


__getattr__ = borrowed_by(__name__)
