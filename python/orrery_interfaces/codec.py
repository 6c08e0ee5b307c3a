"""Encodes messages to CDR and decodes them, by functions generated when a type is first used."""
from __future__ import annotations

import struct
from array import array
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from .codec_source import encoder_source
from .decoder_source import decoder_source
from .definition import FieldType, Message
from .fixed_array import bytes_maker, numpy_module

#: Plain CDR, little endian.
HEADER = b'\x00\x01\x00\x00'
PAD = bytes(4)
#: From this size on, input is read through a view, which slices without copying.
_LARGE = 4096

Buffer = Union[bytes, bytearray, memoryview]
Write = Callable[[Any, Callable[[Any], None], int], int]
Read = Callable[[Buffer, int, int], Tuple[Any, int]]


class FieldValueError(ValueError):
    """A value does not fit its field; `type` and `field` say which field it is."""

    def __init__(self, type_: str, field: str, problem: str) -> None:
        super().__init__(f'{type_}.{field}: {problem}')
        self.type = type_
        self.field = field


class CdrError(ValueError):
    """The bytes are not a message of the type."""


class Fault(Exception):
    """Generated code found a value that cannot be encoded; `check_fields` says which."""


class Short(Exception):
    """The bytes end within a value."""


class Bound(Exception):
    """There are more elements or characters than the definition allows."""


def one_byte(value: Any) -> bytes:
    """One element of a `byte[]` as bytes."""
    data = bytes([value]) if isinstance(value, int) else bytes(value)
    if len(data) != 1:
        raise Fault
    return data


def two_bytes(value: str) -> bytes:
    """One element of a sequence of `wchar` as bytes."""
    return struct.pack('<H', ord(value))


def _wide_codes(order: str) -> Callable[[Any], Any]:
    return lambda data: struct.unpack(f'{order}{len(data) // 2}H', data)


ONE_OF_BYTE = [bytes([value]) for value in range(256)]


def _write_text(value: str, add: Callable[[Any], None], p: int, bound: Optional[int]) -> int:
    if bound is not None and len(value) > bound:
        raise Fault
    data = value.encode()
    pad = -p & 3
    add(PAD[:pad] + (len(data) + 1).to_bytes(4, 'little') + data + b'\0')
    return p + pad + 5 + len(data)


def _write_wide(value: str, add: Callable[[Any], None], p: int, bound: Optional[int]) -> int:
    if bound is not None and len(value) > bound:
        raise Fault
    data = value.encode('utf-16-le', 'surrogatepass')
    pad = -p & 3
    add(PAD[:pad] + (len(data) >> 1).to_bytes(4, 'little') + data)
    return p + pad + 4 + len(data)


def _text_readers(order: str) -> Tuple[Callable[..., Any], Callable[..., Any]]:
    """Readers of narrow and wide strings within sequences."""
    count = struct.Struct(order + 'I').unpack_from
    utf16 = 'utf-16-le' if order == '<' else 'utf-16-be'

    def read_text(d: Buffer, p: int, end: int, bound: Optional[int]) -> Tuple[str, int]:
        p += -p & 3
        n, = count(d, p)
        q = p + 4 + n
        if q > end:
            raise Short
        text = str(d[p + 4:q], 'utf-8', 'replace')
        if n and text[-1] == '\0':
            text = text[:-1]
        if bound is not None and len(text) > bound:
            raise Bound
        return text, q

    def read_wide(d: Buffer, p: int, end: int, bound: Optional[int]) -> Tuple[str, int]:
        p += -p & 3
        n, = count(d, p)
        q = p + 4 + 2 * n
        if q > end:
            raise Short
        text = str(d[p + 4:q], utf16, 'surrogatepass')
        if bound is not None and len(text) > bound:
            raise Bound
        return text, q
    return read_text, read_wide


class Codec:
    """Encodes and decodes the messages of one type."""

    __slots__ = ('encode', 'decode')

    def __init__(self, encode: Callable[[Any], Tuple[List[Any], int]], decode: Callable[[Buffer], Any]) -> None:
        self.encode = encode
        self.decode = decode


