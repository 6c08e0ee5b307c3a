"""The program xacro, for launch files in XML and YAML where only the workspace has it."""
from __future__ import annotations

import os
import sys

from launch.substitutions import SubstitutionFailure
from launch.substitutions.command import resolved


def main() -> None:
    """Become xacro, with the words of this command line."""
    try:
        words, extra = resolved(['xacro', *sys.argv[1:]])
    except SubstitutionFailure as error:
        sys.exit(str(error))
    os.execvpe(words[0], words, {**os.environ, **extra})


if __name__ == '__main__':
    main()
