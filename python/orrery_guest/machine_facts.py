"""Reports a program's calls of functions that depend on the machine or the interpreter.

Calls of packages and of the standard library are not reported; they occur when these are loaded.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Callable

from . import audit
from .native_functions import like_native

#: The functions, by module and kind of escape.
_FACTS = {
    ('os', 'machine'): """
        confstr fpathconf fstatvfs getegid geteuid getgid getgrouplist getgroups getpgid getpgrp getpriority getresgid
        getresuid getsid getuid pathconf statvfs sysconf
    """,
    ('resource', 'machine'): 'getrlimit getrusage prlimit',
    ('pwd', 'machine'): 'getpwall getpwnam getpwuid',
    ('grp', 'machine'): 'getgrall getgrgid getgrnam',
    ('shutil', 'machine'): 'disk_usage',
    ('socket', 'machine'): 'if_nameindex',
    ('platform', 'machine'): 'libc_ver machine platform processor release version',
    ('sys', 'engine-state'): 'getallocatedblocks',
    ('gc', 'engine-state'): 'get_count get_objects get_stats',
    ('_tracemalloc', 'engine-state'): '_get_traces get_traced_memory get_tracemalloc_memory',
}


def install() -> None:
    """Makes each of these functions report its calls from now on."""
    for (module, kind), names in _FACTS.items():
        try:
            found = importlib.import_module(module)
        except ImportError:
            # This system does not have it.
            continue
        for name in names.split():
            if hasattr(found, name):
                shown = f'{module.lstrip("_")}.{name}'
                setattr(found, name, _reporting(getattr(found, name), kind, shown))


def _reporting(real: Callable[..., Any], kind: str, shown: str) -> Callable[..., Any]:
    @functools.wraps(real)
    def function(*args: Any, **kwargs: Any) -> Any:
        audit.report_direct(kind, shown, 2)
        return real(*args, **kwargs)
    return function


#: SQL functions that draw random numbers or read the clock.
_UNREPEATABLE_SQL = frozenset("""
    current_date current_time current_timestamp date datetime julianday random randomblob strftime time timediff
    unixepoch
""".split())
#: sqlite3.SQLITE_FUNCTION, which CPython 3.10 does not define.
_SQL_FUNCTION = 31


def watch_databases() -> None:
    """Reports SQL functions by which a database leaves the virtual world, and makes its timeouts virtual."""
    try:
        import _sqlite3

        from . import virtual_databases
    except ImportError:
        # The program's own import reports that.
        return
    real = _sqlite3.connect

    @functools.wraps(real)
    def connect(*args: Any, **kwargs: Any) -> Any:
        connection = virtual_databases.connect(real, args, kwargs)
        connection.set_authorizer(_allow)
        return connection
    _sqlite3.connect = like_native('_sqlite3', 'connect', connect)


def _allow(action: int, _: Any, function: Any, *others: Any) -> int:
    if action == _SQL_FUNCTION and str(function).lower() in _UNREPEATABLE_SQL:
        audit.report('machine', f'sqlite3: {str(function).lower()}()')
    return 0
