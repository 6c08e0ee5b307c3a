"""Arguments of launches: `name:=value`."""
from __future__ import annotations

from typing import Iterable, List, Tuple


def parse_launch_arguments(launch_arguments: Iterable[str]) -> List[Tuple[str, str]]:
    """Names and values; the last value of a name counts."""
    found = {}
    for each in launch_arguments:
        name, separator, value = each.partition(':=')
        if not separator or not name:
            raise RuntimeError(f"malformed launch argument '{each}', expected format "
                               "'<name>:=<value>'")
        found[name] = value
    return list(found.items())
