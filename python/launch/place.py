"""Places in launch files."""
from __future__ import annotations

import os
import sys
import traceback
from typing import Any, Dict, Optional

_PACKAGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: Folders of Orrery's packages, other than tests; calls from elsewhere are the user's.
_OWN = tuple(os.path.join(_PACKAGES, name) + os.sep for name in sorted(os.listdir(_PACKAGES)) if name != 'orrery_tests')

Place = Dict[str, Any]


def _is_own(file: str) -> bool:
    return file.startswith(_OWN) or file.startswith('<')


def place_of_caller() -> Place:
    """The innermost line of user code that is running."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not _is_own(file):
            return {'file': os.path.abspath(file), 'line': frame.f_lineno, 'column': 1}
        frame = frame.f_back  # type: ignore[assignment]
    return {'file': '<launch>', 'line': 1, 'column': 1}


def place_of_error(error: BaseException) -> Optional[Place]:
    """The innermost line of user code that an error passed through."""
    known = getattr(error, 'launch_place', None)
    if isinstance(error, SyntaxError) and error.filename:
        return {'file': os.path.abspath(error.filename), 'line': error.lineno or 1,
                'column': error.offset or 1}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not _is_own(frame.filename) and 'importlib' not in frame.filename:
            if not frame.filename.startswith(sys.base_prefix):
                return {'file': os.path.abspath(frame.filename), 'line': frame.lineno or 1,
                        'column': 1}
    return known
