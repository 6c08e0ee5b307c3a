"""Upstream's module names: files import `launch.actions.node`, which is `launch.actions` here."""
from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Optional

#: Packages whose submodules only contain names of the package itself.
_PACKAGES = (
    'launch.actions', 'launch.conditions', 'launch.event_handlers', 'launch.events',
    'launch.events.process', 'launch.launch_description_sources', 'launch.substitutions',
    'launch.utilities', 'launch.frontend', 'launch_ros.actions', 'launch_ros.descriptions',
    'launch_ros.event_handlers', 'launch_ros.events', 'launch_ros.events.lifecycle',
    'launch_ros.substitutions', 'launch_ros.utilities', 'nav2_common.launch',
)


class _AliasFinder(MetaPathFinder, Loader):
    """Answers for submodules without a file; asked last."""

    def find_spec(self, fullname: str, path: Any = None,
                  target: Optional[ModuleType] = None) -> Optional[ModuleSpec]:
        """See `importlib.abc.MetaPathFinder`."""
        package, _, name = fullname.rpartition('.')
        # A capitalised name is that of a class, and importing one that does not exist must fail.
        if package not in _PACKAGES or name.startswith('__') or name != name.lower():
            return None
        if PathFinder.find_spec(fullname, path) is not None:
            return None
        return ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        """See `importlib.abc.Loader`."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Give the module all names of its package."""
        package = sys.modules[module.__name__.rpartition('.')[0]]
        module.__dict__.update({
            name: value for name, value in vars(package).items() if not name.startswith('__')})


def install() -> None:
    """Make the names importable, once."""
    if not any(isinstance(finder, _AliasFinder) for finder in sys.meta_path):
        sys.meta_path.append(_AliasFinder())
