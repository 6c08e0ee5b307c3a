"""What goes through the states of a node with it."""

from __future__ import annotations

from enum import IntEnum
from functools import wraps
from typing import Any, Callable, Optional


class TransitionCallbackReturn(IntEnum):
    """How a transition went."""

    SUCCESS = 97
    FAILURE = 98
    ERROR = 99


class ManagedEntity:
    """Is told of each transition."""

    def on_configure(self, state: Any) -> TransitionCallbackReturn:
        """The node is configured."""
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: Any) -> TransitionCallbackReturn:
        """The node forgets its configuration."""
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: Any) -> TransitionCallbackReturn:
        """The node ends."""
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: Any) -> TransitionCallbackReturn:
        """The node begins to work."""
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: Any) -> TransitionCallbackReturn:
        """The node stops working."""
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: Any) -> TransitionCallbackReturn:
        """A transition went wrong."""
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """Knows whether its node is active."""

    #: Whether the node is active.
    _enabled = False

    def on_activate(self, state: Any) -> TransitionCallbackReturn:
        self._enabled = True
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: Any) -> TransitionCallbackReturn:
        self._enabled = False
        return TransitionCallbackReturn.SUCCESS

    @property
    def is_activated(self) -> bool:
        """Whether the node is active."""
        return self._enabled

    @staticmethod
    def when_enabled(wrapped: Optional[Callable] = None, *,
                     when_not_enabled: Optional[Callable] = None) -> Any:
        """A method that does something else, or nothing, while the node is not active."""

        def decorator(wrapped: Callable) -> Callable:
            @wraps(wrapped)
            def only_when_enabled(self: Any, *args: Any, **kwargs: Any) -> Any:
                if not self._enabled:
                    if when_not_enabled is not None:
                        return when_not_enabled(self, *args, **kwargs)
                    return None
                return wrapped(self, *args, **kwargs)

            return only_when_enabled

        return decorator if wrapped is None else decorator(wrapped)
