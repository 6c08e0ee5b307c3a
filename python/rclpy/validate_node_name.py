"""The rules for node names."""

from .exceptions import InvalidNodeNameException
from .impl.name_rules import node_name_problem


def validate_node_name(node_name: str) -> bool:
    """Raises :class:`InvalidNodeNameException` if a rule is broken; returns True otherwise."""
    problem = node_name_problem(node_name)
    if problem is not None:
        raise InvalidNodeNameException(node_name, *problem)
    return True
