"""Tells Orrery which ROS arguments a node has and uses: ROS 2 silently ignores those that nobody uses."""

from __future__ import annotations

from typing import Iterable

from orrery_guest import wire
from orrery_guest.guest import guest

from .ros_arguments import Remap, RosArguments

_REMAP, _PARAMETER = 0, 1


class GivenArguments:
    """The remappings and parameters that were given to a node."""

    def __init__(self, node: int, arguments: list[RosArguments], parameters: Iterable[str]) -> None:
        self._node = node
        self._unused: set[tuple[int, str]] = set()
        if not any(each.remaps or each.parameters for each in arguments):
            return
        self._send(b'')
        for each in arguments:
            for rule in each.remaps:
                self._tell(_REMAP, rule.text)
        for name in parameters:
            self._tell(_PARAMETER, name)

    def remapped(self, rule: Remap) -> None:
        """Note that a rule has been applied."""
        self._use(_REMAP, rule.text)

    def declared(self, parameter: str) -> None:
        """Note that a parameter has been declared."""
        self._use(_PARAMETER, parameter)

    def _tell(self, kind: int, text: str) -> None:
        if (kind, text) in self._unused:
            return
        self._unused.add((kind, text))
        self._send(bytes((kind, 0)) + text.encode())

    def _use(self, kind: int, text: str) -> None:
        if (kind, text) in self._unused:
            self._unused.remove((kind, text))
            self._send(bytes((kind, 1)) + text.encode())

    def _send(self, body: bytes) -> None:
        if guest.connected:
            guest.send(wire.GIVEN, self._node, body, wire.MAY_IGNORE)
