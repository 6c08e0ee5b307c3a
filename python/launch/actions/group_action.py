"""Actions with a scope of their own."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional

from ..action import Action
from .configurations import (
    PopLaunchConfigurations, PushLaunchConfigurations, ResetLaunchConfigurations,
    SetLaunchConfiguration)
from .environment import PopEnvironment, PushEnvironment, ResetEnvironment


class GroupAction(Action):
    """A group of actions; settings end with the group if it is scoped."""

    def __init__(self, actions: Iterable[Any], *, scoped: bool = True, forwarding: bool = True,
                 launch_configurations: Optional[Dict[Any, Any]] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._actions = list(actions)
        self._scoped = scoped
        self._forwarding = forwarding
        self._configurations = launch_configurations or {}

    def get_sub_entities(self) -> List[Any]:
        """The actions, and those that make their scope."""
        settings = [SetLaunchConfiguration(name, value)
                    for name, value in self._configurations.items()]
        if not self._scoped:
            return [*settings, *self._actions]
        opening: List[Any] = [PushLaunchConfigurations(), PushEnvironment()]
        if self._forwarding:
            opening += settings
        else:
            opening += [ResetEnvironment(), ResetLaunchConfigurations(self._configurations)]
        return [*opening, *self._actions, PopEnvironment(), PopLaunchConfigurations()]

    def execute(self, context: Any) -> List[Any]:
        """Return the actions."""
        return self.get_sub_entities()
