"""Hashes of objects that compare by identity: from names and counts instead of addresses.

The order of a set follows from the hashes of its members. CPython derives those of functions,
classes, modules and objects without a ``__hash__`` of their own from their addresses, which differ
from run to run. Here, the hash of a class, function or module follows from its name, and that of
another object from the name of its class and from how many of them have been asked for their hash
before.
"""

from __future__ import annotations

import gc
import sys
import types
import weakref
from binascii import crc32
from collections.abc import Callable, Iterator
from typing import Any, Optional

#: The hash of None has been a constant since 3.12.
_SINGLE = (None, 0xFCA86420), (Ellipsis, 0xE11195E5), (NotImplemented, 0x0071309E)
#: The real hash, which encodes the address; `id` would notify audit hooks and is slower.
_address_of = object.__hash__
_type_name: Callable[[type], str] = type.__dict__['__qualname__'].__get__
_type_module: Callable[[type], object] = type.__dict__['__module__'].__get__

#: Hashes of living objects, by address.
_hashes: dict[int, int] = {}
#: Notice when objects die, because their addresses are reused.
_watches: dict[int, '_Watch'] = {}
#: How often a hash with this key has been taken before.
_counts: dict[int, int] = {}


class _Watch(weakref.ref):
    __slots__ = ('key',)
    key: int


def _forget(watch: _Watch) -> None:
    del _hashes[watch.key]
    del _watches[watch.key]


def _make_hash() -> Callable[[Any], int]:
    # Names in a closure are faster to look up than those of a module.
    known, address_of, first = _hashes.__getitem__, _address_of, _first_hash

    def __hash__(self: Any, /) -> int:
        """Return hash(self)."""
        try:
            return known(address_of(self))
        except KeyError:
            return first(self)

    __hash__.__qualname__ = 'object.__hash__'
    __hash__.__module__ = 'builtins'
    return __hash__


def _first_hash(thing: Any) -> int:
    try:
        watch = _Watch(thing, _forget)
    except TypeError:
        # Nothing would tell when its address belongs to another object.
        return _address_of(thing)
    start = _name_hash(thing)
    count = _counts.get(start, 0)
    _counts[start] = count + 1
    key = watch.key = _address_of(thing)
    _watches[key] = watch
    number = _hashes[key] = start + count
    return number


def _name_hash(thing: Any) -> int:
    kind = type(thing)
    if issubclass(kind, type):
        name = f'{_text(_type_module(thing))}.{_type_name(thing)}'
    elif kind is types.FunctionType:
        name = f'{_text(thing.__module__)}.{thing.__qualname__}()'
    elif issubclass(kind, types.ModuleType):
        name = _text(thing.__dict__.get('__name__'))
    else:
        # Hashes within one class are adjacent, which suits hash tables.
        return _object_hash(kind) + 1
    return crc32(name.encode(errors='replace'))


def _text(name: object) -> str:
    return name if type(name) is str else ''


def _method_hash(self: types.MethodType, /) -> int:
    """Return hash(self)."""
    return _object_hash(self.__self__) ^ hash(self.__func__)


def _builtin_hash(self: Any, /) -> int:
    """Return hash(self)."""
    return _object_hash(self.__self__) ^ crc32(self.__name__.encode())


_object_hash = _make_hash()
#: The types whose hash combines two others.
_OF_TWO = {types.MethodType: _method_hash, types.BuiltinMethodType: _builtin_hash,
           types.MethodWrapperType: _builtin_hash}


def install() -> None:
    """Installs the hashes, and rebuilds containers that already hold such objects."""
    if vars(object)['__hash__'] is _object_hash:
        return
    holders = list(_holders())
    _hashes.update((_address_of(thing), number) for thing, number in _SINGLE)
    # A class that is made later calls the function that it finds here.
    _set_hash(object, _object_hash)
    slots = _Slots.find()
    if slots is not None:
        for kind in slots.by_address():
            slots.call_function(kind)
        for kind, function in _OF_TWO.items():
            _set_hash(kind, function)
            slots.call_function(kind)
    sys._clear_type_cache()
    for holder in holders:
        _refill(holder)


def begin() -> None:
    """Starts counting anew when the program begins."""
    _counts.clear()


def _set_hash(kind: type, function: Callable[[Any], int]) -> None:
    # Attributes of built-in classes cannot be assigned, but the dictionary behind the proxy can.
    gc.get_referents(vars(kind))[0]['__hash__'] = function


class _Slots:
    """The field with each class's C function for its hash (``tp_hash``)."""

    def __init__(self, field: Any, offset: int) -> None:
        self._field = field
        self._offset = offset
        self._by_address = self._of(object).value
        self._calling = self._of(type('', (), {'__hash__': _method_hash})).value

    @staticmethod
    def find() -> Optional[_Slots]:
        """Finds the field; None if this Python lacks ``ctypes`` or has another layout."""
        try:
            # The package around it takes six times as long to import.
            from _ctypes import _SimpleCData
        except ImportError:
            return None
        field = type('Field', (_SimpleCData,), {'_type_': 'P'})
        # Every object begins with a size, the name, and eleven fields of one pointer each.
        slots = _Slots(field, object.__basicsize__ + 13 * tuple.__itemsize__)
        return slots if slots._is_right() else None

    def _is_right(self) -> bool:
        same, calling = self._by_address, self._calling
        others = type('', (), {'__hash__': _builtin_hash}), list, dict, types.ModuleType, str
        words = [self._of(kind).value for kind in others]
        return words == [calling, words[1], words[1], same, words[4]] and len({same, *words}) == 4

    def _of(self, kind: type) -> Any:
        return self._field.from_address(id(kind) + self._offset)

    def by_address(self) -> Iterator[type]:
        """Every class whose objects are hashed by address, including `object`."""
        seen: set[int] = set()
        found = [object]
        while found:
            kind = found.pop()
            if id(kind) in seen:
                continue
            seen.add(id(kind))
            found.extend(type.__subclasses__(kind))
            if self._of(kind).value == self._by_address:
                yield kind

    def call_function(self, kind: type) -> None:
        """Makes the hash of its objects that of the function ``__hash__`` of their class."""
        self._of(kind).value = self._calling


def _holders() -> Iterator[Any]:
    """Sets and dictionaries with keys whose hash will change."""
    changing = {kind.__hash__ for kind in (object, *_OF_TWO)}
    for thing in gc.get_objects():
        # Nearly all keys are strings.
        if isinstance(thing, (dict, set)) and any(
                kind.__hash__ in changing for kind in {*map(type, thing)}):
            yield thing


def _refill(holder: Any) -> None:
    members = list(holder.items()) if isinstance(holder, dict) else list(holder)
    holder.clear()
    holder.update(members)
