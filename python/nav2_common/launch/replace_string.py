"""Files with some texts replaced."""
from __future__ import annotations

from typing import Any, Dict

from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of

from .made_files import made_file


class ReplaceString(Substitution):
    """The path of a copy of a file; without the condition, of the file itself."""

    def __init__(self, source_file: Any, replacements: Dict[str, Any],
                 condition: Any = None) -> None:
        self._source = normalize_to_list_of_substitutions(source_file)
        self._replacements = replacements
        self._condition = condition

    def perform(self, context: Any) -> str:
        """The path."""
        path = text_of(context, self._source)
        if self._condition is not None and not self._condition.evaluate(context):
            return path
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for old, new in self._replacements.items():
            text = text.replace(old, text_of(context, new))
        return made_file(text)
