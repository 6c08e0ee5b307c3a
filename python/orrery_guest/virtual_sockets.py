"""Sockets: real ones, whose calls that block wait in virtual time.

Meanwhile, the other threads of the program and the other programs of the run go on. What one of these sends is there
at the same instant; for what comes from outside of the run, a socket that waits looks ten times per virtual second.
Only a socket by which the program itself has turned to somebody outside waits in reality: time stands still until the
answer is there.
"""
from __future__ import annotations

import select
import socket
from typing import Any, Callable, Dict, Optional, Set
from weakref import WeakKeyDictionary, WeakSet

from . import network_lines, virtual_selectors
from .guest import guest
from .locks import deadline_after
from .shared_things import shared
from .virtual_system import HOST

#: The address of the machine on which the programs of a run are.
_ADDRESS = '127.0.0.1'
#: How often a socket that waits looks for data from outside, in virtual seconds.
_STEP = 0.1
_LOOPBACK = frozenset(('', 'localhost', HOST, '0.0.0.0', '::', '::1'))
_FLAGS = {'recv': 1, 'recv_into': 2, 'recvfrom': 1, 'recvfrom_into': 2, 'recvmsg': 2, 'recvmsg_into': 2}
#: Windows has none: there, such calls of blocking sockets wait in reality.
_DONTWAIT = getattr(socket, 'MSG_DONTWAIT', 0)
_OF_MULTIPROCESSING = '/pymp-'

_real: Dict[str, Callable[..., Any]] = {}
#: Those that are connected to somebody outside, and to whom the others have sent datagrams.
_outside: WeakSet[socket.socket] = WeakSet()
_spoken_to: WeakKeyDictionary[socket.socket, Set[str]] = WeakKeyDictionary()


def install() -> None:
    """Replaces what may block, or tells others something, in `socket.socket`, and finds the own name's address."""
    kind: Any = socket.socket
    for name in _FLAGS:
        _replace(kind, name, _reading)
    for name in ('accept', 'bind', 'connect', 'connect_ex', 'send', 'sendall', 'sendto', 'shutdown', 'close'):
        _replace(kind, name, lambda name, real: _METHODS[name])
    if hasattr(kind, 'sendmsg'):
        _replace(kind, 'sendmsg', lambda name, real: _METHODS[name])
    for name in ('getaddrinfo', 'gethostbyname', 'gethostbyname_ex'):
        _replace(socket, name, _finding)


def _replace(owner: Any, name: str, make: Callable[[str, Any], Callable[..., Any]]) -> None:
    real = _real[name] = getattr(owner, name)
    call = make(name, real)
    call.__name__ = name
    call.__qualname__ = getattr(real, '__qualname__', name)
    call.__doc__ = real.__doc__
    setattr(owner, name, call)


