"""What may stand where remappings are wanted."""
from __future__ import annotations

from typing import Any

RemapRule = Any
SomeRemapRule = Any
RemapRules = Any
SomeRemapRules = Any
