"""The state of one part of a node, which tasks fill in."""
from __future__ import annotations

from typing import Any, Tuple

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue


class DiagnosticStatusWrapper(DiagnosticStatus):
    """A status message with methods that make it easier to fill in."""

    def summary(self, *args: Any) -> None:
        """Set level and message: `summary(level, message)`, or those of another status."""
        self.level, self.message = _summary_of(args)

    def clearSummary(self) -> None:
        """Reset the summary to OK with an empty message."""
        self.summary(DiagnosticStatus.OK, '')

    def mergeSummary(self, *args: Any) -> None:
        """Keep the worse level; messages of equal kind (OK or not OK) are joined."""
        level, message = _summary_of(args)
        if (level == DiagnosticStatus.OK) == (self.level == DiagnosticStatus.OK):
            self.message = f'{self.message}; {message}' if self.message else message
        elif level > self.level:
            self.message = message
        self.level = max(self.level, level)

    def add(self, key: str, val: Any) -> None:
        """Add a named value. Raises AssertionError if the value is not a string."""
        self.values.append(KeyValue(key=key, value=val))


def _summary_of(args: Tuple[Any, ...]) -> Tuple[bytes, str]:
    if len(args) == 1:
        return args[0].level, args[0].message
    level, message = args
    return level, str(message)
