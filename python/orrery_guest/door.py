"""The way by which a process that this program has begun by itself joins the run."""
from __future__ import annotations

import os
import shutil

from .named_pipes import real_open

_real_close, _real_random = os.close, os.urandom


class Door:
    """Two named pipes, over which a new process speaks to Orrery; both ends of each are open until it is closed."""

    def __init__(self) -> None:
        self.token = _real_random(32).hex()
        # A name from the program's own random numbers would change what the program draws.
        self.folder = os.path.join(os.environ.get('TMPDIR', '/tmp'), f'orrery-{_real_random(8).hex()}')
        os.mkdir(self.folder, 0o700)
        names = [os.path.join(self.folder, name) for name in ('in', 'out')]
        for name in names:
            os.mkfifo(name, 0o600)
        self._both = [real_open(name, os.O_RDWR) for name in names]
        self.reading, self.writing = real_open(names[0], os.O_RDONLY), real_open(names[1], os.O_WRONLY)

    def close(self) -> None:
        """Leaves it to the two who speak over it."""
        self.close_spare()
        _real_close(self.reading)
        _real_close(self.writing)
        shutil.rmtree(self.folder, ignore_errors=True)

    def close_spare(self) -> None:
        """Closes what the new process does not need."""
        for each in self._both:
            _real_close(each)
