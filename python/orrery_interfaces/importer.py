"""The import hook, which makes `std_msgs.msg` and the like importable from their definitions."""
from __future__ import annotations

import functools
import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Dict, Iterable, List, Optional, Sequence

from .names import KINDS, InterfaceName, snake_case
from .registry import Registry

#: The names that an interface of each kind adds to its package's module, as in upstream.
_EXPORTED = {
    'msg': (),
    'srv': ('_Event', '_Request', '_Response'),
    'action': tuple(f'_{service}_{part}' for service in ('GetResult', 'SendGoal')
                    for part in ('Event', 'Request', 'Response')),
}


class KindModule(ModuleType):
    """`package.msg`, `.srv` or `.action`; makes each class on first use."""

    _registry: Registry
    _exported: Dict[str, InterfaceName]
    _modules: Dict[str, InterfaceName]

    def __getattr__(self, name: str) -> Any:
        owner = self._exported.get(name)
        if owner is not None:
            value = self._registry.load(f'{owner.package}/{owner.kind}/{name}')
        elif name in self._modules:
            return importlib.import_module(f'{self.__name__}.{name}')
        else:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        setattr(self, name, value)
        return value

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *self._exported})


class InterfaceFinder(MetaPathFinder, Loader):
    """Finds the modules of interface packages; everything else is left to Python."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._names: Dict[str, List[InterfaceName]] = {}

    def _interfaces(self, package: str) -> List[InterfaceName]:
        found = self._names.get(package)
        if found is None:
            found = self._names[package] = self.registry.interfaces(package)
        return found

    def find_spec(self, fullname: str, path: Optional[Sequence[str]] = None,
                  target: Optional[ModuleType] = None) -> Optional[ModuleSpec]:
        """See `importlib.abc.MetaPathFinder`."""
        parts = fullname.split('.')
        if len(parts) > 3 or (len(parts) > 1 and parts[1] not in KINDS):
            return None
        interfaces = self._interfaces(parts[0])
        if not interfaces:
            return None
        if len(parts) == 1:
            return self._package_spec(fullname)
        of_kind = [name for name in interfaces if name.kind == parts[1]]
        if len(parts) == 3:
            of_kind = [name for name in of_kind if '_' + snake_case(name.name) == parts[2]]
        if not of_kind:
            return None
        return ModuleSpec(fullname, self, origin='interface definitions',
                          is_package=len(parts) == 2)

    def find_distributions(self, context: Any) -> Iterable[Any]:
        """See `importlib.metadata.DistributionFinder`: the packages of source trees."""
        from ament_index_python.source_distributions import source_distributions

        return source_distributions(context)

    def _package_spec(self, fullname: str) -> Optional[ModuleSpec]:
        """A package that has Python code of its own stays what it is; its kinds are added."""
        found = PathFinder.find_spec(fullname)
        if found is not None and found.origin is not None:
            return None
        spec = ModuleSpec(fullname, self, origin='interface definitions', is_package=True)
        if found is not None and found.submodule_search_locations:
            spec.submodule_search_locations = list(found.submodule_search_locations)
        return spec

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        """See `importlib.abc.Loader`."""
        parts = spec.name.split('.')
        if len(parts) != 2:
            return None
        module = KindModule(spec.name)
        interfaces = [name for name in self._interfaces(parts[0]) if name.kind == parts[1]]
        module._registry = self.registry
        module._modules = {'_' + snake_case(name.name): name for name in interfaces}
        exported = {name.name + suffix: name for name in interfaces
                    for suffix in ('', *_EXPORTED[parts[1]])}
        module._exported = exported
        module.__all__ = sorted(exported)  # type: ignore[attr-defined]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """See `importlib.abc.Loader`."""
        parts = module.__name__.split('.')
        if len(parts) == 1:
            module.__getattr__ = functools.partial(self._kind_in_use, parts[0])  # type: ignore[method-assign]
        if len(parts) == 3:
            for name in self._interfaces(parts[0]):
                if name.kind == parts[1] and '_' + snake_case(name.name) == parts[2]:
                    module.__dict__.update(self.registry.classes(name))

    def _kind_in_use(self, package: str, kind: str) -> Any:
        """A kind of a package that the program imports without its kinds.

        As in ROS 2, it is there once a message of it is used, as when a message with a header is published.
        """
        if kind in KINDS and self.registry.has_made(package, kind):
            return importlib.import_module(f'{package}.{kind}')
        raise AttributeError(f'module {package!r} has no attribute {kind!r}')


def install_finder(registry: Registry) -> None:
    """Install the finder before all others; further calls do nothing."""
    for finder in sys.meta_path:
        if isinstance(finder, InterfaceFinder):
            finder.registry = registry
            return
    sys.meta_path.insert(0, InterfaceFinder(registry))
