"""The values that can be used as actions."""
from __future__ import annotations

from typing import Iterable, Union

from .launch_description_entity import LaunchDescriptionEntity

SomeActionsType = Union[LaunchDescriptionEntity, Iterable[LaunchDescriptionEntity]]

#: For `isinstance`.
SomeActionsType_types_tuple = (LaunchDescriptionEntity, list, tuple)