class Codecs:
    """The generated functions of all types, by full name and byte order."""

    def __init__(self, message: Callable[[str], Message], load: Callable[[str], type],
                 checked: Optional[bool]) -> None:
        """`message` and `load` give the definition and the class of a full name; `checked` is
        what new messages have as `_check_fields`, None if the distribution has no such slot."""
        self._message = message
        self._load = load
        self._checked = checked
        self._writers: Dict[str, Write] = {}
        self._readers: Dict[Tuple[str, str], Read] = {}

    def writer(self, full: str) -> Write:
        """The encoder of a type."""
        write = self._writers.get(full)
        if write is None:
            source, structs, uses = encoder_source(self._message(full), self._message)
            names: Dict[str, Any] = {
                **structs, **{name: self._late(nested) for name, nested in uses.items()},
                'Fault': Fault, 'PAD': PAD, 'one_byte': one_byte, 'two_bytes': two_bytes,
                'write_text': _write_text, 'write_wide': _write_wide,
            }
            exec(compile(source, f'<encoder of {full}>', 'exec'), names)
            write = self._writers[full] = names['write']
        return write

    def _late(self, full: str) -> Write:
        return self._writers.get(full) or self.writer(full)

    def reader(self, full: str, order: str = '<') -> Read:
        """The decoder of a type for a byte order (`<` or `>`)."""
        read = self._readers.get((full, order))
        if read is None:
            source, structs, uses = decoder_source(
                self._message(full), self._message, self._checked is not None, order)
            read_text, read_wide = _text_readers(order)
            names: Dict[str, Any] = {
                **structs, **{name: self._used(name, use, order) for name, use in uses.items()},
                'Short': Short, 'Bound': Bound, 'array': array, 'new': object.__new__,
                'CHECK': self._checked, 'one_of_byte': ONE_OF_BYTE,
                'wide_codes': _wide_codes(order),
                'UTF16': 'utf-16-le' if order == '<' else 'utf-16-be',
                'read_text': read_text, 'read_wide': read_wide,
            }
            exec(compile(source, f'<decoder of {full}>', 'exec'), names)
            read = self._readers[full, order] = names['read']
        return read

    def _used(self, name: str, use: Any, order: str) -> Any:
        if isinstance(use, FieldType):
            scalar = use.scalar
            assert scalar is not None
            if name == 'frombuffer':
                return numpy_module().frombuffer
            if name.startswith('dtype_'):
                return numpy_module().dtype(scalar.dtype)
            swap = order == '>' and scalar.size > 1
            return bytes_maker(scalar.code, scalar.dtype, use.size, swap)
        return self.reader(use, order) if name.startswith('read_') else self._load(use)

    def codec(self, full: str) -> Codec:
        """Both functions of a type."""
        return Codec(self.encoder(full), self.decoder(full))

    def decoder(self, full: str) -> Callable[[Buffer], Any]:
        """Return a function that decodes serialized bytes to a message; it raises CdrError."""
        read = self.reader(full)

        def decode(data: Buffer) -> Any:
            end = len(data)
            if end > _LARGE and type(data) is not memoryview:
                data = memoryview(data)
            try:
                if data[1] == 1 and data[0] == 0:
                    return read(data, 4, end)[0]
                if data[1] == 0 and data[0] == 0:
                    return self.reader(full, '>')(data, 4, end)[0]
            except (struct.error, IndexError, Short):
                raise CdrError(f'a message of {full} ends early at {len(data)} bytes; it is '
                               'corrupt or of another type') from None
            except Bound:
                raise CdrError(f'a message of {full} exceeds a bound of its definition') from None
            except UnicodeDecodeError as wrong:
                raise CdrError(f'a message of {full} has a wide string that is not text: '
                               f'{wrong.reason}') from None
            raise CdrError(f'a message of {full} must begin with the header of plain CDR, not with '
                           f'{bytes(data[:4]).hex() or "nothing"}')
        return decode

    def encoder(self, full: str) -> Callable[[Any], Tuple[List[Any], int]]:
        """A function that encodes a message of the type to parts, and returns them with their total size.

        Arrays are parts themselves, not copies. The function raises what the generated code
        raises.
        """
        write = self.writer(full)

        def encode(message: Any) -> Tuple[List[Any], int]:
            parts: List[Any] = [HEADER]
            return parts, write(message, parts.append, 0) + 4
        return encode
