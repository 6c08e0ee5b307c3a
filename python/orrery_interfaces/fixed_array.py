"""Arrays of fields: numpy's for fixed sizes if numpy is installed, `array.array` for sequences."""
from __future__ import annotations

import array
import functools
from typing import Any, Callable


@functools.lru_cache(maxsize=None)
def numpy_module() -> Any:
    """numpy, or None; imported when the first fixed array is made, which takes a while."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class FixedArray(array.array):
    """Replaces a one-dimensional numpy array on a machine without numpy."""

    @property
    def shape(self) -> tuple:
        """The length as numpy's shape."""
        return (len(self),)

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self)

    def __copy__(self) -> 'FixedArray':
        return FixedArray(self.typecode, self)

    def __deepcopy__(self, memo: Any) -> 'FixedArray':
        return FixedArray(self.typecode, self)

    def __repr__(self) -> str:
        return f'array({self.tolist()!r})'

    def __getattr__(self, name: str) -> Any:
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(
            f"the array of a message has no '{name}' because numpy is not installed; "
            'install it (pip install numpy)')


def fixed_class() -> type:
    """The class of fixed arrays of numbers."""
    return getattr(numpy_module(), 'ndarray', FixedArray)


def fixed_maker(code: str, dtype: str) -> Callable[[Any], Any]:
    """A function that copies a value to a fixed array of this element type."""
    return _at_first_call(lambda: _fixed_maker(code, dtype))


def _at_first_call(make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """A function that is created on its first call."""
    made: list[Callable[..., Any]] = []

    def call(*values: Any) -> Any:
        if not made:
            made.append(make())
        return made[0](*values)
    return call


def _fixed_maker(code: str, dtype: str) -> Callable[[Any], Any]:
    numpy = numpy_module()
    if numpy is None:
        return lambda value: FixedArray(code, value)
    element = numpy.dtype(dtype)
    return lambda value: numpy.array(value, dtype=element)


def zeros_maker(code: str, dtype: str, size: int) -> Callable[[], Any]:
    """A function that makes a fixed array of zeros."""
    return _at_first_call(lambda: _zeros_maker(code, dtype, size))


def _zeros_maker(code: str, dtype: str, size: int) -> Callable[[], Any]:
    numpy = numpy_module()
    if numpy is None:
        blank = array.array(code, [0]) * size
        return lambda: FixedArray(code, blank)
    element, zeros = numpy.dtype(dtype), numpy.zeros
    return lambda: zeros(size, dtype=element)


def bytes_maker(code: str, dtype: str, size: int, swap: bool = False) -> Callable[[bytes], Any]:
    """A function that makes a fixed array of the bytes of its elements, of the other byte order
    if `swap` is set."""
    numpy = numpy_module()
    if numpy is None or swap:
        def read(data: bytes) -> Any:
            values = array.array(code, data)
            if swap:
                values.byteswap()
            return FixedArray(code, values) if numpy is None else numpy.array(values, dtype=dtype)
        return read
    shape, element, ndarray = (size,), numpy.dtype(dtype), numpy.ndarray
    # The array owns the bytearray, which is a copy; bytes alone would make it read-only.
    return lambda data: ndarray(shape, element, bytearray(data))


def differs(left: Any, right: Any) -> bool:
    """Whether two fixed arrays differ in rosidl's sense: in every element."""
    if isinstance(left, FixedArray):
        return len(left) != len(right) or all(a != b for a, b in zip(left, right))
    different = left != right
    return different if isinstance(different, bool) else all(different)


def differs_anywhere(left: Any, right: Any) -> bool:
    """Whether two fixed arrays differ in an element, as from Kilted on."""
    if isinstance(left, FixedArray):
        return len(left) != len(right) or any(a != b for a, b in zip(left, right))
    different = left != right
    return different if isinstance(different, bool) else any(different)


def floats_differ(left: Any, right: Any) -> bool:
    """Whether two numbers, or two arrays of them, differ; NaN is equal to NaN, as from Lyrical on."""
    try:
        return len(left) != len(right) or any(map(_float_differs, left, right))
    except TypeError:
        return _float_differs(left, right)


def _float_differs(left: float, right: float) -> bool:
    return bool(left != right and (left == left or right == right))


#: The formats that buffers use for the element type of a type code: integers of 4 or 8 bytes have
#: two names in C.
_FORMATS = {'b': 'b', 'B': 'B', 'h': 'h', 'H': 'H', 'i': 'il', 'I': 'IL', 'q': 'ql', 'Q': 'QL',
            'f': 'f', 'd': 'd'}
_SIZES = {code: array.array(code).itemsize for code in _FORMATS}


def sequence(code: str, value: Any) -> 'array.array[Any]':
    """A new `array.array` with the elements of `value`.

    A buffer with the same element type is copied as a block; anything else is iterated, with the
    errors of `array.array`.
    """
    kind = type(value)
    if kind is list or kind is tuple:
        return array.array(code, value)
    try:
        view = memoryview(value)
    except TypeError:
        return array.array(code, value)
    if view.ndim != 1 or view.itemsize != _SIZES[code] or view.format not in _FORMATS[code]:
        return array.array(code, value)
    result = array.array(code)
    # An empty view cannot be cast.
    if view.nbytes:
        result.frombytes(view.cast('B') if view.c_contiguous else view.tobytes())
    return result
