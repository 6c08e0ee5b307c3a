"""The turn of this program among those that compute at the same time.

Messages have an order of their own. What a program does to files, sockets and other things that Orrery does not see gets
one by its turn: it comes when all programs have been heard that run before this one at the same instant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .guest import Guest


class Turns:
    """Those of this process."""

    __slots__ = ('has', 'is_kept', '_guest')

    def __init__(self, guest: Guest) -> None:
        #: Whether it is this program's turn, until it waits. Whoever runs alone need not ask.
        self.has = True
        #: Whether it runs only when it is its turn, from now on.
        self.is_kept = False
        self._guest = guest

    def take(self) -> None:
        """Waits for the turn: something follows that another program may see, or that shows what another has done."""
        if not self.has:
            # First, since a collection of garbage in the middle of the question may write the end of a file.
            self.has = True
            self._guest.query('turn')

    def keep(self) -> None:
        """Waits for the turn, now and before this program runs again: nothing tells when it does such things."""
        if not self.is_kept and self._guest.connected:
            self.has = self.is_kept = True
            self._guest.query('turn', 'always')
