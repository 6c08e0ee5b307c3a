"""Nodes that run in a loop of asyncio, without an executor."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Optional, Union

from ..clock_type import ClockType
from ..impl.async_entity import AsyncEntity
from ..impl.async_inputs import AsyncInputs
from ..node import Node
from ..qos import QoSProfile, qos_profile_services_default
from .async_client import AsyncClient
from .async_clock import AsyncClock
from .async_publisher import AsyncPublisher
from .async_service import AsyncService
from .async_subscription import AsyncSubscription
from .async_timer import AsyncTimer


class AsyncNode(Node):
    """A node whose callbacks run as tasks of asyncio, between ``async with node:`` and its end."""

    _orrery_ends_with_its_context = True
    _ORRERY_SUBSCRIPTION = AsyncSubscription
    _ORRERY_SERVICE = AsyncService
    _ORRERY_CLIENT = AsyncClient
    _ORRERY_TIMER = AsyncTimer

    def __init__(self, node_name: str, **options: Any) -> None:
        #: Its tasks while it runs.
        self.__tasks: Any = None
        self.__inputs: Optional[AsyncInputs] = None
        self.__ended = asyncio.Event()
        super().__init__(node_name, **options)

    def _orrery_make_clock(self) -> AsyncClock:
        return AsyncClock(clock_type=ClockType.ROS_TIME)

    def get_clock(self) -> AsyncClock:
        """Its clock, with which coroutines can sleep."""
        return self._clock

    async def __aenter__(self) -> 'AsyncNode':
        self.__check('entered again')
        if self.__tasks is not None:
            raise RuntimeError('Node is already running')
        self.__tasks = await asyncio.TaskGroup().__aenter__()  # type: ignore[attr-defined]
        self.__inputs = AsyncInputs()
        for entities in (self._orrery_timers, self._orrery_subscriptions,
                         self._orrery_clients, self._orrery_services):
            for entity in entities:
                self.__serve(entity)
        return self

    async def __aexit__(self, *error: Any) -> None:
        try:
            self.destroy_node()
            if self.__tasks is not None:
                await self.__tasks.__aexit__(*error)
        finally:
            self.__tasks = None

    async def run(self) -> None:
        """Runs until the node is destroyed."""
        async with self:
            await self.__ended.wait()

    async def wait_for_node(  # type: ignore[override]
            self, fully_qualified_node_name: str, *, check_interval: float = 0.1) -> None:
        """Waits until a node with this name exists."""
        name = '/' + fully_qualified_node_name.lstrip('/')
        while name not in self.get_fully_qualified_node_names():
            await asyncio.sleep(check_interval)

    def create_publisher(  # type: ignore[override]
            self, msg_type: Any, topic: str, qos_profile: Union[QoSProfile, int]
            ) -> AsyncPublisher:
        """Creates a publisher."""
        self.__check('given a publisher')
        publisher = super().create_publisher(
            msg_type, topic, qos_profile, publisher_class=AsyncPublisher)
        return self.__added(publisher)

    def create_subscription(  # type: ignore[override]
            self, msg_type: Any, topic: str, callback: Callable[..., Any],
            qos_profile: Union[QoSProfile, int], *, raw: bool = False, concurrent: bool = False,
            content_filter_options: Any = None) -> AsyncSubscription:
        """Creates a subscription; `concurrent`: its callbacks do not wait for each other."""
        self.__check('given a subscription')
        subscription = super().create_subscription(
            msg_type, topic, callback, qos_profile, raw=raw,
            content_filter_options=content_filter_options)
        return self.__added(subscription, concurrent)

    def create_service(  # type: ignore[override]
            self, srv_type: Any, srv_name: str, callback: Callable[..., Any], *,
            qos_profile: QoSProfile = qos_profile_services_default, concurrent: bool = False
            ) -> AsyncService:
        """Creates a server; `concurrent`: its callbacks do not wait for each other."""
        self.__check('given a service')
        service = super().create_service(srv_type, srv_name, callback, qos_profile=qos_profile)
        return self.__added(service, concurrent)

    def create_client(  # type: ignore[override]
            self, srv_type: Any, srv_name: str, *,
            qos_profile: QoSProfile = qos_profile_services_default) -> AsyncClient:
        """Creates a client of a service."""
        self.__check('given a client')
        return self.__added(super().create_client(srv_type, srv_name, qos_profile=qos_profile))

    def create_timer(  # type: ignore[override]
            self, timer_period_sec: float, callback: Callable[..., Any], autostart: bool = True
            ) -> AsyncTimer:
        """Creates a timer."""
        self.__check('given a timer')
        return self.__added(super().create_timer(timer_period_sec, callback, autostart=autostart))

    def destroy_node(self) -> None:
        """Removes the node from the graph and cancels what its callbacks wait for."""
        if self.__ended.is_set():
            return
        self.__ended.set()
        super().destroy_node()
        self._clock._destroy()
        if self.__inputs is not None:
            self.__inputs.end()

    def __check(self, what: str) -> None:
        if self.__ended.is_set():
            raise RuntimeError(f'Node has been destroyed and cannot be {what}')

    def __added(self, entity: Any, concurrent: bool = False) -> Any:
        entity._concurrent = concurrent
        entity._forget = self.__forget
        if self.__tasks is not None and not isinstance(entity, AsyncPublisher):
            self.__serve(entity)
        return entity

    def __serve(self, entity: AsyncEntity) -> None:
        entity._task = self.__tasks.create_task(entity._serve(self.__inputs))

    def __forget(self, entity: Any) -> None:
        """Forgets an entity that the program has destroyed."""
        for entities in (self._orrery_publishers, self._orrery_subscriptions,
                         self._orrery_clients, self._orrery_services, self._orrery_timers):
            if entity in entities:
                entities.remove(entity)
