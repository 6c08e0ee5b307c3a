"""`python3 -m orrery_interfaces stubs FOLDER [PACKAGE…]` writes type stubs of interfaces."""
from __future__ import annotations

import sys

from . import registry
from .stubs import write_stubs


def main() -> int:
    """Run the command; returns its exit code."""
    if len(sys.argv) < 3 or sys.argv[1] != 'stubs':
        print(__doc__, file=sys.stderr)
        return 2
    known = registry().packages()
    unknown = [package for package in sys.argv[3:] if package not in known]
    if unknown:
        print(f'{unknown[0]} has no interfaces here; known are {", ".join(known)}.',
              file=sys.stderr)
        return 1
    files = write_stubs(registry(), sys.argv[2], sys.argv[3:])
    print(f'{len(files)} stubs in {sys.argv[2]}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
