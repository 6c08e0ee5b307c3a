"""The searched installation prefixes."""
from __future__ import annotations

import os
from typing import List

from orrery_interfaces.own_prefix import own_prefix

from .constants import AMENT_PREFIX_PATH_ENV_VAR
from .own_packages import complete


def get_search_paths() -> List[str]:
    """The prefixes in order, without those that do not exist.

    Raises OSError when the environment names none.
    """
    value = os.environ.get(AMENT_PREFIX_PATH_ENV_VAR)
    if not value:
        raise EnvironmentError(
            f"Environment variable '{AMENT_PREFIX_PATH_ENV_VAR}' is not set or empty")
    paths = value.split(os.pathsep)
    if own_prefix() in paths:
        complete()
    return [path for path in paths if path and os.path.exists(path)]


def existing_search_paths() -> List[str]:
    """The prefixes in order; empty if the environment does not define any."""
    return get_search_paths() if os.environ.get(AMENT_PREFIX_PATH_ENV_VAR) else []
