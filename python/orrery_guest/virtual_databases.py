"""Databases of `sqlite3`: who waits for one that another program has locked lets virtual time pass."""

from __future__ import annotations

import functools
from typing import Any, Callable, Tuple

import _sqlite3

from .guest import guest
from .locks import deadline_after

_STEP = 0.01
#: What `connect` waits by default, in seconds, and which of its arguments that and the class of connections are.
_TIMEOUT = 5.0
_PLACE_OF_TIMEOUT, _PLACE_OF_FACTORY = 1, 5
_LOCKED = 'database is locked'


def _waiting(real: Callable[..., Any], timeout: Callable[[Any], float]) -> Callable[..., Any]:
    @functools.wraps(real)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        until = deadline_after(timeout(self))
        while True:
            try:
                return real(self, *given, **named)
            except _sqlite3.OperationalError as error:
                if str(error) != _LOCKED or guest.scheduler.now >= until:
                    raise
            guest.scheduler.sleep_until(min(deadline_after(_STEP), until))

    return call


def _of_connection(cursor: Any) -> float:
    return getattr(cursor.connection, 'virtual_timeout', 0.0)


class Cursor(_sqlite3.Cursor):
    """``sqlite3.Cursor``; statements wait for the lock of the database."""

    execute = _waiting(_sqlite3.Cursor.execute, _of_connection)
    _execute_many = _waiting(_sqlite3.Cursor.executemany, _of_connection)

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Like the real method; the parameters must be there again if it has to wait."""
        return self._execute_many(sql, list(parameters))


class Connection(_sqlite3.Connection):
    """``sqlite3.Connection``, with such cursors; a commit waits, too."""

    virtual_timeout = 0.0
    commit = _waiting(_sqlite3.Connection.commit, lambda self: self.virtual_timeout)

    def cursor(self, factory: Any = Cursor) -> Any:
        """Like the real method."""
        return super().cursor(factory)

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        """Like the real method, which since CPython 3.11 makes a real cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Likewise."""
        return self.cursor().executemany(sql, parameters)

    def __exit__(self, kind: Any, *about: Any) -> bool:
        """Commits or rolls back, like the real method."""
        if kind is not None:
            self.rollback()
            return False
        try:
            self.commit()
        except BaseException:
            self.rollback()
            raise
        return False


for _kind in Cursor, Connection:
    _kind.__module__ = 'sqlite3'


def connect(real: Callable[..., Any], given: Tuple[Any, ...], named: Any) -> Any:
    """A connection whose timeout is virtual, unless the program gives it a class of its own."""
    if not guest.connected or len(given) > _PLACE_OF_FACTORY or 'factory' in named:
        return real(*given, **named)
    timeout = named.pop('timeout', _TIMEOUT)
    if len(given) > _PLACE_OF_TIMEOUT:
        timeout = given[_PLACE_OF_TIMEOUT]
        given = (*given[:_PLACE_OF_TIMEOUT], 0.0, *given[_PLACE_OF_TIMEOUT + 1:])
    else:
        named['timeout'] = 0.0
    connection = real(*given, **named, factory=Connection)
    connection.virtual_timeout = float(timeout)
    return connection
