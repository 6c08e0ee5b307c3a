"""The values that can be used as entities."""
from __future__ import annotations

from typing import Iterable, Union

from .launch_description_entity import LaunchDescriptionEntity

SomeEntitiesType = Union[LaunchDescriptionEntity, Iterable[LaunchDescriptionEntity]]

#: For `isinstance`.
SomeEntitiesType_types_tuple = (LaunchDescriptionEntity, list, tuple)
