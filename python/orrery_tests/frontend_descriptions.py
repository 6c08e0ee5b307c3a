"""What launch files in XML and YAML describe, as programs read them: for a comparison with what Orrery reads.

A list of requests as of `orrery_launch` on standard input, a list of its answers on standard output.
"""
from __future__ import annotations

import json
import sys
from typing import Any, Dict

import orrery_interfaces
from orrery_launch.evaluate import new_context, result_of


def _describe(request: Dict[str, Any]) -> Dict[str, Any]:
    from launch import LaunchDescriptionSource
    from launch.actions import IncludeLaunchDescription
    from launch.frontend import Parser
    from launch.visit import visit_all
    context = new_context(request)
    try:
        entity, parser = Parser.load(request['file'])
        description = parser.parse_description(entity)
        visit_all([IncludeLaunchDescription(LaunchDescriptionSource(description, request['file']))], context)
    except Exception as error:
        return {'error': f'{type(error).__name__}: {error}'}
    return result_of(context)


if __name__ == '__main__':
    orrery_interfaces.install()
    json.dump([_describe(request) for request in json.load(sys.stdin)], sys.stdout)
