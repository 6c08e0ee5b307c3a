"""Upstream's native module, by the name under which programs catch its exceptions."""
from __future__ import annotations

from typing import Any

from .impl import native


def __getattr__(name: str) -> Any:
    return getattr(native, name)
