"""YAML files with some values replaced."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

import yaml
from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of

from .made_files import made_file


class RewrittenYaml(Substitution):
    """The path of a copy of a YAML file.

    `param_rewrites` replaces values by their last key, or by full dotted paths (which are added if
    they are parameters and missing); `key_rewrites` renames keys; `root_key` puts all below a key.
    Texts `true` and `false` become truth values, numbers only with `convert_types`.
    """

    def __init__(self, source_file: Any, param_rewrites: Dict[str, Any], root_key: Any = None,
                 key_rewrites: Optional[Dict[str, Any]] = None, value_rewrites: Any = None,
                 convert_types: bool = False) -> None:
        self._source = normalize_to_list_of_substitutions(source_file)
        self._params = param_rewrites
        self._keys = key_rewrites or {}
        self._values = value_rewrites or {}
        self._root = root_key
        self._convert = convert_types

    def perform(self, context: Any) -> str:
        """The path."""
        with open(text_of(context, self._source), encoding='utf-8') as file:
            data = yaml.safe_load(file) or {}
        rewrites = {key: text_of(context, value) for key, value in self._params.items()}
        self._replace(data, rewrites, [])
        self._add(data, rewrites)
        renamed = {key: text_of(context, value) for key, value in self._keys.items()}
        data = self._rename(data, renamed)
        values = {key: text_of(context, value) for key, value in self._values.items()}
        data = self._replace_values(data, values)
        root = '' if self._root is None else text_of(context, self._root)
        if root:
            data = {root: data}
        return made_file(yaml.dump(data, sort_keys=False))

    def _replace(self, data: Any, rewrites: Dict[str, str], path: List[str]) -> None:
        if not isinstance(data, dict):
            return
        for key, value in data.items():
            full = '.'.join([*path, str(key)])
            if isinstance(value, dict):
                self._replace(value, rewrites, [*path, str(key)])
            elif full in rewrites:
                data[key] = self._converted(rewrites[full])
            elif key in rewrites:
                data[key] = self._converted(rewrites[key])

    def _add(self, data: Dict[Any, Any], rewrites: Dict[str, str]) -> None:
        for full, value in rewrites.items():
            parts = full.split('.')
            if 'ros__parameters' not in parts:
                continue
            inner = data
            for part in parts[:-1]:
                inner = inner.setdefault(part, {})
            inner[parts[-1]] = self._converted(value)

    def _rename(self, data: Any, renamed: Dict[str, str]) -> Any:
        if isinstance(data, dict):
            return {renamed.get(key, key): self._rename(value, renamed)
                    for key, value in data.items()}
        return data

    def _replace_values(self, data: Any, values: Dict[str, str]) -> Any:
        if isinstance(data, dict):
            return {key: self._replace_values(value, values) for key, value in data.items()}
        if isinstance(data, list):
            return [self._replace_values(value, values) for value in data]
        return self._converted(values[data]) if isinstance(data, str) and data in values else data

    def _converted(self, text: str) -> Any:
        if text.lower() in ('true', 'false'):
            return text.lower() == 'true'
        if self._convert:
            for kind in ([float] if '.' in text else [int, float]):
                try:
                    return kind(text)
                except ValueError:
                    continue
        return text
