"""The program; see the package."""
from __future__ import annotations

import json
import os
import sys

from orrery_guest import virtual_folders, virtual_hashes

from . import virtual_start


def main() -> None:
    """Answer one request."""
    virtual_hashes.install()
    virtual_folders.install()
    # Output of the launch file is for the user; standard output is for the answer.
    out = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    request = json.load(sys.stdin)
    virtual_start.install(request.get('initialTime', '0'))
    from .evaluate import answer
    virtual_hashes.begin()
    json.dump(answer(request), out)
    out.close()
    # Threads that the launch file has started must not keep the process alive.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == '__main__':
    main()
