"""The types of interface definitions, as `rosidl_parser.definition` names them.

Message classes describe their fields with them (`SLOT_TYPES`).
"""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

SIGNED_NONEXPLICIT_INTEGER_TYPES = ('short', 'long', 'long long')
UNSIGNED_NONEXPLICIT_INTEGER_TYPES = ('unsigned short', 'unsigned long', 'unsigned long long')
NONEXPLICIT_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_NONEXPLICIT_INTEGER_TYPES
SIGNED_EXPLICIT_INTEGER_TYPES = ('int8', 'int16', 'int32', 'int64')
UNSIGNED_EXPLICIT_INTEGER_TYPES = ('uint8', 'uint16', 'uint32', 'uint64')
EXPLICIT_INTEGER_TYPES = SIGNED_EXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
SIGNED_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + SIGNED_EXPLICIT_INTEGER_TYPES
UNSIGNED_INTEGER_TYPES = UNSIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
INTEGER_TYPES = SIGNED_INTEGER_TYPES + UNSIGNED_INTEGER_TYPES
FLOATING_POINT_TYPES = ('float', 'double', 'long double')
CHARACTER_TYPES = ('char', 'wchar')
BOOLEAN_TYPE = 'boolean'
OCTET_TYPE = 'octet'
BASIC_TYPES = (*INTEGER_TYPES, *FLOATING_POINT_TYPES, *CHARACTER_TYPES, BOOLEAN_TYPE, OCTET_TYPE)

EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME = 'structure_needs_at_least_one_member'
CONSTANT_MODULE_SUFFIX = '_Constants'
SERVICE_REQUEST_MESSAGE_SUFFIX = '_Request'
SERVICE_RESPONSE_MESSAGE_SUFFIX = '_Response'
SERVICE_EVENT_MESSAGE_SUFFIX = '_Event'
ACTION_GOAL_SUFFIX = '_Goal'
ACTION_RESULT_SUFFIX = '_Result'
ACTION_FEEDBACK_SUFFIX = '_Feedback'
ACTION_GOAL_SERVICE_SUFFIX = '_SendGoal'
ACTION_RESULT_SERVICE_SUFFIX = '_GetResult'
ACTION_FEEDBACK_MESSAGE_SUFFIX = '_FeedbackMessage'


class AbstractType:
    """Any type; two are equal if their class and all their parts are."""

    __slots__: Sequence[str] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in self._parts())

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(str(getattr(self, n)) for n in self._parts())))

    def __repr__(self) -> str:
        parts = ', '.join(f'{name}={getattr(self, name)!r}' for name in self._parts())
        return f'{type(self).__name__}({parts})'

    def _parts(self) -> List[str]:
        return [name for cls in type(self).__mro__ for name in getattr(cls, '__slots__', ())]


class AbstractNestableType(AbstractType):
    """A type that can be the element of an array."""

    __slots__ = ()


class BasicType(AbstractNestableType):
    """A primitive of fixed size; `typename` is one of `BASIC_TYPES`."""

    __slots__ = ('typename',)

    def __init__(self, typename: str) -> None:
        super().__init__()
        assert typename in BASIC_TYPES
        self.typename = typename


class NamedType(AbstractNestableType):
    """A type that another definition names."""

    __slots__ = ('name',)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class NamespacedType(AbstractNestableType):
    """A message: `namespaces` is e.g. `['std_msgs', 'msg']`."""

    __slots__ = ('namespaces', 'name')

    def __init__(self, namespaces: Sequence[str], name: str) -> None:
        super().__init__()
        self.namespaces = namespaces
        self.name = name

    def namespaced_name(self) -> Tuple[str, ...]:
        """The namespaces and the name."""
        return (*self.namespaces, self.name)


class AbstractGenericString(AbstractNestableType):
    """Any string."""

    __slots__ = ()

    def has_maximum_size(self) -> bool:
        """Whether the length is bounded."""
        raise NotImplementedError('Only implemented in subclasses')


class AbstractString(AbstractGenericString):
    """A string of 8-bit characters."""

    __slots__ = ()


class AbstractWString(AbstractGenericString):
    """A string of 16-bit characters."""

    __slots__ = ()


def _is_bound(size: Any) -> bool:
    """Whether this is a size, or the name of a constant."""
    return isinstance(size, str) or size >= 0


class _Bounded:
    """The common part of bounded strings."""

    __slots__ = ()
    maximum_size: int

    def _bound(self, maximum_size: int) -> None:
        assert _is_bound(maximum_size)
        self.maximum_size = maximum_size

    def has_maximum_size(self) -> bool:
        """Whether the length is bounded."""
        return True


class _Unbounded:
    """The common part of unbounded strings."""

    __slots__ = ()

    def has_maximum_size(self) -> bool:
        """Whether the length is bounded."""
        return False


class BoundedString(_Bounded, AbstractString):
    """A string of at most `maximum_size` characters."""

    __slots__ = ('maximum_size',)

    def __init__(self, maximum_size: int) -> None:
        super().__init__()
        self._bound(maximum_size)


class UnboundedString(_Unbounded, AbstractString):
    """A string of any length."""

    __slots__ = ()


class BoundedWString(_Bounded, AbstractWString):
    """A wide string of at most `maximum_size` characters."""

    __slots__ = ('maximum_size',)

    def __init__(self, maximum_size: int) -> None:
        super().__init__()
        self._bound(maximum_size)


class UnboundedWString(_Unbounded, AbstractWString):
    """A wide string of any length."""

    __slots__ = ()


class AbstractNestedType(AbstractType):
    """A type of many elements of `value_type`."""

    __slots__ = ('value_type',)

    def __init__(self, value_type: AbstractNestableType) -> None:
        super().__init__()
        assert isinstance(value_type, AbstractNestableType)
        self.value_type = value_type

    def has_maximum_size(self) -> bool:
        """Whether the number of elements is limited."""
        raise NotImplementedError('Only implemented in subclasses')


class Array(AbstractNestedType):
    """Exactly `size` elements."""

    __slots__ = ('size',)

    def __init__(self, value_type: AbstractNestableType, size: int) -> None:
        super().__init__(value_type)
        self.size = size

    def has_maximum_size(self) -> bool:
        """Whether the number of elements is limited."""
        return True


class AbstractSequence(AbstractNestedType):
    """Any number of elements."""

    __slots__ = ()


class BoundedSequence(AbstractSequence):
    """At most `maximum_size` elements."""

    __slots__ = ('maximum_size',)

    def __init__(self, value_type: AbstractNestableType, maximum_size: int) -> None:
        super().__init__(value_type)
        assert _is_bound(maximum_size)
        self.maximum_size = maximum_size

    def has_maximum_size(self) -> bool:
        """Whether the number of elements is limited."""
        return True


class UnboundedSequence(AbstractSequence):
    """Any number of elements."""

    __slots__ = ()

    def has_maximum_size(self) -> bool:
        """Whether the number of elements is limited."""
        return False


def __getattr__(name: str) -> Any:
    """The structures made of types, which upstream has in this module."""
    from . import structures
    if name.startswith('_') or not hasattr(structures, name):
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(structures, name)
