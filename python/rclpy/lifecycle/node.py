"""Nodes with a managed life cycle: configure, activate, deactivate, clean up, shut down."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from ..node import Node
from ..publisher import Publisher
from ..qos import QoSProfile
from .managed_entity import ManagedEntity, TransitionCallbackReturn
from .publisher import LifecyclePublisher
from .state_machine import (ACTIVATING, CLEANING_UP, CONFIGURING, DEACTIVATING, ERROR_PROCESSING,
                            SHUTTING_DOWN, STATES, TRANSITIONS, StateMachine, Transition)


class LifecycleState(NamedTuple):
    """A state."""

    label: str
    state_id: int


_CALLBACKS = {CONFIGURING: 'on_configure', CLEANING_UP: 'on_cleanup',
              SHUTTING_DOWN: 'on_shutdown', ACTIVATING: 'on_activate',
              DEACTIVATING: 'on_deactivate', ERROR_PROCESSING: 'on_error'}


class LifecycleNodeMixin(ManagedEntity):
    """Makes a node a managed one. It must come before :class:`Node` among the bases."""

    def __init__(self, *, enable_communication_interface: bool = True,
                 callback_group: Any = None) -> None:
        if not isinstance(enable_communication_interface, bool):
            raise TypeError('enable_communication_interface must be a bool')
        for name in set(_CALLBACKS.values()):
            if not callable(getattr(self, name, None)):
                raise TypeError(f'{name} must be callable')
        self._callbacks: dict[int, Any] = {}
        self._managed_entities: list[ManagedEntity] = []
        self._state_machine = StateMachine()
        self.__transition_publisher: Any = None
        if callback_group is None:
            callback_group = self.default_callback_group
        if enable_communication_interface:
            self.__offer(callback_group)

    def __offer(self, group: Any) -> None:
        from lifecycle_msgs.msg import TransitionEvent
        from lifecycle_msgs.srv import (ChangeState, GetAvailableStates, GetAvailableTransitions,
                                        GetState)

        self.__transition_publisher = self.__plain_publisher(TransitionEvent, '~/transition_event')
        services = (
            (ChangeState, 'change_state', self.__on_change_state),
            (GetState, 'get_state', self.__on_get_state),
            (GetAvailableStates, 'get_available_states', self.__on_get_available_states),
            (GetAvailableTransitions, 'get_available_transitions',
             self.__on_get_available_transitions),
            (GetAvailableTransitions, 'get_transition_graph', self.__on_get_transition_graph),
        )
        for kind, name, callback in services:
            service = self.create_service(kind, f'~/{name}', callback, callback_group=group)
            setattr(self, f'_service_{name}', service)
            setattr(self._state_machine, f'service_{name}', service.handle)

    def __plain_publisher(self, msg_type: Any, topic: str) -> Publisher:
        return Node.create_publisher(self, msg_type, topic, QoSProfile(depth=10))

    # Transitions.

    def trigger_configure(self) -> TransitionCallbackReturn:
        """Configures the node."""
        return self.__change_state('configure')

    def trigger_cleanup(self) -> TransitionCallbackReturn:
        """Cleans up the node."""
        return self.__change_state('cleanup')

    def trigger_shutdown(self) -> TransitionCallbackReturn:
        """Shuts the node down."""
        return self.__change_state('shutdown')

    def trigger_activate(self) -> TransitionCallbackReturn:
        """Activates the node."""
        return self.__change_state('activate')

    def trigger_deactivate(self) -> TransitionCallbackReturn:
        """Deactivates the node."""
        return self.__change_state('deactivate')

    def __change_state(self, label: str) -> TransitionCallbackReturn:
        transition = self._state_machine.by_label(label)
        if transition is None:
            from ..impl.native import RCLError

            raise RCLError(
                f'Failed to trigger lifecycle state machine transition: '
                f"'{label}' is not a valid transition from state "
                f"'{STATES[self._state_machine.state]}'")
        return self.__go(transition)

    def __go(self, transition: Transition) -> TransitionCallbackReturn:
        """Runs a transition to the state that its callback determines."""
        before = self.__lifecycle_state()
        self.__enter(transition)
        result = self.__execute_callback(self._state_machine.state, before)
        self.__leave(result)
        if result is TransitionCallbackReturn.ERROR:
            before = self.__lifecycle_state()
            outcome = self.__execute_callback(ERROR_PROCESSING, before)
            self.__leave(outcome)
        return result

    def __enter(self, transition: Transition) -> None:
        start = self._state_machine.state
        self._state_machine.state = transition.goal
        self.__tell(transition, start)

    def __leave(self, result: TransitionCallbackReturn) -> None:
        labels = {TransitionCallbackReturn.SUCCESS: 'transition_success',
                  TransitionCallbackReturn.FAILURE: 'transition_failure',
                  TransitionCallbackReturn.ERROR: 'transition_error'}
        transition = self._state_machine.by_label(labels[result])
        if transition is not None:
            self.__enter(transition)

    def __tell(self, transition: Transition, start: int) -> None:
        from lifecycle_msgs.msg import State, TransitionEvent
        from lifecycle_msgs.msg import Transition as TransitionMsg

        if self.__transition_publisher is None:
            return
        event = TransitionEvent()
        event.timestamp = self.get_clock().now().nanoseconds
        event.transition = TransitionMsg(id=transition.id, label=transition.label)
        event.start_state = State(id=start, label=STATES[start])
        event.goal_state = State(id=transition.goal, label=STATES[transition.goal])
        self.__transition_publisher.publish(event)

    def __execute_callback(self, state: int, previous: LifecycleState) -> TransitionCallbackReturn:
        callback = self._callbacks.get(state) or getattr(self, _CALLBACKS[state])
        try:
            result = callback(previous)
            return TransitionCallbackReturn(result)
        except Exception:
            import traceback

            traceback.print_exc()
            return TransitionCallbackReturn.ERROR

    def __lifecycle_state(self) -> LifecycleState:
        state = self._state_machine.state
        return LifecycleState(label=STATES[state], state_id=state)

    def __register_callback(self, state_id: int, callback: Any) -> bool:
        """Calls `callback` instead of the method."""
        self._callbacks[state_id] = callback
        return True

    def register_on_configure(self, callback: Any) -> bool:
        """Calls `callback` when the node is configured."""
        return self.__register_callback(CONFIGURING, callback)

    def register_on_cleanup(self, callback: Any) -> bool:
        """Calls `callback` when the node is cleaned up."""
        return self.__register_callback(CLEANING_UP, callback)

    def register_on_shutdown(self, callback: Any) -> bool:
        """Calls `callback` when the node is shut down."""
        return self.__register_callback(SHUTTING_DOWN, callback)

    def register_on_activate(self, callback: Any) -> bool:
        """Calls `callback` when the node is activated."""
        return self.__register_callback(ACTIVATING, callback)

    def register_on_deactivate(self, callback: Any) -> bool:
        """Calls `callback` when the node is deactivated."""
        return self.__register_callback(DEACTIVATING, callback)

    def register_on_error(self, callback: Any) -> bool:
        """Calls `callback` after an error."""
        return self.__register_callback(ERROR_PROCESSING, callback)

    # Managed entities.

    def add_managed_entity(self, entity: ManagedEntity) -> None:
        """Adds `entity`, whose methods are then called for the transitions, too."""
        self._managed_entities.append(entity)

    def _transition_callback_impl(
        self, callback_name: str, state: LifecycleState
    ) -> TransitionCallbackReturn:
        for entity in self._managed_entities:
            result = getattr(entity, callback_name)(state)
            if result != TransitionCallbackReturn.SUCCESS:
                return result
        return TransitionCallbackReturn.SUCCESS

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_configure', state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_cleanup', state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_shutdown', state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_activate', state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_deactivate', state)

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        return self._transition_callback_impl('on_error', state)

    def create_lifecycle_publisher(self, *args: Any, **kwargs: Any) -> LifecyclePublisher:
        """Creates a publisher that publishes only while the node is active."""
        if 'publisher_class' in kwargs:
            raise TypeError(
                "create_publisher() got an unexpected keyword argument 'publisher_class'")
        publisher = Node.create_publisher(self, *args, **kwargs,
                                          publisher_class=LifecyclePublisher)
        self._managed_entities.append(publisher)
        return publisher

    def destroy_lifecycle_publisher(self, publisher: LifecyclePublisher) -> bool:
        """Destroys a lifecycle publisher."""
        if publisher in self._managed_entities:
            self._managed_entities.remove(publisher)
        return Node.destroy_publisher(self, publisher)

    # Services for other nodes.

    def __on_change_state(self, request: Any, response: Any) -> Any:
        wanted = request.transition
        machine = self._state_machine
        transition: Optional[Transition] = None
        if wanted.label:
            transition = machine.by_label(wanted.label)
        if transition is None:
            transition = machine.by_id(wanted.id)
        response.success = False
        if transition is not None:
            response.success = self.__go(transition) == TransitionCallbackReturn.SUCCESS
        return response

    def __on_get_state(self, request: Any, response: Any) -> Any:
        response.current_state.id = self._state_machine.state
        response.current_state.label = STATES[self._state_machine.state]
        return response

    def __on_get_available_states(self, request: Any, response: Any) -> Any:
        from lifecycle_msgs.msg import State

        response.available_states = [State(id=key, label=label) for key, label in STATES.items()]
        return response

    def __on_get_available_transitions(self, request: Any, response: Any) -> Any:
        response.available_transitions = _described(self._state_machine.available)
        return response

    def __on_get_transition_graph(self, request: Any, response: Any) -> Any:
        response.available_transitions = _described(TRANSITIONS)
        return response


def _described(transitions: list[Transition]) -> list[Any]:
    from lifecycle_msgs.msg import State
    from lifecycle_msgs.msg import Transition as TransitionMsg
    from lifecycle_msgs.msg import TransitionDescription

    return [
        TransitionDescription(
            transition=TransitionMsg(id=each.id, label=each.label),
            start_state=State(id=each.start, label=STATES[each.start]),
            goal_state=State(id=each.goal, label=STATES[each.goal]))
        for each in transitions]


class LifecycleNode(LifecycleNodeMixin, Node):
    """A managed node."""

    def __init__(self, node_name: str, *, enable_communication_interface: bool = True,
                 **kwargs: Any) -> None:
        Node.__init__(self, node_name, **kwargs)
        LifecycleNodeMixin.__init__(
            self, enable_communication_interface=enable_communication_interface)
