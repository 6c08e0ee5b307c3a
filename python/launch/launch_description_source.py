"""Sources of launch descriptions."""
from __future__ import annotations

import os
from typing import Any, List, Optional

from .launch_description import LaunchDescription
from .utilities import normalize_to_list_of_substitutions, perform_substitutions


class LaunchDescriptionSource:
    """An existing description, or a file that is read when it is needed."""

    def __init__(self, launch_description: Optional[LaunchDescription] = None,
                 location: Any = '', method: str = 'unspecified mechanism from a script') -> None:
        self._description = launch_description
        self._location = normalize_to_list_of_substitutions(location)
        self.method = method
        # For an existing description, the location that it states.
        self._file = '' if launch_description is None else str(location)

    @property
    def location(self) -> str:
        """The file, once it is known."""
        return self._file

    def try_get_launch_description_without_context(self) -> Optional[LaunchDescription]:
        """The description, if it is available already."""
        return self._description

    def file(self, context: Any) -> str:
        """The absolute path; a relative one refers to the folder where the launch started."""
        self._file = os.path.abspath(perform_substitutions(context, self._location))
        return self._file

    def entities(self, context: Any) -> List[Any]:
        """The entities to visit."""
        if self._description is None:
            self._description = self._get_launch_description(self.file(context))
        return [self._description]

    def get_launch_description(self, context: Any) -> LaunchDescription:
        """The description."""
        return self.entities(context)[0]

    def _get_launch_description(self, location: str) -> LaunchDescription:
        raise NotImplementedError(f'{type(self).__name__} cannot load {location}')
