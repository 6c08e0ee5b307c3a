"""The states and transitions of managed nodes, with their numbers in lifecycle_msgs."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from ..impl.native import RCLError


class Transition(NamedTuple):
    """A transition from one state to another."""

    id: int
    label: str
    start: int
    goal: int


UNKNOWN, UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED = range(5)
CONFIGURING, CLEANING_UP, SHUTTING_DOWN, ACTIVATING, DEACTIVATING, ERROR_PROCESSING = range(10, 16)

STATES = {
    UNKNOWN: 'unknown', UNCONFIGURED: 'unconfigured', INACTIVE: 'inactive', ACTIVE: 'active',
    FINALIZED: 'finalized', CONFIGURING: 'configuring', CLEANING_UP: 'cleaningup',
    SHUTTING_DOWN: 'shuttingdown', ACTIVATING: 'activating', DEACTIVATING: 'deactivating',
    ERROR_PROCESSING: 'errorprocessing',
}

_SUCCESS, _FAILURE, _ERROR = ('transition_success', 'transition_failure', 'transition_error')

TRANSITIONS = [
    Transition(1, 'configure', UNCONFIGURED, CONFIGURING),
    Transition(10, _SUCCESS, CONFIGURING, INACTIVE),
    Transition(11, _FAILURE, CONFIGURING, UNCONFIGURED),
    Transition(12, _ERROR, CONFIGURING, ERROR_PROCESSING),
    Transition(2, 'cleanup', INACTIVE, CLEANING_UP),
    Transition(20, _SUCCESS, CLEANING_UP, UNCONFIGURED),
    Transition(21, _FAILURE, CLEANING_UP, INACTIVE),
    Transition(22, _ERROR, CLEANING_UP, ERROR_PROCESSING),
    Transition(3, 'activate', INACTIVE, ACTIVATING),
    Transition(30, _SUCCESS, ACTIVATING, ACTIVE),
    Transition(31, _FAILURE, ACTIVATING, INACTIVE),
    Transition(32, _ERROR, ACTIVATING, ERROR_PROCESSING),
    Transition(4, 'deactivate', ACTIVE, DEACTIVATING),
    Transition(40, _SUCCESS, DEACTIVATING, INACTIVE),
    Transition(41, _FAILURE, DEACTIVATING, ACTIVE),
    Transition(42, _ERROR, DEACTIVATING, ERROR_PROCESSING),
    Transition(5, 'shutdown', UNCONFIGURED, SHUTTING_DOWN),
    Transition(6, 'shutdown', INACTIVE, SHUTTING_DOWN),
    Transition(7, 'shutdown', ACTIVE, SHUTTING_DOWN),
    Transition(50, _SUCCESS, SHUTTING_DOWN, FINALIZED),
    Transition(51, _FAILURE, SHUTTING_DOWN, FINALIZED),
    Transition(52, _ERROR, SHUTTING_DOWN, ERROR_PROCESSING),
    Transition(60, _SUCCESS, ERROR_PROCESSING, UNCONFIGURED),
    Transition(61, _FAILURE, ERROR_PROCESSING, FINALIZED),
    Transition(62, _ERROR, ERROR_PROCESSING, FINALIZED),
]


def _described(each: Transition) -> tuple[int, str, int, str, int, str]:
    return each.id, each.label, each.start, STATES[each.start], each.goal, STATES[each.goal]


class StateMachine:
    """The state of a node."""

    def __init__(self) -> None:
        self.state = UNCONFIGURED
        #: The native handles of the services that change and show it; None if there are none.
        self.service_change_state: Any = None
        self.service_get_state: Any = None
        self.service_get_available_states: Any = None
        self.service_get_available_transitions: Any = None
        self.service_get_transition_graph: Any = None

    @property
    def current_state(self) -> tuple[int, str]:
        """Number and label of the state."""
        return self.state, STATES[self.state]

    @property
    def initialized(self) -> bool:
        """Whether it can be used."""
        return True

    @property
    def available_states(self) -> list[tuple[int, str]]:
        """All states."""
        return list(STATES.items())

    @property
    def available_transitions(self) -> list[tuple[int, str, int, str, int, str]]:
        """The transitions from the current state, each as numbers and labels, with its states."""
        return [_described(each) for each in self.available]

    @property
    def transition_graph(self) -> list[tuple[int, str, int, str, int, str]]:
        """All transitions, in the form of `available_transitions`."""
        return [_described(each) for each in TRANSITIONS]

    def get_transition_by_label(self, label: str) -> int:
        """The number of a transition from the current state."""
        found = self.by_label(label)
        if found is None:
            raise RCLError(f"no transition '{label}' from here")
        return found.id

    @property
    def available(self) -> list[Transition]:
        """The transitions from the current state."""
        return [each for each in TRANSITIONS if each.start == self.state]

    def by_id(self, number: int) -> Optional[Transition]:
        """A transition from the current state, by number."""
        return next((each for each in self.available if each.id == number), None)

    def by_label(self, label: str) -> Optional[Transition]:
        """A transition from the current state, by label."""
        return next((each for each in self.available if each.label == label), None)
