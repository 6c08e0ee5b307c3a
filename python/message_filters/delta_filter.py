"""Filters that pass on messages that differ from previous ones."""
from __future__ import annotations

from functools import partial
from typing import Any, Callable, List, Optional

from .simple_filter import SimpleFilter

__all__ = ['CachedComparisonHandler', 'ComparisonFilter', 'ComparisonHandler', 'DeltaCompare',
           'DeltaFilter', 'PathDeltaFilter', 'SimpleFilter']


class ComparisonHandler:
    """Decides whether a message is passed on."""

    def message_fits(self, message: Any) -> bool:
        """Whether a message is passed on."""
        raise NotImplementedError()

    def do_fields_fit(self, field_a: Any, field_b: Any) -> bool:
        """Whether the old and new value of a field let a message pass."""
        raise NotImplementedError()


class CachedComparisonHandler(ComparisonHandler):
    """Compares fields with those of the last message that passed; one field is sufficient."""

    _field_getters: List[Callable[[Any], Any]] = []

    def __init__(self) -> None:
        self._message_cache: Any = None

    def message_fits(self, message: Any) -> bool:
        """Whether a message is passed on; the first message is."""
        last = self._message_cache
        fits = last is None or any(
            self.do_fields_fit(get(last), get(message)) for get in self._field_getters)
        if fits:
            self._message_cache = message
        return fits

    def do_fields_fit(self, field_a: Any, field_b: Any) -> bool:
        """To be implemented by derived classes."""
        raise NotImplementedError(
            f'Field comparison not implemented for class: {type(self).__name__}. '
            'Consider implementing do_fields_fit')


class DeltaCompare(CachedComparisonHandler):
    """Lets a message pass if one of the fields differs."""

    _basic_types = (bool, int, float, str)

    def __init__(self, field_getters: List[Callable[[Any], Any]]) -> None:
        super().__init__()
        self._field_getters = field_getters

    def do_fields_fit(self, val_a: Any, val_b: Any) -> bool:
        """Whether two values differ. Raises TypeError for values that are not plain."""
        if not all(isinstance(value, self._basic_types) for value in (val_a, val_b)):
            raise TypeError(f'Unable to compare fields of types {type(val_a)} and {type(val_b)}')
        return val_a != val_b


class ComparisonFilter(SimpleFilter):
    """Passes on messages that a handler accepts."""

    def __init__(self, comparison_handler: ComparisonHandler,
                 message_filter: Optional[SimpleFilter] = None) -> None:
        super().__init__()
        self._comparison_handler = comparison_handler
        self.incoming_connection: Optional[int] = None
        self.connectInput(message_filter)

    def connectInput(self, message_filter: Optional[SimpleFilter]) -> None:  # noqa: N802
        """Take the messages of a filter."""
        if self.incoming_connection is not None:
            raise RuntimeError(
                'This instance of ComparisonFilter already has an incoming connection')
        if message_filter is not None:
            self.incoming_connection = message_filter.registerCallback(self.add)

    def add(self, message: Any) -> None:
        """Take a message."""
        if self.message_fits(message):
            self.signalMessage(message)

    def message_fits(self, message: Any) -> bool:
        """Whether the handler accepts a message."""
        return self._comparison_handler.message_fits(message)


class DeltaFilter(ComparisonFilter):
    """Passes on messages in which a field differs."""

    def __init__(self, field_getters: List[Callable[[Any], Any]],
                 message_filter: Optional[SimpleFilter] = None) -> None:
        super().__init__(DeltaCompare(field_getters), message_filter)


class PathDeltaFilter(DeltaFilter):
    """Passes on messages in which a field differs; fields are given as `a.b.c`."""

    def __init__(self, field_path_list: List[str],
                 message_filter: Optional[SimpleFilter] = None) -> None:
        super().__init__([partial(self.get_field_by_path, field_path=path)
                          for path in field_path_list], message_filter)

    def get_field_by_path(self, message: Any, field_path: str) -> Any:
        """The value at a path. Raises RuntimeError if there is none."""
        value = message
        for name in field_path.split('.'):
            below = getattr(value, name, None)
            if below is None:
                raise RuntimeError(f'Unable to access field {name!r} of {type(value).__name__} '
                                   f'(full path: {field_path!r})')
            value = below
        return value
