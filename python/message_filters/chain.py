"""Connects filters in a row."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional

from .simple_filter import SimpleFilter


class Chain(SimpleFilter):
    """Passes its input to its first filter, and calls back with the output of the last."""

    @dataclass
    class FilterInfo:
        """A filter and the connection of its output."""

        message_filter: Any
        connection_callback_index: int

    def __init__(self, message_filter: Optional[SimpleFilter] = None) -> None:
        super().__init__()
        self.incoming_connection: Optional[int] = None
        self._message_filters: Dict[int, Chain.FilterInfo] = {}
        if message_filter is not None:
            self.connectInput(message_filter)

    def connectInput(self, message_filter: SimpleFilter) -> None:  # noqa: N802
        """Take the messages of a filter."""
        if self.incoming_connection is not None:
            raise RuntimeError('Already connected')
        self.incoming_connection = message_filter.registerCallback(self.add)

    def add(self, message: Any) -> None:
        """Send a message through the chain."""
        if self._message_filters:
            self._message_filters[0].message_filter.add(message)
        else:
            self.signalMessage(message)

    def addFilter(self, message_filter: Any) -> None:  # noqa: N802
        """Append a filter."""
        index = len(self._message_filters)
        connection = message_filter.registerCallback(self.signalMessage)
        self._message_filters[index] = Chain.FilterInfo(message_filter, connection)
        if index > 0:
            before = self._message_filters[index - 1]
            before.message_filter.callbacks.pop(before.connection_callback_index)
            before.connection_callback_index = before.message_filter.registerCallback(
                message_filter.add)

    def getFilter(self, index: int) -> Any:  # noqa: N802
        """The filter with this index."""
        return self._message_filters[index].message_filter
