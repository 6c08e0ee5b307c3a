"""Tests of the content of files and configurations."""
from __future__ import annotations

from typing import Any

import yaml
from launch.substitution import Substitution
from launch.substitutions import LaunchConfiguration
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of


class HasNodeParams(Substitution):
    """Whether a file has parameters of a node: `True` or `False`."""

    def __init__(self, source_file: Any, node_name: str) -> None:
        self._source = normalize_to_list_of_substitutions(source_file)
        self._node = node_name

    def perform(self, context: Any) -> str:
        """`True` or `False`."""
        with open(text_of(context, self._source), encoding='utf-8') as file:
            content = yaml.safe_load(file)
        return str(isinstance(content, dict) and self._node in content)


class LaunchConfigAsBool(Substitution):
    """A launch configuration as `True` or `False`."""

    def __init__(self, name: str) -> None:
        self._configuration = LaunchConfiguration(name)

    def perform(self, context: Any) -> str:
        """`True` or `False`."""
        text = self._configuration.perform(context).strip().lower()
        return str(text in ('1', 'true', 't', 'yes', 'y', 'on'))
