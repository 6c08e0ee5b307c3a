"""The rules for absolute names of topics and services."""

from .exceptions import InvalidServiceNameException, InvalidTopicNameException
from .impl.name_rules import full_name_problem


def validate_full_topic_name(name: str, *, is_service: bool = False) -> bool:
    """Raises if a rule is broken; returns True otherwise."""
    problem = full_name_problem(name)
    if problem is not None:
        kind = InvalidServiceNameException if is_service else InvalidTopicNameException
        raise kind(name, *problem)
    return True