def _finding(_: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def find(host: Any, *given: Any, **named: Any) -> Any:
        return real(_ADDRESS if host == HOST else host, *given, **named)

    return find


def _reading(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    place = _FLAGS[name]

    def read(self: socket.socket, *given: Any, **named: Any) -> Any:
        flags = named.get('flags', given[place] if len(given) > place else 0)
        if not flags & _DONTWAIT:
            _wait(self, select.POLLIN)
        try:
            return real(self, *given, **named)
        finally:
            # Who waits for room may write again.
            shared.changed()

    return read


def _accept(self: socket.socket) -> Any:
    _wait(self, select.POLLIN)
    try:
        accepted = _real['accept'](self)
        _hurry(accepted[0])
        return accepted
    finally:
        shared.changed()


def _bind(self: socket.socket, address: Any) -> None:
    if guest.connected:
        shared.begin()
    _real['bind'](self, _found(address))
    _announce(self)


def _connect(self: socket.socket, address: Any) -> None:
    address = _turn_to(self, address)
    try:
        _real['connect'](self, address)
    finally:
        network_lines.connected()
        shared.changed()


def _connect_ex(self: socket.socket, address: Any) -> int:
    address = _turn_to(self, address)
    try:
        code: int = _real['connect_ex'](self, address)
        return code
    finally:
        network_lines.connected()
        shared.changed()


def _send(self: socket.socket, data: Any, flags: int = 0, /) -> int:
    try:
        count: int = _real['send'](self, data, flags | _may_send(self, flags))
        return count
    finally:
        shared.changed()


def _sendall(self: socket.socket, data: Any, flags: int = 0, /) -> None:
    if self.gettimeout() == 0 or _is_outside(self):
        _real['sendall'](self, data, flags)
        return
    view = memoryview(data).cast('B')
    until = _deadline_of(self)
    while len(view) > 0:
        _wait(self, select.POLLOUT, until)
        view = view[_real['send'](self, view, flags | _DONTWAIT):]
        shared.changed()


def _sendto(self: socket.socket, data: Any, *given: Any) -> int:
    flags, address = given if len(given) == 2 else (0, *given)
    address = _turn_to(self, address)
    try:
        count: int = _real['sendto'](self, data, flags | _may_send(self, flags), address)
        return count
    finally:
        shared.changed()


def _sendmsg(self: socket.socket, buffers: Any, ancdata: Any = (), flags: int = 0, address: Any = None, /) -> int:
    to = () if address is None else (_turn_to(self, address),)
    try:
        count: int = _real['sendmsg'](self, buffers, ancdata, flags | _may_send(self, flags), *to)
        return count
    finally:
        shared.changed()


def _shutdown(self: socket.socket, how: int, /) -> None:
    _real['shutdown'](self, how)
    shared.changed()


def _close(self: socket.socket) -> None:
    _real['close'](self)
    shared.changed()


_METHODS: Dict[str, Callable[..., Any]] = {
    'accept': _accept, 'bind': _bind, 'connect': _connect, 'connect_ex': _connect_ex, 'send': _send,
    'sendall': _sendall, 'sendto': _sendto, 'sendmsg': _sendmsg, 'shutdown': _shutdown, 'close': _close,
}


# ---- waiting ----

def _deadline_of(sock: socket.socket) -> Optional[int]:
    timeout = sock.gettimeout()
    return None if timeout is None else deadline_after(timeout)


def _wait(sock: socket.socket, event: int, until: Optional[int] = None) -> None:
    """Waits in virtual time until the socket can read or write; raises `TimeoutError` when its own timeout is over."""
    if sock.gettimeout() == 0 or virtual_selectors.real_poll is None or _is_outside(sock):
        return
    poll = virtual_selectors.real_poll()
    poll.register(sock, event)
    until = until or _deadline_of(sock)
    while not poll.poll(0):
        left = _STEP if until is None else (until - guest.scheduler.now) / 1e9
        if left <= 0:
            raise TimeoutError('timed out')
        virtual_selectors.wait(lambda seconds: poll.poll(seconds * 1000), min(_STEP, left))


def _may_send(sock: socket.socket, flags: int) -> int:
    """Waits until there is room; returns the flag by which sending then does not wait for more of it."""
    if flags & _DONTWAIT or sock.gettimeout() == 0 or _is_outside(sock):
        return 0
    _wait(sock, select.POLLOUT)
    return _DONTWAIT


# ---- who is in the run ----

def _is_outside(sock: socket.socket) -> bool:
    if sock in _outside or not guest.connected:
        return True
    names = _spoken_to.get(sock)
    return names is not None and not all(map(_is_here, names))


def _is_here(name: str) -> bool:
    """Whether a program of the run has bound a socket to this name."""
    return name == '' or bool(guest.query('shared', 'is_bound', name))


def _announce(sock: socket.socket) -> None:
    """Tells the others that they reach this program by the name of a socket."""
    name = _name_of(sock, sock.getsockname())
    if name and guest.connected:
        shared.is_reachable = True
        network_lines.open_lines()
        guest.query('shared', 'bound', name)


def _turn_to(sock: socket.socket, address: Any) -> Any:
    """Notes whether somebody is outside to whom a socket connects or sends; returns the address that is to be used."""
    address = _found(address)
    name = _name_of(sock, address)
    if name is None or not guest.connected:
        _outside.add(sock)
    elif sock.type & 0xf == socket.SOCK_DGRAM:
        shared.begin()
        _spoken_to.setdefault(sock, set()).add(name)
    else:
        guest.turns.take()
        if _is_here(name):
            shared.begin()
            _hurry(sock)
        else:
            within = network_lines.connect(name)
            if within is None:
                _outside.add(sock)
                return address
            shared.begin()
            _hurry(sock)
            return within
    return address


def _hurry(sock: socket.socket) -> None:
    """Lets the system send everything at once; otherwise it may hold the end back for 40 ms of real time."""
    if sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _found(address: Any) -> Any:
    """The address, with that of this machine for its name."""
    if isinstance(address, tuple) and address and address[0] == HOST:
        return (_ADDRESS, *address[1:])
    return address


def _name_of(sock: socket.socket, address: Any) -> Optional[str]:
    """How the programs of a run call what is at an address; empty: many may hear it, None: it is outside."""
    if isinstance(address, (str, bytes)):
        path = address.decode('utf-8', 'replace') if isinstance(address, bytes) else address
        return '' if _OF_MULTIPROCESSING in path else f'path:{path}'
    if not isinstance(address, tuple) or len(address) < 2:
        return None
    host, port = str(address[0]), address[1]
    if _is_shared(host):
        return ''
    if host in _LOOPBACK or host.startswith('127.'):
        return f'{"udp" if sock.type & 0xf == socket.SOCK_DGRAM else "tcp"}:{port}'
    return None


def _is_shared(host: str) -> bool:
    """Whether it is an address of a group (224 to 239), or that of all."""
    first = host.partition('.')[0]
    return host in ('255.255.255.255', '<broadcast>') or (first.isdigit() and 224 <= int(first) <= 239)
