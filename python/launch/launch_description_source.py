"""Sources of launch descriptions."""
from __future__ import annotations

import os
from typing import Any, List, Optional

from .launch_description import LaunchDescription
from .substitutions import TextSubstitution
from .utilities import normalize_to_list_of_substitutions, perform_substitutions


class LaunchDescriptionSource:
    """An existing description, or a file that is read when it is needed."""

    def __init__(self, launch_description: Optional[LaunchDescription] = None,
                 location: Any = '', method: str = 'unspecified mechanism from a script') -> None:
        self._description = launch_description
        self._location = normalize_to_list_of_substitutions(location)
        self.method = method
        #: The file, once it is known; for an existing description, the location that it states.
        self.known_file = '' if launch_description is None else str(location)

    @property
    def location(self) -> str:
        """The file; until it is known, the substitutions for it."""
        return self.known_file or ' + '.join(map(str, self._location))

    def try_get_launch_description_without_context(self) -> Optional[LaunchDescription]:
        """The description, if it is available already or in a file whose name is a plain text."""
        if self._description is None and all(isinstance(sub, TextSubstitution) for sub in self._location):
            try:
                self.known_file = os.path.abspath(''.join(sub.text for sub in self._location))
                self._description = self._get_launch_description(self.known_file)
            except Exception:
                # Whoever includes the file gets the error; this is only a question about its contents.
                return None
        return self._description

    @property
    def known_description(self) -> Optional[LaunchDescription]:
        """The description, if it is available already."""
        return self._description

    def file(self, context: Any) -> str:
        """The absolute path; a relative one refers to the folder where the launch started."""
        self.known_file = os.path.abspath(perform_substitutions(context, self._location))
        return self.known_file

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
