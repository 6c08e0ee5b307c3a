"""The entities of a node: how they are created and destroyed."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional, Union

from orrery_guest import wire
from orrery_guest.code_place import tell_place

from ..callback_groups import CallbackGroup
from ..client import Client
from ..clock import Clock
from ..event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from ..exceptions import InvalidHandle
from ..guard_condition import GuardCondition
from ..publisher import Publisher
from ..qos import QoSProfile, qos_profile_services_default
from ..qos_overriding_options import QoSOverridingOptions, _declare_qos_parameters
from ..service import Service
from ..subscription import Subscription
from ..timer import Rate, Timer
from ..waitable import Waitable
from .clock_publishers import publishes_clock
from .endpoint_handles import HANDLES, EndpointHandle
from .handle import Handle, registry
from .wire_entities import declare, validated


class NodeEntities:
    """A part of :class:`rclpy.node.Node`."""

    # The classes of the entities that it creates.
    _ORRERY_SUBSCRIPTION: type[Subscription] = Subscription
    _ORRERY_CLIENT: type[Client] = Client
    _ORRERY_SERVICE: type[Service] = Service
    _ORRERY_TIMER: type[Timer] = Timer

    @property
    def publishers(self) -> Iterator[Publisher]:
        """Its publishers."""
        yield from self._orrery_publishers

    @property
    def subscriptions(self) -> Iterator[Subscription]:
        """Its subscriptions."""
        yield from self._orrery_subscriptions

    @property
    def clients(self) -> Iterator[Client]:
        """Its clients."""
        yield from self._orrery_clients

    @property
    def services(self) -> Iterator[Service]:
        """Its services."""
        yield from self._orrery_services

    @property
    def timers(self) -> Iterator[Timer]:
        """Its timers."""
        yield from self._orrery_timers

    @property
    def guards(self) -> Iterator[GuardCondition]:
        """Its guard conditions."""
        yield from self._orrery_guards

    @property
    def waitables(self) -> Iterator[Waitable]:
        """Its waitables."""
        yield from self._orrery_waitables

    def create_publisher(self, msg_type: Any, topic: str, qos_profile: Union[QoSProfile, int], *,
                         callback_group: Optional[CallbackGroup] = None,
                         event_callbacks: Optional[PublisherEventCallbacks] = None,
                         qos_overriding_options: Optional[QoSOverridingOptions] = None,
                         publisher_class: Any = Publisher) -> Any:
        """Creates a publisher."""
        qos_profile = validated(qos_profile)
        group = callback_group or self.default_callback_group
        name = self._orrery_endpoint_name(msg_type, topic)
        if qos_overriding_options is not None:
            _declare_qos_parameters(Publisher, self, name, qos_profile, qos_overriding_options)
        with self.handle:
            handle = _endpoint('publisher', wire.PUBLISHER, self.handle, name, msg_type,
                               qos_profile)
        try:
            publisher = publisher_class(
                handle, msg_type, topic, qos_profile,
                event_callbacks=event_callbacks or PublisherEventCallbacks(),
                callback_group=group)
        except Exception:
            handle.destroy_when_not_in_use()
            raise
        self._orrery_publishers.append(publisher)
        if name == '/clock':
            publishes_clock(publisher)
        for event in publisher.event_handlers:
            self.add_waitable(event)
        return publisher

    def create_subscription(self, msg_type: Any, topic: str, callback: Callable[..., Any],
                            qos_profile: Union[QoSProfile, int], *,
                            callback_group: Optional[CallbackGroup] = None,
                            event_callbacks: Optional[SubscriptionEventCallbacks] = None,
                            qos_overriding_options: Optional[QoSOverridingOptions] = None,
                            raw: bool = False, content_filter_options: Any = None
                            ) -> Subscription:
        """Creates a subscription."""
        qos_profile = validated(qos_profile)
        group = callback_group or self.default_callback_group
        name = self._orrery_endpoint_name(msg_type, topic)
        if qos_overriding_options is not None:
            _declare_qos_parameters(Subscription, self, name, qos_profile, qos_overriding_options)
        with self.handle:
            handle = _endpoint('subscription', wire.SUBSCRIPTION, self.handle, name,
                               msg_type, qos_profile)
        try:
            subscription: Subscription = self._ORRERY_SUBSCRIPTION(
                handle, msg_type, topic, callback, group, qos_profile, raw,
                event_callbacks=event_callbacks or SubscriptionEventCallbacks(),
                content_filter_options=content_filter_options)
        except Exception:
            handle.destroy_when_not_in_use()
            raise
        registry[handle.number] = subscription
        group.add_entity(subscription)
        self._orrery_subscriptions.append(subscription)
        tell_place(handle.number, callback)
        for event in subscription.event_handlers:
            self.add_waitable(event)
        self._orrery_wake_executor()
        return subscription

    def create_client(self, srv_type: Any, srv_name: str, *,
                      qos_profile: QoSProfile = qos_profile_services_default,
                      callback_group: Optional[CallbackGroup] = None) -> Client:
        """Creates a client of a service."""
        group = callback_group or self.default_callback_group
        name = self._orrery_service_endpoint_name(srv_type, srv_name)
        with self.handle:
            handle = _endpoint('client', wire.CLIENT, self.handle, name, srv_type,
                               validated(qos_profile))
        client: Client = self._ORRERY_CLIENT(
            self.context, handle, srv_type, srv_name, qos_profile, group)
        registry[handle.number] = client
        self._orrery_clients.append(client)
        group.add_entity(client)
        self._orrery_wake_executor()
        return client

    def create_service(self, srv_type: Any, srv_name: str, callback: Callable[..., Any], *,
                       qos_profile: QoSProfile = qos_profile_services_default,
                       callback_group: Optional[CallbackGroup] = None) -> Service:
        """Creates a server of a service."""
        group = callback_group or self.default_callback_group
        name = self._orrery_service_endpoint_name(srv_type, srv_name)
        with self.handle:
            handle = _endpoint('service', wire.SERVICE, self.handle, name, srv_type,
                               validated(qos_profile))
        service: Service = self._ORRERY_SERVICE(
            handle, srv_type, srv_name, callback, group, qos_profile)
        registry[handle.number] = service
        self._orrery_services.append(service)
        tell_place(handle.number, callback)
        group.add_entity(service)
        self._orrery_wake_executor()
        return service

    def create_timer(self, timer_period_sec: float, callback: Optional[Callable[..., Any]],
                     callback_group: Optional[CallbackGroup] = None,
                     clock: Optional[Clock] = None, autostart: bool = True) -> Timer:
        """Creates a timer."""
        period = int(float(timer_period_sec) * 1_000_000_000)
        group = callback_group or self.default_callback_group
        with self.handle:
            timer = self._ORRERY_TIMER(callback, group, period, clock or self._clock,
                                       context=self.context, autostart=autostart, node=self)
        registry[timer.handle.number] = timer
        self._orrery_timers.append(timer)
        tell_place(timer.handle.number, callback)
        group.add_entity(timer)
        self._orrery_wake_executor()
        return timer

    def create_guard_condition(self, callback: Callable[..., Any],
                               callback_group: Optional[CallbackGroup] = None) -> GuardCondition:
        """Creates a guard condition."""
        group = callback_group or self.default_callback_group
        with self.handle:
            guard = GuardCondition(callback, group, context=self.context)
        self._orrery_guards.append(guard)
        group.add_entity(guard)
        self._orrery_wake_executor()
        return guard

    def create_rate(self, frequency: float, clock: Optional[Clock] = None) -> Rate:
        """Creates a rate."""
        if frequency <= 0:
            raise ValueError('frequency must be > 0')
        # The timer is in another group, so that a sleeping callback does not block it.
        timer = self.create_timer(1.0 / frequency, None, self._rate_group, clock)
        return Rate(timer, context=self.context)

    def add_waitable(self, waitable: Waitable) -> None:
        """Makes the executor wait for this waitable, too."""
        self._orrery_waitables.append(waitable)
        self._orrery_wake_executor()

    def remove_waitable(self, waitable: Waitable) -> None:
        """Removes a waitable."""
        self._orrery_waitables.remove(waitable)
        self._orrery_wake_executor()

    # Destroying entities.

    def destroy_publisher(self, publisher: Publisher) -> bool:
        """Destroys a publisher; False if it does not belong to this node."""
        if publisher not in self._orrery_publishers:
            return False
        self._orrery_publishers.remove(publisher)
        for event in publisher.event_handlers:
            if event in self._orrery_waitables:
                self._orrery_waitables.remove(event)
        return self._orrery_destroyed(publisher)

    def destroy_subscription(self, subscription: Subscription) -> bool:
        """Destroys a subscription; False if it does not belong to this node."""
        if subscription not in self._orrery_subscriptions:
            return False
        self._orrery_subscriptions.remove(subscription)
        for event in subscription.event_handlers:
            if event in self._orrery_waitables:
                self._orrery_waitables.remove(event)
        return self._orrery_destroyed(subscription)

    def destroy_client(self, client: Client) -> bool:
        """Destroys a client; False if it does not belong to this node."""
        return self._orrery_destroy_one(self._orrery_clients, client)

    def destroy_service(self, service: Service) -> bool:
        """Destroys a service; False if it does not belong to this node."""
        return self._orrery_destroy_one(self._orrery_services, service)

    def destroy_timer(self, timer: Timer) -> bool:
        """Destroys a timer; False if it does not belong to this node."""
        return self._orrery_destroy_one(self._orrery_timers, timer)

    def destroy_guard_condition(self, guard: GuardCondition) -> bool:
        """Destroys a guard condition; False if it does not belong to this node."""
        return self._orrery_destroy_one(self._orrery_guards, guard)

    def destroy_rate(self, rate: Rate) -> bool:
        """Destroys a rate; False if it does not belong to this node."""
        if rate._timer not in self._orrery_timers:
            return False
        self.destroy_timer(rate._timer)
        rate.destroy()
        return True

    def _orrery_destroy_one(self, owned: list, entity: Any) -> bool:
        if entity not in owned:
            return False
        owned.remove(entity)
        return self._orrery_destroyed(entity)

    def _orrery_destroyed(self, entity: Any) -> bool:
        try:
            entity.destroy()
        except InvalidHandle:
            return False
        self._orrery_wake_executor()
        return True


def _endpoint(kind: str, frame: int, node: Handle, name: str, interface: Any,
              qos: QoSProfile) -> EndpointHandle:
    number = declare(frame, node.number, name, interface, qos)
    return HANDLES[kind](kind, number, node, name)
