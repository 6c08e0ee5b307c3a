"""The error of a substitution without a result."""
from __future__ import annotations

from typing import Optional


class SubstitutionFailure(RuntimeError):
    """A substitution has no result; the message says why."""

    #: The variable of the environment that is missing, if that is the reason.
    variable: Optional[str] = None
    #: Likewise the launch configuration.
    configuration: Optional[str] = None
