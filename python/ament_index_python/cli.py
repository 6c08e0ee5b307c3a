"""Prints the content of the index, like the command `ament_index`."""
from __future__ import annotations

import argparse
from typing import Any, Iterable, List, Optional

from .resources import get_resource, get_resource_types, get_resources


def resource_type_completer(prefix: str, **_: Any) -> Iterable[str]:
    """The types of resources that begin with a prefix."""
    return (name for name in get_resource_types() if name.startswith(prefix))


def resource_name_completer(prefix: str, parsed_args: Any, **_: Any) -> Iterable[str]:
    """The resources of the chosen type that begin with a prefix."""
    resource_type = getattr(parsed_args, 'resource_type', None)
    if not resource_type:
        return []
    return (name for name in get_resources(resource_type) if name.startswith(prefix))


def main(argv: Optional[List[str]] = None) -> Optional[str]:
    """Print all types, the resources of a type, or one resource; returns an error message."""
    parser = argparse.ArgumentParser(description='Query the ament resource index.')
    parser.add_argument('resource_type', nargs='?', help='the type of the resource')
    parser.add_argument('resource_name', nargs='?', help='the name of the resource')
    given = parser.parse_args(argv if argv is not None else [])
    if given.resource_type is None:
        for name in sorted(get_resource_types()):
            print(name)
        return None
    if given.resource_name is None:
        for name, prefix in sorted(get_resources(given.resource_type).items()):
            print(name, prefix, sep='\t')
        return None
    try:
        content, prefix = get_resource(given.resource_type, given.resource_name)
    except LookupError as error:
        return str(error)
    print(prefix)
    if content:
        print(f'<<<\n{content}\n>>>')
    return None
