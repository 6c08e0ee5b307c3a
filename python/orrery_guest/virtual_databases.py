"""Databases of `sqlite3`: who waits for one that another program has locked lets virtual time pass."""

from __future__ import annotations

import functools
from typing import Any, Callable, Tuple

import _sqlite3

from .guest import guest
from .locks import deadline_after

_STEP = 0.01
#: Which argument of `connect` the class of connections is.
_PLACE_OF_FACTORY = 5
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


@functools.lru_cache(maxsize=None)
def _also(kind: Any, waits: Any) -> Any:
    """A class of the program that waits, too: what it calls of its base class is what waits."""
    if not isinstance(kind, type) or not issubclass(kind, waits.__base__) or issubclass(kind, waits):
        return kind
    if kind is waits.__base__:
        return waits
    return type(kind)(kind.__name__, (kind, waits), {'__module__': kind.__module__, '__qualname__': kind.__qualname__})


_execute = _waiting(_sqlite3.Cursor.execute, _of_connection)
_commit = _waiting(_sqlite3.Connection.commit, lambda connection: getattr(connection, 'virtual_timeout', 0.0))


class Cursor(_sqlite3.Cursor):
    """``sqlite3.Cursor``; statements wait for the lock of the database."""

    execute = _execute
    _execute_many = _waiting(_sqlite3.Cursor.executemany, _of_connection)

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Like the real method; the parameters must be there again if it has to wait."""
        return self._execute_many(sql, list(parameters))

    def executescript(self, script: str, /) -> Any:
        """Like the real method, which cannot be repeated after its first statement: the lock is awaited before that."""
        if getattr(self.connection, 'autocommit', -1) == -1:
            _commit(self.connection)
        if not self.connection.in_transaction:
            lock = _sqlite3.Cursor(self.connection)
            try:
                _execute(lock, 'begin exclusive')
                lock.execute('rollback')
            except _sqlite3.OperationalError:
                # The script says what is wrong, if it needs the lock at all.
                pass
        return super().executescript(script)


class Connection(_sqlite3.Connection):
    """``sqlite3.Connection``, with such cursors; a commit waits, too."""

    def __init__(self, database: Any, timeout: float = 5.0, *others: Any, **named: Any) -> None:
        self.virtual_timeout = float(timeout)
        super().__init__(database, 0.0, *others, **named)

    commit = _commit

    def cursor(self, factory: Any = Cursor) -> Any:
        """Like the real method."""
        return super().cursor(_also(factory, Cursor))

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        """Like the real method, which since CPython 3.11 makes a real cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Likewise."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, script: str, /) -> Any:
        """Likewise."""
        return self.cursor().executescript(script)

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
    """A connection whose timeout is virtual, unless a function makes it."""
    if not guest.connected:
        return real(*given, **named)
    if len(given) > _PLACE_OF_FACTORY:
        kind = _also(given[_PLACE_OF_FACTORY], Connection)
        return real(*given[:_PLACE_OF_FACTORY], kind, *given[_PLACE_OF_FACTORY + 1:], **named)
    return real(*given, **{**named, 'factory': _also(named.get('factory', Connection), Connection)})
