"""The representation of an entity of the graph, with a count of its users."""

from __future__ import annotations

from typing import Any, Callable, Optional

from orrery_guest import last_objects, wire
from orrery_guest.guest import guest


class InvalidHandle(RuntimeError):
    """A destroyed object was used."""

    __module__ = 'rclpy._rclpy_pybind11'


class Handle:
    """A node or an entity of the graph. Entering it after its destruction is an error."""

    def __init__(self, name: str, number: int = 0) -> None:
        self._name = name
        #: Its number in Orrery; 0 if it exists only in this process.
        self.number = number
        #: The number of its node, for endpoints.
        self.node = 0
        #: Name and namespace, for nodes.
        self.names = ('', '/')
        self._users = 0
        self._keepers = 0
        self._doomed = False
        self._destroyed = False
        self._at_end: Optional[Callable[[], None]] = None

    def __enter__(self) -> 'Handle':
        # While it is in use, others may use it, too; it is destroyed after the last use.
        if self._doomed and self._users == 0:
            raise InvalidHandle('cannot use Destroyable because destruction was requested')
        self._users += 1
        return self

    def __exit__(self, *_: Any) -> None:
        self._users -= 1
        self._destroy_if_unused()

    def keep(self) -> None:
        """Keeps it in the graph until :meth:`let_go`, also after its destruction was asked for."""
        self._keepers += 1

    def let_go(self) -> None:
        """Ends :meth:`keep`."""
        self._keepers -= 1
        self._destroy_if_unused()

    @property
    def valid(self) -> bool:
        """Whether it may still be used."""
        return not self._doomed

    @property
    def pointer(self) -> int:
        """A number that identifies it."""
        return self.number

    def at_end(self, callback: Callable[[], None]) -> None:
        """Calls back when the object is actually destroyed."""
        self._at_end = callback

    def destroy_when_not_in_use(self) -> None:
        """Destroys it now, or when its last user leaves."""
        if self._doomed:
            return
        self._doomed = True
        self._destroy_if_unused()

    def _destroy_if_unused(self) -> None:
        if self._destroyed or not self._doomed or self._users or self._keepers:
            return
        self._destroyed = True
        if self._at_end is not None:
            self._at_end()
        if self.number and guest.connected:
            guest.send(wire.REMOVE, self.number)
            registry.pop(self.number, None)

    def __repr__(self) -> str:
        return f'<{self._name} {self.number}>'


#: The entities whose callbacks are run, by number.
registry: dict[int, Any] = {}
last_objects.forget.append(registry.clear)
