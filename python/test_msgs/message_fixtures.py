"""Messages for tests: for each type of `test_msgs`, edge values and large numbers of values."""
from __future__ import annotations

from typing import Any, Callable, Dict, List

from test_msgs.msg import (
    Arrays, BasicTypes, BoundedPlainSequences, BoundedSequences, Builtins, Constants, Defaults,
    Empty, MultiNested, Nested, Strings, UnboundedSequences, WStrings)

_BITS = (8, 16, 32, 64)
_MANY = 1000


def int_from_uint(value: int, nbits: int) -> int:
    """The signed integer with the same bits."""
    value %= 1 << nbits
    return value - (1 << nbits) if value >= 1 << (nbits - 1) else value


def _fill(msg: Any, suffix: str, values: Dict[str, Any]) -> Any:
    """Set fields `<type>_<suffix>`."""
    for name, value in values.items():
        setattr(msg, f'{name}_{suffix}', value)
    return msg


def _basic(flag: bool, byte: int, real: float, signed: str) -> Any:
    """A `BasicTypes`: `signed` says which integers (`zero`, `one`, `max`, `min`)."""
    values: Dict[str, Any] = {'bool': flag, 'byte': bytes([byte]), 'char': byte,
                              'float32': real, 'float64': real}
    for bits in _BITS:
        top = 1 << (bits - 1)
        values[f'int{bits}'] = {'zero': 0, 'one': 1, 'max': top - 1, 'min': -top}[signed]
        values[f'uint{bits}'] = {'zero': 0, 'one': 1, 'max': 2 * top - 1, 'min': 0}[signed]
    return _fill(BasicTypes(), 'value', values)


def get_msg_builtins() -> List[Any]:
    """Times and durations."""
    msg = Builtins()
    msg.duration_value.sec, msg.duration_value.nanosec = -1234567890, 123456789
    msg.time_value.sec, msg.time_value.nanosec = -1234567890, 987654321
    return [msg]


def get_msg_empty() -> List[Any]:
    """A message without fields."""
    return [Empty()]


def get_msg_basic_types() -> List[Any]:
    """Zeros, the largest, the smallest, and ones."""
    return [_basic(False, 0, 0.0, 'zero'), _basic(True, 255, 1.125, 'max'),
            _basic(False, 0, -2.125, 'min'), _basic(True, 1, 1.0, 'one')]


def get_msg_constants() -> List[Any]:
    """A message of constants."""
    return [Constants()]


def get_msg_defaults() -> List[Any]:
    """A message of defaults."""
    return [Defaults()]


def get_msg_strings() -> List[Any]:
    """Empty, plain, with umlauts, and long."""
    digits = ''.join(str(i % 10) for i in range(20000))
    pairs = [('', ''), ('Hello world!',) * 2, ('Hellö Wörld!',) * 2, (digits, digits[:22])]
    return [Strings(string_value=text, bounded_string_value=short) for text, short in pairs]


def get_msg_nested() -> List[Any]:
    """Each of the basic messages, nested in another."""
    return [Nested(basic_types_value=msg) for msg in get_msg_basic_types()]


def _edges(few: bool) -> Dict[str, Any]:
    """Three values of each type; with `few`, two for types with only two edge values."""
    bools = [False, True] if few else [False, True, False]
    small = [0, 255] if few else [0, 1, 255]
    values: Dict[str, Any] = {
        'bool': bools, 'byte': [bytes([value]) for value in small], 'char': small,
        'float32': [0.0, 1.125, -2.125], 'float64': [0.0, 1.125, -2.125],
    }
    for bits in _BITS:
        top = 1 << (bits - 1)
        values[f'int{bits}'] = [0, top - 1, -top]
        values[f'uint{bits}'] = [0, 2 * top - 1] if few else [0, 1, 2 * top - 1]
    return values


def get_msg_arrays() -> List[Any]:
    """Arrays of three."""
    values = _edges(False)
    values.update(byte=[b'\x00', b'\xff', b'\x00'], char=[0, 255, 0],
                  string=['', 'max value', 'min value'], basic_types=get_msg_basic_types()[:3])
    for bits in _BITS:
        values[f'uint{bits}'] = [0, (1 << bits) - 1, 0]
    return [_fill(Arrays(), 'values', values)]


