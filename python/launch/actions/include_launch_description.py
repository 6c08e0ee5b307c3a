"""Launch files included in launch files."""
from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ament_index_python import left_out

from ..action import Action
from ..given_values import READS
from ..launch_description import LaunchDescription
from ..launch_description_entity import LaunchDescriptionEntity
from ..launch_description_source import LaunchDescriptionSource
from ..utilities.substitutions_of import text_of
from .configurations import SetLaunchConfiguration

_DEEPEST = 32


#: The locals that end with a file; others that the file sets remain.
_LOCALS_OF_FILES = ('current_launch_file_path', 'current_launch_file_directory', 'include_depth')


class _RestoreLocals(LaunchDescriptionEntity):
    """Restores the locals that name the file."""

    def __init__(self, before: Dict[str, Any]) -> None:
        self._before = {name: before[name] for name in _LOCALS_OF_FILES if name in before}

    def visit(self, context: Any) -> None:
        """Restore them."""
        for name in _LOCALS_OF_FILES:
            context.get_locals_as_dict().pop(name, None)
        context.extend_locals(self._before)


class IncludeLaunchDescription(Action):
    """The entities of another launch file; as upstream, its arguments remain set."""

    may_declare = True

    def __init__(self, launch_description_source: Any, *,
                 launch_arguments: Optional[Iterable[Tuple[Any, Any]]] = None,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if isinstance(launch_description_source, LaunchDescription):
            launch_description_source = LaunchDescriptionSource(launch_description_source)
        elif not isinstance(launch_description_source, LaunchDescriptionSource):
            from ..launch_description_sources import AnyLaunchDescriptionSource
            launch_description_source = AnyLaunchDescriptionSource(launch_description_source)
        self.launch_description_source = launch_description_source
        self.launch_arguments = tuple(launch_arguments or ())
        #: Arguments that the context has from whoever includes the file: the command line, or a file in XML or YAML.
        self.given_before: Iterable[str] = ()

    def execute(self, context: Any) -> List[Any]:
        """Return the settings and the entities."""
        if context.get_locals_as_dict().get('include_depth', 0) >= _DEEPEST:
            raise RuntimeError(f'files include each other more than {_DEEPEST} deep')
        # All values are computed before any is set, so that they cannot refer to each other.
        given = [(text_of(context, name), text_of(context, value))
                 for name, value in self.launch_arguments]
        source = self.launch_description_source
        for name, value in given:
            context.launch_configurations[name] = value
        if self._is_left_out_by_option(context):
            return []
        entities = source.entities(context)
        self._require_arguments(entities, {*self.given_before, *(name for name, _ in given)}, context)
        settings = [SetLaunchConfiguration(name, value) for name, value in given]
        restore = _RestoreLocals(context.get_locals_as_dict())
        context.extend_locals({
            'include_depth': context.get_locals_as_dict().get('include_depth', 0) + 1})
        if source.known_file:
            context.extend_locals({
                'current_launch_file_path': source.known_file,
                # A description that is not a file, such as a `<script>`, names itself.
                'current_launch_file_directory': os.path.dirname(source.known_file)
                if os.path.exists(source.known_file) else source.known_file,
            })
        return [*settings, *entities, restore]

    def _is_left_out_by_option(self, context: Any) -> bool:
        """Whether the file is one of a package that is not to be started."""
        source = self.launch_description_source
        if not left_out.PACKAGES or source.known_description is not None:
            return False
        file = source.file(context)
        owner = left_out.owner_of(file)
        if owner is None:
            return False
        context.warn(f'{os.path.basename(file)} of {owner} is left out, as --without says')
        READS.may_declare_more = True
        return True

    def leave_out(self) -> None:
        """See `Action`; a file that is not included is not read for it."""
        if self.launch_description_source.known_description is not None:
            super().leave_out()
        else:
            self.is_left_out = READS.may_declare_more = True

    def get_sub_entities(self) -> List[Any]:
        """The description, if it is available."""
        found = self.launch_description_source.try_get_launch_description_without_context()
        return [] if found is None else [found]

    def _require_arguments(self, entities: List[Any], given: set, context: Any) -> None:
        missing = []
        for entity in entities:
            if not isinstance(entity, LaunchDescription):
                continue
            for argument, _ in entity.get_launch_arguments_with_include_launch_description_actions(
                    only_search_local=True):
                # Recorded now, in case the evaluation ends before it gets there.
                argument.record(context, None)
                # As upstream, values set by the surrounding file do not count.
                if argument.default_value is None and argument.condition is None \
                        and argument.name not in given:
                    missing.append(argument)
        if missing:
            first = missing[0]
            error = RuntimeError(
                f"Included launch description missing required argument '{first.name}' "
                f"(description: '{first.description}'), given: [{', '.join(sorted(given))}]; add "
                f'{first.name}:=VALUE')
            error.launch_place = first.place  # type: ignore[attr-defined]
            raise error
