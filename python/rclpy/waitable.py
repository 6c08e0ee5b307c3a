"""Things that an executor waits for, and that programs may define themselves."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

from .callback_groups import Activity, CallbackGroup


class NumberOfEntities:
    """How many entries a waitable needs in a wait set."""

    __slots__ = ['num_subscriptions', 'num_guard_conditions', 'num_timers', 'num_clients',
                 'num_services', 'num_events']

    def __init__(self, num_subs: int = 0, num_gcs: int = 0, num_timers: int = 0,
                 num_clients: int = 0, num_services: int = 0, num_events: int = 0) -> None:
        self.num_subscriptions = num_subs
        self.num_guard_conditions = num_gcs
        self.num_timers = num_timers
        self.num_clients = num_clients
        self.num_services = num_services
        self.num_events = num_events

    def __add__(self, other: 'NumberOfEntities') -> 'NumberOfEntities':
        result = self.__class__()
        for slot in self.__slots__:
            setattr(result, slot, getattr(self, slot) + getattr(other, slot))
        return result

    def __repr__(self) -> str:
        parts = ', '.join(str(getattr(self, slot)) for slot in self.__slots__)
        return f'<{self.__class__.__name__}({parts})>'


class Waitable:
    """Something with several parts that an executor waits for together."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, callback_group: CallbackGroup) -> None:
        self.callback_group = callback_group
        self.callback_group.add_entity(self)
        #: Whether an executor is handling it.
        self._executor_event = False
        #: Futures that get the executor of the node.
        self._futures: list[Any] = []

    def __enter__(self) -> None:
        """Begins a use of it."""

    def __exit__(self, *_: Any) -> None:
        """Ends a use of it."""

    def add_future(self, future: Any) -> None:
        """Lets the executor that runs this also run the callbacks of `future`."""
        self._futures.append(future)

    def remove_future(self, future: Any) -> None:
        """Stops doing so."""
        self._futures.remove(future)

    def is_ready(self, wait_set: Any) -> bool:
        """Whether there is something to take."""
        raise NotImplementedError('Must be implemented by subclass')

    def take_data(self) -> Any:
        """Takes what is there."""
        raise NotImplementedError('Must be implemented by subclass')

    async def execute(self, taken_data: Any) -> None:
        """Handles what was taken."""
        raise NotImplementedError('Must be implemented by subclass')

    def get_num_entities(self) -> NumberOfEntities:
        """How many entries it needs."""
        raise NotImplementedError('Must be implemented by subclass')

    def add_to_wait_set(self, wait_set: Any) -> None:
        """Adds what it waits for: entities, or numbers of parts of the graph."""
        raise NotImplementedError('Must be implemented by subclass')


assert Activity
