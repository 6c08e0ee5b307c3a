"""Makes this interpreter a guest, then runs the program as if it had been started directly."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Callable
from types import ModuleType, TracebackType
from typing import Optional

from . import code_place, last_objects, own_descriptors, silent_faults, test_suites, threads, virtual_hashes, virtual_math
from .channel import ChannelClosed
from .guest import guest

_LEAST = (3, 10)
#: The exit code of an interpreter that cannot write what its streams hold back at its end.
_CANNOT_WRITE = 120
#: The function that makes a file a launch test.
_DESCRIPTION = 'generate_test_description'
#: Variables that only the C library reads, at its start.
_OF_MEMORY = ('MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_')

#: Modules that the virtual world imports when it is installed.
_OF_SYSTEM = ('fcntl', 'grp', 'pwd', 'random', 'resource', 'shutil', 'uuid', '_multiprocessing', '_tracemalloc')


def main() -> None:
    """Runs the process from start to end."""
    if sys.version_info < _LEAST:
        sys.stderr.write('Orrery needs Python 3.10 or newer for nodes in Python.\n')
        os._exit(1)
    virtual_hashes.install()
    virtual_math.install()
    threads.install()
    _load_packages()
    if sys.argv[1:] == ['--nursery']:
        from .nursery import serve

        sys.argv[1:] = serve()
    reading, writing = own_descriptors.move_away(*map(int, os.environ.pop('ORRERY_GUEST').split(',')))
    token = os.environ.pop('ORRERY_TOKEN')
    from . import spawned_processes, virtual_world

    spawned_processes.take_numbers()
    for name in _OF_MEMORY:
        os.environ.pop(name, None)
    version = '.'.join(map(str, sys.version_info[:3]))
    try:
        guest.connect(reading, writing, token, f'rclpy on Python {version}')
        virtual_world.install()
        # Collections look only at what the program itself makes.
        gc.freeze()
        is_process = spawned_processes.is_one(sys.argv)
        code = _run_process(sys.argv[2:]) if is_process else _run(sys.argv[1:])
        _finish(code)
    except ChannelClosed:
        os._exit(1)


def _load_packages() -> None:
    """Imports what nearly every program imports, before this process's first turn.

    Orrery's packages cache their bytecode, the program's do not: a run leaves its folder as it
    was. The system's modules are here because each library that a copy of the nursery opens by itself costs it 200 page
    faults, the pages of the interpreter's and the C library's tables of symbols.
    """
    for name in ('rclpy.node', 'rclpy.executors', 'rclpy.parameter_service', 'rclpy.time_source',
                 'rclpy.type_description_service', 'orrery_guest.virtual_world', 'orrery_interfaces.own_prefix', 'pkgutil',
                 'orrery_guest.main_module', *_OF_SYSTEM):
        try:
            importlib.import_module(name)
        except ImportError:
            # Not every system has all of them.
            if name not in _OF_SYSTEM:
                raise
    if 'ORRERY_DEBUGGER' in os.environ:
        importlib.import_module('orrery_guest.debugging')
    sys.dont_write_bytecode = True


def _run_process(words: list[str]) -> int:
    """Does the work of a process of `multiprocessing`; returns its exit code."""
    from . import spawned_processes

    try:
        return spawned_processes.run(words)
    except SystemExit as end:
        return _exit_code(end)
    except ChannelClosed:
        raise
    except BaseException as error:  # noqa: B902 - whatever ends it while it reads what it is to do
        if not (guest.stopping and isinstance(error, KeyboardInterrupt)):
            _say(''.join(traceback.format_exception(type(error), error, _own_trace(error))))
        return 1


def _run(argv: list[str]) -> int:
    """Runs the file as the program; returns its exit code."""
    from . import main_module

    sys.argv[:] = argv
    file = guest.file = argv[0]
    entry = os.environ.pop('ORRERY_ENTRY_POINT', '')
    # The entry that `-m` added does not belong to the program.
    if entry:
        del sys.path[0]
    else:
        sys.path[0] = os.path.dirname(file)
    virtual_hashes.begin()
    try:
        if entry:
            sys.exit(_entry_point(entry)())
        if test_suites.is_suite(file):
            return test_suites.run(file, argv[1:])
        names = main_module.run(file)
        silent_faults.ended(names)
        return _launch_tests(file, names, argv[1:]) if _DESCRIPTION in names else 0
    except SystemExit as end:
        return _exit_code(end)
    except KeyboardInterrupt as interrupt:
        # The program cannot help it if its run ends.
        if guest.stopping:
            return 130
        _report(interrupt, file)
        return -2
    except ChannelClosed:
        raise
    except BaseException as error:  # noqa: B902 - whatever ends a program
        return _report(error, file)


def _launch_tests(file: str, names: dict[str, object], words: list[str]) -> int:
    """Runs a file that contains launch tests, as `launch_test` would."""
    from types import ModuleType

    from launch_testing.launch_test import run_module

    module = ModuleType(os.path.basename(file).split('.')[0])
    module.__dict__.update(names)
    return run_module(module, module.__name__, words)


def _entry_point(entry: str) -> Callable[[], object]:
    """The function of a package's console script: `my_pkg.talker:main`."""
    module, _, function = entry.partition(':')
    return getattr(importlib.import_module(module), function)


