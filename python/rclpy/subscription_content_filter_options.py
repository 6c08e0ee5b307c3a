"""The content filter of a subscription."""

from __future__ import annotations

from typing import NamedTuple


class ContentFilterOptions(NamedTuple):
    """A condition in DDS's SQL, such as ``data > %0``, and the values of its parameters."""

    filter_expression: str
    expression_parameters: list[str]
