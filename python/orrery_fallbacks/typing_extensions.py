"""What programs for newer distributions import from `typing_extensions`, if that is not installed.

Names that `typing` has come from there. The others say something to type checkers only, so here
they leave things as they are.
"""

from __future__ import annotations

import functools
import typing
import warnings
from typing import Any, Callable, Optional



class _Form:
    """A name that is written around a type, and stands for it or for another."""

    def __init__(self, stands_for: Any = None) -> None:
        self._stands_for = stands_for

    def __getitem__(self, parameters: Any) -> Any:
        return parameters if self._stands_for is None else self._stands_for


def _unchanged(thing: Any) -> Any:
    return thing


def _unchanged_with(**_settings: Any) -> Callable[[Any], Any]:
    return _unchanged


def _never(value: Any) -> None:
    raise AssertionError(f'Expected code to be unreachable, but got: {value!r}')


#: What stands for names that `typing` may lack.
_STAND_INS: dict[str, Any] = {
    'Self': typing.TypeVar('Self'),
    'Never': typing.NoReturn,
    'LiteralString': str,
    'Required': _Form(),
    'NotRequired': _Form(),
    'ReadOnly': _Form(),
    'Unpack': _Form(Any),
    'TypeIs': _Form(bool),
    'TypeForm': _Form(Any),
    'override': _unchanged,
    'dataclass_transform': _unchanged_with,
    'assert_type': lambda value, _type: value,
    'reveal_type': _unchanged,
    'assert_never': _never,
}


def TypeVar(name: str, *constraints: Any, default: Any = None, infer_variance: bool = False,
            **settings: Any) -> Any:
    """A type variable; its default, which `typing` has since 3.13, is for type checkers."""
    del default, infer_variance
    return typing.TypeVar(name, *constraints, **settings)  # type: ignore[misc]


def deprecated(message: str, /, *, category: Optional[type[Warning]] = DeprecationWarning,
               stacklevel: int = 1) -> Callable[[Any], Any]:
    """Warns whenever the function is called or the class is made."""
    def mark(thing: Any) -> Any:
        called = thing.__init__ if isinstance(thing, type) else thing

        @functools.wraps(called)
        def warning(*args: Any, **kwargs: Any) -> Any:
            if category is not None:
                warnings.warn(message, category, stacklevel=stacklevel + 1)
            return called(*args, **kwargs)

        if isinstance(thing, type):
            thing.__init__ = warning  # type: ignore[misc]
        marked = thing if isinstance(thing, type) else warning
        marked.__deprecated__ = message
        return marked
    return mark


def __getattr__(name: str) -> Any:
    if hasattr(typing, name):
        return getattr(typing, name)
    if name in _STAND_INS:
        return _STAND_INS[name]
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
