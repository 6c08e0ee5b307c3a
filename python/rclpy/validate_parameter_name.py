"""The rules for names of parameters."""

from .exceptions import InvalidParameterException


def validate_parameter_name(name: str) -> bool:
    """Raises :class:`InvalidParameterException` for an empty name; returns True otherwise."""
    if not name:
        raise InvalidParameterException(name)
    return True
