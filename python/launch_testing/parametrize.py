"""A test description that is launched once for each set of arguments."""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Iterable, Iterator, List, Tuple


class _Descriptions:
    """Stands for a description function; its elements are that function with each set of arguments."""

    def __init__(self, function: Callable[..., Any], sets: List[Dict[str, Any]]) -> None:
        functools.update_wrapper(self, function)
        self._function, self._sets = function, sets
        self.__parametrized__ = True

    def __iter__(self) -> Iterator[Tuple[Callable[..., Any], Dict[str, Any]]]:
        for given in self._sets:
            bound = functools.partial(self._function, **given)
            yield functools.update_wrapper(bound, self._function), given

    def __call__(self) -> Iterator[Tuple[Callable[..., Any], Dict[str, Any]]]:
        # pytest's markers accept only what can be called.
        return iter(self)


def parametrize(argnames: str, argvalues: Iterable[Any]) -> Callable[[Any], Any]:
    """Decorates `generate_test_description`, like pytest's marker of this name."""
    names = [name.strip() for name in argnames.split(',') if name.strip()]
    sets = [dict(zip(names, each if isinstance(each, tuple) else (each,))) for each in argvalues]
    return lambda function: _Descriptions(function, sets)
