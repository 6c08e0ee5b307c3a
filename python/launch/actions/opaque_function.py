"""Actions that call functions of launch files."""
from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Iterable, List, Optional

from ..action import Action


class OpaqueFunction(Action):
    """Call a function with the context; it may return entities."""

    may_declare = True

    def __init__(self, *, function: Callable[..., Any], args: Optional[Iterable[Any]] = None,
                 kwargs: Optional[Dict[str, Any]] = None, **left_over_kwargs: Any) -> None:
        super().__init__(**left_over_kwargs)
        if not callable(function):
            raise TypeError(f'OpaqueFunction expected a callable, got {function!r}')
        self._function = function
        self._args = list(args or [])
        self._kwargs = dict(kwargs or {})

    def execute(self, context: Any) -> Optional[List[Any]]:
        """Return what the function returns."""
        return self._function(context, *self._args, **self._kwargs)


class OpaqueCoroutine(Action):
    """Run a coroutine to its end."""

    may_declare = True

    completes_at_once = False

    def __init__(self, *, coroutine: Callable[..., Any], args: Optional[Iterable[Any]] = None,
                 kwargs: Optional[Dict[str, Any]] = None, ignore_context: bool = False,
                 **left_over_kwargs: Any) -> None:
        super().__init__(**left_over_kwargs)
        self._coroutine = coroutine
        self._args = list(args or [])
        self._kwargs = dict(kwargs or {})
        self._ignore_context = ignore_context

    def execute(self, context: Any) -> None:
        """Run it."""
        first = [] if self._ignore_context else [context]
        if context.running is not None:
            context.running.in_background(
                lambda: asyncio.run(self._coroutine(*first, *self._args, **self._kwargs)), self)
            return
        asyncio.run(self._coroutine(*first, *self._args, **self._kwargs))
