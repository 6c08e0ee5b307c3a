"""A test description that is launched once for each set of arguments."""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Iterable, Iterator, Tuple


def parametrize(argnames: str, argvalues: Iterable[Any]) -> Callable[[Any], Any]:
    """Decorates `generate_test_description`, like pytest's marker of this name."""
    names = [name.strip() for name in argnames.split(',') if name.strip()]
    sets = [each if isinstance(each, tuple) else (each,) for each in argvalues]

    def decorate(function: Callable[..., Any]) -> Callable[[], Any]:
        @functools.wraps(function)
        def descriptions() -> Iterator[Tuple[Callable[..., Any], Dict[str, Any]]]:
            for values in sets:
                given = dict(zip(names, values))
                bound = functools.partial(function, **given)
                yield functools.update_wrapper(bound, function), given
        descriptions.__parametrized__ = True  # type: ignore[attr-defined]
        return descriptions
    return decorate
