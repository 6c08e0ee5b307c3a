"""Entities that follow the states of their node."""

from __future__ import annotations

from enum import IntEnum
from functools import wraps
from typing import Any, Callable, Optional


class TransitionCallbackReturn(IntEnum):
    """The result of a transition."""

    SUCCESS = 97
    FAILURE = 98
    ERROR = 99


class ManagedEntity:
    """Is called for every transition of its node."""

    def on_configure(self, state: Any) -> TransitionCallbackReturn:
        """Called when the node is configured."""
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: Any) -> TransitionCallbackReturn:
        """Called when the node is cleaned up."""
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: Any) -> TransitionCallbackReturn:
        """Called when the node shuts down."""
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: Any) -> TransitionCallbackReturn:
        """Called when the node is activated."""
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: Any) -> TransitionCallbackReturn:
        """Called when the node is deactivated."""
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: Any) -> TransitionCallbackReturn:
        """Called when a transition has failed."""
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """An entity that knows whether its node is active."""

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
        """Decorates a method that does something else, or nothing, while the node is inactive."""

        def decorator(wrapped: Callable) -> Callable:
            @wraps(wrapped)
            def only_when_enabled(self: Any, *args: Any, **kwargs: Any) -> Any:
                if not self._enabled:
                    if when_not_enabled is not None:
                        return when_not_enabled()
                    return None
                return wrapped(self, *args, **kwargs)

            return only_when_enabled

        return decorator if wrapped is None else decorator(wrapped)
