"""The frames of the guest protocol: their numbers, and how their fields are packed."""

from __future__ import annotations

import struct

HELLO, WELCOME, REJECT = 1, 2, 3
NODE, PUBLISHER, SUBSCRIPTION, SERVICE, CLIENT = 10, 11, 12, 13, 14
TIMER, TIMER_SET, REMOVE, EVENT, PLACE = 15, 16, 17, 18, 19
PUBLISH, REQUEST, RESPONSE, DONE, GIVEN = 20, 21, 22, 23, 24
IDLE, RUN, STOP, SIGNAL = 30, 31, 32, 33
QUERY, ANSWER = 40, 41
LOG, LEAK, FAULT, BYE, WARNING = 50, 51, 52, 53, 54

#: Flag of a frame: a receiver that does not know its kind may ignore it.
MAY_IGNORE = 1
#: Flag of a frame: its end is in the shared memory; the frame has its place and length instead.
IN_MEMORY = 4
#: Flag of RUN: the debugger opens in the callback.
STOP_IN_CALLBACK = 2
#: Flag of RUN, SIGNAL and STOP: all programs that run before this one at the instant have been heard.
HAS_TURN = 8
MAGIC = 0x5952524F
#: The least and the greatest version that this process speaks.
PROTOCOLS = 2, 2
CLIENT_ROLE = 2
NEVER = -1

#: Length of the rest, kind, flags, two zero bytes, subject.
HEADER = struct.Struct('<IBBHI')
#: The header and the fixed fields of RUN: time, clock offset, entity, slot, execution time.
RUN_FIELDS = struct.Struct('<IBBHIqqIIq')
#: The header and the fields of SIGNAL: time, clock offset.
SIGNAL_FIELDS = struct.Struct('<IBBHIqq')
#: The header of PUBLISH and the callback that sends.
SENT = struct.Struct('<IBBHII')
#: Where the end of a frame is in the shared memory, and its length.
EXTENT = struct.Struct('<II')
U16 = struct.Struct('<H')
U32 = struct.Struct('<I')
I32 = struct.Struct('<i')
I64 = struct.Struct('<q')


def string(text: str) -> bytes:
    """A short string, preceded by its length."""
    data = text.encode()
    return U16.pack(len(data)) + data


def frame(kind: int, subject: int, body: bytes, flags: int = 0) -> bytes:
    """A complete frame."""
    return HEADER.pack(len(body) + 8, kind, flags, 0, subject) + body
