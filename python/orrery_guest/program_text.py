"""The text that is the program, if it was started as by `python -c`."""
from __future__ import annotations

import sys
from types import ModuleType

#: What tracebacks call it.
_FILE = '<string>'
#: Whether this process runs one.
_runs = [False]


def is_made_up(file: str) -> bool:
    """Whether this names code that other code has made, instead of a file of the program."""
    return file.startswith('<') and not (_runs[0] and file == _FILE)


def run(text: str, words: list[str]) -> None:
    """Runs a text as the program; the words are for it."""
    _runs[0] = True
    sys.argv[:] = ['-c', *words]
    sys.path[0] = ''
    module = ModuleType('__main__')
    sys.modules['__main__'] = module
    exec(compile(text, _FILE, 'exec'), module.__dict__)
