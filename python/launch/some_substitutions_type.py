"""The values that can be used as a substitution."""
from __future__ import annotations

import collections.abc
from pathlib import Path
from typing import Iterable, Text, Union

from .substitution import Substitution

SomeSubstitutionsType = Union[Text, Path, Substitution, Iterable[Union[Text, Path, Substitution]]]
SomeSubstitutionsType_types_tuple = (str, Path, Substitution, collections.abc.Iterable)
