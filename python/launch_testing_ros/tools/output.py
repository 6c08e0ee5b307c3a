"""The output of processes, without lines of an rmw implementation."""
from __future__ import annotations

from typing import Callable, Iterable, List, Optional

from ament_index_python.resources import get_resource, has_resource
from launch_testing.tools import output

_KINDS = ('prefixes', 'patterns')


def get_rmw_output_filter(rmw_implementation: str, filter_type: str) -> List[str]:
    """Return the `prefixes` or `patterns` of lines that an implementation prints."""
    if filter_type not in _KINDS:
        raise TypeError(f'Unsupported filter_type "{filter_type}". Supported types: {list(_KINDS)}')
    resource = f'rmw_output_{filter_type}'
    if not has_resource(resource, rmw_implementation):
        return []
    return get_resource(resource, rmw_implementation)[0].splitlines()


def basic_output_filter(filtered_prefixes: Optional[Iterable[str]] = None,
                        filtered_patterns: Optional[Iterable[str]] = None,
                        filtered_rmw_implementation: Optional[str] = None
                        ) -> Callable[[str], str]:
    """Return a filter that removes the lines of `launch_testing` and of an implementation."""
    prefixes = list(output.get_default_filtered_prefixes() if filtered_prefixes is None
                    else filtered_prefixes)
    patterns = list(output.get_default_filtered_patterns() if filtered_patterns is None
                    else filtered_patterns)
    if filtered_rmw_implementation:
        prefixes += get_rmw_output_filter(filtered_rmw_implementation, 'prefixes')
        patterns += get_rmw_output_filter(filtered_rmw_implementation, 'patterns')
    return output.basic_output_filter(prefixes, patterns)
