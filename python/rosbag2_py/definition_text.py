"""The definition of a message type with those of all types that it is made of, as recordings hold it."""
from __future__ import annotations

import orrery_interfaces
from orrery_interfaces.names import InterfaceName

_LINE = '=' * 80


def definition_text(name: str) -> str:
    """The text for `package/msg/Name`; empty if the type is not known."""
    registry = orrery_interfaces.registry()
    parts: list[str] = []
    seen, left = {name}, [name]
    while left:
        full = left.pop(0)
        try:
            found = registry.find(InterfaceName(*full.split('/')))
            fields = registry.message(full).fields
        except (LookupError, TypeError):
            return ''
        if found is None:
            return ''
        package, _, short = full.split('/')
        parts.append(f'{_LINE}\nMSG: {package}/{short}\n{found.text}' if parts else found.text)
        for field in fields:
            if field.type.nested and field.type.nested not in seen:
                seen.add(field.type.nested)
                left.append(field.type.nested)
    return '\n'.join(parts)
