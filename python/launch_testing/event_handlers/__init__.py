"""Event handlers for tests."""
from __future__ import annotations

from typing import Any, List, Tuple

from launch.event_handlers import OnProcessIO


class StdoutReadyListener(OnProcessIO):
    """Executes actions once, when a process has printed a text."""

    def __init__(self, *, target_action: Any = None, ready_txt: str, actions: Any = ()) -> None:
        super().__init__(target_action=target_action, on_stdout=self._look)
        self._text, self._actions = ready_txt, list(actions)
        self._seen = False

    def describe(self) -> Tuple[str, List[Any]]:
        """The handler as text, and its actions."""
        return super().describe()[0], self._actions

    def _look(self, event: Any) -> Any:
        if self._seen or self._text not in event.text.decode(errors='replace'):
            return None
        self._seen = True
        return self._actions


__all__ = ['StdoutReadyListener']
