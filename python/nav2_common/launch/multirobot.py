"""Poses of several robots in a launch argument."""
from __future__ import annotations

import sys
from typing import Any, Dict

import yaml


class ParseMultiRobotPose:
    """Reads `robots:=robot1={x: 1.0, yaw: 0.5}; robot2={x: 2.0}` of the command line."""

    def __init__(self, target_argument: str) -> None:
        prefix = f'{target_argument}:='
        given = [word for word in sys.argv if word.startswith(prefix)]
        self._text = given[-1][len(prefix):] if given else ''

    def value(self) -> Dict[str, Dict[str, Any]]:
        """The poses by robot; missing numbers are 0."""
        poses = {}
        for each in self._text.split(';'):
            name, _, pose = each.partition('=')
            if not pose:
                continue
            read = yaml.safe_load(pose)
            if not isinstance(read, dict):
                raise ValueError(f"'{pose.strip()}' is not a pose: write {{x: 1.0, yaw: 0.5}}")
            poses[name.strip()] = {
                key: read.get(key, 0.0) for key in ('x', 'y', 'z', 'roll', 'pitch', 'yaw')}
        return poses