def _exit_code(end: SystemExit) -> int:
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 0xFF
    _say(f'{end.code}\n')
    return 1


def _say(text: str) -> None:
    """Prints an error, unless the program has no stream for them."""
    if sys.stderr is not None:
        sys.stderr.write(text)


def _report(error: BaseException, file: str) -> int:
    """Prints a traceback as Python does, without the lines of Orrery's own starter; returns the exit code."""
    trace = _own_trace(error)
    lines = traceback.format_exception(type(error), error, trace)
    text = ''.join(lines)
    if sys.excepthook is sys.__excepthook__:
        _say(text)
    else:
        _call_hook(error, trace, text)
    if guest.stopping and silent_faults.is_of_shutdown(error):
        return 130
    kind = 'exception'
    if isinstance(error, ModuleNotFoundError) or _is_of_folder(error):
        kind = 'import'
        text = f'{text.rstrip()}{_advice(error)}\n'
    guest.fault(kind, text, getattr(error, '_orrery_callback', 0))
    return 1


def _own_trace(error: BaseException) -> Optional[TracebackType]:
    trace = error.__traceback__
    while trace is not None and not _is_of_program(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    last = inner = trace
    while inner is not None:
        inner = inner.tb_next
        if inner is not None and _is_of_program(inner.tb_frame.f_code.co_filename):
            last = inner
    if last is not None:
        # Functions that take the place of the interpreter's, which have no lines there.
        last.tb_next = None
    return trace


def _call_hook(error: BaseException, trace: Optional[TracebackType], text: str) -> None:
    """Calls the program's own hook for unhandled exceptions."""
    try:
        sys.excepthook(type(error), error, trace)
    except SystemExit:
        pass
    except BaseException:  # noqa: B902 - as the interpreter does
        _say(f'Error in sys.excepthook:\n{traceback.format_exc()}\nOriginal exception was:\n{text}')


def _is_of_program(filename: str) -> bool:
    return '/orrery_guest/' not in filename and 'runpy' not in filename


def _is_of_folder(error: BaseException) -> bool:
    """Whether an import found no module but a folder without code, such as a package's definitions of interfaces."""
    module = sys.modules.get(getattr(error, 'name', None) or '')
    return isinstance(error, ImportError) and type(getattr(module, '__path__', None)).__name__ == '_NamespacePath'


def _advice(error: ImportError) -> str:
    from .packages import package_of

    package = package_of(error.name or '')
    return '' if package is None else f' ({package})'


def _own_modules() -> list[ModuleType]:
    """The modules of the program, other than those of libraries; the last imported comes first."""
    def is_own(file: object) -> bool:
        return isinstance(file, str) and '/lib/python' not in file and not code_place.is_own(file)

    return [module for module in reversed(list(sys.modules.values())) if is_own(getattr(module, '__file__', None))]


def _finish(code: int) -> None:
    """Ends like an interpreter: threads, registered exit functions, objects, streams, good-bye."""
    import atexit
    import threading

    try:
        threading._shutdown()  # type: ignore[attr-defined]
        silent_faults.tell_uncalled_main()
        atexit._run_exitfuncs()
        if not last_objects.let_go(_own_modules()):
            code = _CANNOT_WRITE
    except KeyboardInterrupt:
        pass
    except SystemExit as end:
        code = _exit_code(end)
    except Exception:
        # Whatever goes wrong here must not end the program without a word.
        traceback.print_exc()
        code = code or 1
    for stream in (sys.stdout, sys.stderr):
        # It may be closed, or nothing.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.flush()
    guest.goodbye(code)
    os._exit(code & 0xFF)
