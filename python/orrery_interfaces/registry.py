"""Finds definitions by name and makes each class once."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

from .codec import Codecs
from .definition import Message
from .derived import SERVICE_PARTS, interface_messages
from .extent import Extents
from .message_class import make_action, make_message, make_service
from .names import InterfaceName, snake_case
from .sources import Definition, Source

#: Suffixes of derived messages and services.
_DERIVED = ('_FeedbackMessage', '_Feedback', '_Goal', '_Result', '_Request', '_Response', '_Event',
            '_SendGoal', '_GetResult')
#: Distributions whose classes always check, whatever the setting.
_ALWAYS_CHECKED = ('humble',)


def _base(name: str) -> str:
    """The interface that a derived name belongs to."""
    for suffix in _DERIVED:
        if name.endswith(suffix):
            return _base(name[:-len(suffix)])
    return name


class Registry:
    """All interfaces that a program can import."""

    def __init__(self, sources: List[Source], distro: str, check_fields: bool) -> None:
        self.sources = sources
        self.distro = distro
        #: see `make_message`
        self.checked = None if distro in _ALWAYS_CHECKED else check_fields
        self.codecs = Codecs(self.message, self.load, self.checked)
        self._messages: Dict[str, Message] = {}
        self._extents = Extents(self._definition)
        self._classes: Dict[str, type] = {}
        self._loading: List[str] = []
        self._packages: Optional[Dict[str, List[InterfaceName]]] = None

    def packages(self) -> List[str]:
        """All packages with interfaces, sorted."""
        return sorted({package for source in self.sources for package in source.packages()})

    def interfaces(self, package: str) -> List[InterfaceName]:
        """The interfaces of a package, sorted."""
        return sorted({name for source in self.sources for name in source.interfaces(package)})

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """The definition with a name, from the first source that has one."""
        for source in self.sources:
            found = source.find(name)
            if found is not None:
                return found
        return None

    def _parsed(self, name: InterfaceName) -> Dict[str, Message]:
        found = self.find(name)
        if found is None:
            raise LookupError(f'{name.full} is not a known interface')
        return interface_messages(name.kind, name.full, found)

    def message(self, full: str) -> Message:
        """The definition of a message by full name, including parts of services and actions.

        Raises LookupError for an unknown name, DefinitionError for an invalid definition.
        """
        known = self._definition(full)
        self._extents.check(known)
        return known

    def _definition(self, full: str) -> Message:
        """The definition of a message, without a check of its limits."""
        known = self._messages.get(full)
        if known is None:
            package, kind, short = full.split('/')
            base = short if kind == 'msg' else _base(short)
            self._messages.update(self._parsed(InterfaceName(package, kind, base)))
            known = self._messages.get(full)
            if known is None:
                raise LookupError(f'{full} is not a known interface')
        return known

    def load(self, full: str) -> Any:
        """The class with a full name: of a message, service or action, or of a part of one."""
        known = self._classes.get(full)
        if known is None:
            package, kind, short = full.split('/')
            base = short if kind == 'msg' else _base(short)
            self._make(InterfaceName(package, kind, base))
            known = self._classes.get(full)
            if known is None:
                raise LookupError(f'{full} is not a known interface')
        return known

    def has_made(self, package: str, kind: str) -> bool:
        """Whether a class of this kind (`msg`, `srv` or `action`) of a package is in use."""
        return any(full.startswith(f'{package}/{kind}/') for full in self._classes)

    def module_of(self, name: InterfaceName) -> str:
        """The module of an interface's classes."""
        return f'{name.package}.{name.kind}._{snake_case(name.name)}'

    def classes(self, name: InterfaceName) -> Dict[str, Any]:
        """All names that the module of an interface defines; parts come first."""
        self._make(name)
        prefix = f'{name.package}/{name.kind}/{name.name}'
        found = {full.split('/')[2]: cls for full, cls in self._classes.items()
                 if full == prefix or (name.kind != 'msg' and full.startswith(prefix + '_')
                                       and _base(full.split('/')[2]) == name.name)}
        metaclasses = {type(cls).__name__: type(cls) for cls in found.values()}
        return {**metaclasses, **found}

    def _make(self, name: InterfaceName) -> None:
        if name.full in self._classes:
            return
        module = self.module_of(name)
        messages = self._parsed(name)
        self._messages.update({k: v for k, v in messages.items() if k not in self._messages})
        made = self._classes
        for full in messages:
            self._extents.check(messages[full])
            made[full] = make_message(messages[full], module, self.load, self.checked, self.distro)
        if name.kind == 'srv':
            made[name.full] = self._service(name.full, module)
        elif name.kind == 'action':
            made[name.full] = self._action(name.full, module)

    def _service(self, full: str, module: str) -> type:
        parts = {part: self._classes[f'{full}_{part}'] for part in SERVICE_PARTS}
        made = self._classes[full] = make_service(full, module, parts)
        return made

    def _action(self, full: str, module: str) -> type:
        parts = {part: self._classes[f'{full}_{part}'] for part in ('Goal', 'Result', 'Feedback')}
        impl = {
            'SendGoalService': self._service(f'{full}_SendGoal', module),
            'GetResultService': self._service(f'{full}_GetResult', module),
            'FeedbackMessage': self._classes[f'{full}_FeedbackMessage'],
            'CancelGoalService': self.load('action_msgs/srv/CancelGoal'),
            'GoalStatusMessage': self.load('action_msgs/msg/GoalStatusArray'),
        }
        return make_action(full, module, parts, impl)
