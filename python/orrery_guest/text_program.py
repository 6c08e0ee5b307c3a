"""Runs a text as the program, like `python3 -c`: the first word is the text, the others are for it."""

from __future__ import annotations

import sys

if __name__ == '__main__':
    from orrery_guest.program_text import run

    run(sys.argv[1], sys.argv[2:])
