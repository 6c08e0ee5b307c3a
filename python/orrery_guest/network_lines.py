"""Connections to programs of the run in JavaScript, whose network is within Orrery.

Sockets of this program are real ones. When a program in JavaScript connects to one of its servers, or the other way
round, this process has both ends of a real connection: the program has one, and what arrives at the other is handed to
Orrery, before this process waits.
"""

from __future__ import annotations

import base64
import socket
from typing import Callable, Dict, List, Optional, Tuple

from . import audit
from .guest import guest

_ADDRESS = '127.0.0.1'
#: So many bytes fit into a word of a question, in base64.
_PIECE = 45_000

_real_connect, _real_send, _real_receive = socket.socket.connect_ex, socket.socket.send, socket.socket.recv
_real_accept, _real_bind, _real_close = socket.socket._accept, socket.socket.bind, socket.socket.close  # type: ignore[attr-defined]
_real_shutdown = socket.socket.shutdown


class _Line:
    """This process's own end of a connection."""

    def __init__(self, number: int, end: socket.socket) -> None:
        self.number = number
        self._end = end
        self._pending = bytearray()
        #: Whether the other side sends no more, and whether the program does.
        self._is_last = self._is_told = self._is_silent = False
        end.setblocking(False)

    def hear(self, data: Optional[bytes]) -> None:
        """Takes what the other side sends; None: it sends no more."""
        if data is None:
            self._is_last = True
        else:
            self._pending += data

    def pass_on(self) -> bool:
        """Passes on, in both directions, what there is; returns whether the connection goes on."""
        try:
            self._send()
            while not self._is_silent and (piece := _real_receive(self._end, _PIECE)):
                guest.query('network', 'write', str(self.number), base64.b64encode(piece).decode())
            if not self._is_silent:
                self._is_silent = True
                guest.query('network', 'end', str(self.number))
        except BlockingIOError:
            pass
        except OSError:
            # The program has closed it and reads no more.
            guest.query('network', 'leave', str(self.number))
            self._is_silent = self._is_told = True
        if not (self._is_silent and self._is_told):
            return True
        _real_close(self._end)
        return False

    def _send(self) -> None:
        try:
            while self._pending:
                del self._pending[:_real_send(self._end, self._pending)]
        except BlockingIOError:
            # The program has to read first.
            return
        if self._is_last and not self._is_told:
            self._is_told = True
            _real_shutdown(self._end, socket.SHUT_WR)


_lines: Dict[int, _Line] = {}
#: Connections to servers in JavaScript that the program is about to make, and where it makes them really.
_arriving: List[Tuple[int, socket.socket]] = []
_is_open = False


def open_lines() -> None:
    """From now on, programs in JavaScript may connect to this one, or this one to them."""
    global _is_open
    if not _is_open:
        _is_open = True
        guest.before_idle.append(_pass_on)
        guest.on_change = _hearing(guest.on_change)


def connect(name: str) -> Optional[Tuple[str, int]]:
    """The real address at which to connect to a server in JavaScript; None if none listens there."""
    number = guest.query('network', 'connect', name)
    if number is None:
        return None
    open_lines()
    stand_in = socket.socket()
    port = int(name.partition(':')[2])
    with audit.quietly():
        stand_in.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            _real_bind(stand_in, (_ADDRESS, port))
        except OSError:
            # Somebody outside of the run has that port.
            _real_bind(stand_in, (_ADDRESS, 0))
    stand_in.listen(1)
    _arriving.append((number, stand_in))
    address: Tuple[str, int] = stand_in.getsockname()
    return address


def connected() -> None:
    """Takes the other end of the connection that the program has just made."""
    while _arriving:
        number, stand_in = _arriving.pop()
        descriptor, _ = _real_accept(stand_in)
        _real_close(stand_in)
        _lines[number] = _Line(number, socket.socket(fileno=descriptor))


def _hearing(before: Callable[[], None]) -> Callable[[], None]:
    def hear() -> None:
        before()
        for what, number, *more in guest.query('network', 'take'):
            if what == 'open':
                _lines[number] = _Line(number, _connection_to(more[0]))
            elif number in _lines:
                _lines[number].hear(base64.b64decode(more[0]) if what == 'data' else None)
        _pass_on()

    return hear


def _connection_to(name: str) -> socket.socket:
    end = socket.socket()
    end.setblocking(False)
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with audit.quietly():
        _real_connect(end, (_ADDRESS, int(name.partition(':')[2])))
    return end


def _pass_on() -> None:
    for number, line in list(_lines.items()):
        if not line.pass_on():
            del _lines[number]