def _single() -> Dict[str, Any]:
    values: Dict[str, Any] = {'bool': [True], 'byte': [b'\xff'], 'char': [255],
                              'float32': [1.125], 'float64': [1.125], 'string': ['max value'],
                              'basic_types': get_msg_basic_types()[:1]}
    for bits in _BITS:
        values[f'int{bits}'] = [(1 << (bits - 1)) - 1]
        values[f'uint{bits}'] = [(1 << bits) - 1]
    return values


def _many() -> Dict[str, Any]:
    basic = get_msg_basic_types()
    values: Dict[str, Any] = {
        'bool': [i % 2 != 0 for i in range(_MANY)],
        'byte': [bytes([i % 256]) for i in range(_MANY)],
        'char': [i % 256 for i in range(_MANY)],
        'float32': [1.125 * i for i in range(_MANY)], 'float64': [1.125 * i for i in range(_MANY)],
        'string': [str(i) for i in range(_MANY)],
        'basic_types': [basic[i % len(basic)] for i in range(_MANY)],
    }
    for bits in _BITS:
        values[f'int{bits}'] = [int_from_uint(i, bits) for i in range(_MANY)]
        values[f'uint{bits}'] = [i % (1 << bits) for i in range(_MANY)]
    return values


def get_msg_unbounded_sequences() -> List[Any]:
    """Sequences of none, one, two or three, many, and the default."""
    texts = {'string': ['', 'max value', 'optional min value']}
    edges = {**_edges(True), **texts, 'basic_types': get_msg_basic_types()[:3]}
    messages = [UnboundedSequences(), _fill(UnboundedSequences(), 'values', _single()),
                _fill(UnboundedSequences(), 'values', edges),
                _fill(UnboundedSequences(), 'values', _many()), UnboundedSequences()]
    for i, msg in enumerate(messages):
        msg.alignment_check = i
    return messages


def _bounded(cls: type, more: Dict[str, Any]) -> List[Any]:
    full = _fill(cls(), 'values', {
        **_edges(False), **more, 'basic_types': get_msg_basic_types()[:3]})
    full.alignment_check = 2
    return [full, cls(alignment_check=4)]


def get_msg_bounded_sequences() -> List[Any]:
    """Full sequences, and the default."""
    return _bounded(BoundedSequences, {'string': ['', 'max value', 'optional min value']})


def get_msg_bounded_plain_sequences() -> List[Any]:
    """Full sequences, and the default."""
    return _bounded(BoundedPlainSequences, {})


def get_msg_multi_nested() -> List[Any]:
    """Arrays and sequences of messages with arrays and sequences."""
    parts = {'arrays': get_msg_arrays(), 'bounded_sequences': get_msg_bounded_sequences(),
             'unbounded_sequences': get_msg_unbounded_sequences()}
    msg = MultiNested()
    for outer in ('array', 'bounded_sequence', 'unbounded_sequence'):
        for name, inner in parts.items():
            setattr(msg, f'{outer}_of_{name}', [inner[i % len(inner)] for i in range(3)])
    return [msg]


def get_msg_wstrings() -> List[Any]:
    """Empty, plain, with umlauts, and Japanese."""
    first = WStrings(
        wstring_value='', array_of_wstrings=['1', 'two', '三'],
        bounded_sequence_of_wstrings=['one', '二'],
        unbounded_sequence_of_wstrings=['.', '..', '...', '四'])
    texts = ('ascii', 'Hellö Wörld!', 'ハローワールド')
    return [first, *(WStrings(wstring_value=text) for text in texts)]


_BY_NAME: Dict[str, Callable[[], List[Any]]] = {
    'Builtins': get_msg_builtins, 'Empty': get_msg_empty, 'BasicTypes': get_msg_basic_types,
    'Constants': get_msg_constants, 'Defaults': get_msg_defaults, 'Strings': get_msg_strings,
    'Nested': get_msg_nested, 'Arrays': get_msg_arrays,
    'BoundedPlainSequences': get_msg_bounded_plain_sequences,
    'BoundedSequences': get_msg_bounded_sequences,
    'UnboundedSequences': get_msg_unbounded_sequences, 'MultiNested': get_msg_multi_nested,
    'WStrings': get_msg_wstrings,
}


def get_test_msg(message_name: str) -> List[Any]:
    """The messages of a type, by name. Raises NotImplementedError for unknown names."""
    if message_name not in _BY_NAME:
        raise NotImplementedError
    return _BY_NAME[message_name]()
