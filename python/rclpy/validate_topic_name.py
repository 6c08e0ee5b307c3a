"""The rules for names of topics and services as programs write them."""

from .exceptions import InvalidServiceNameException, InvalidTopicNameException
from .impl.name_rules import topic_name_problem

TOPIC_SEPARATOR_STRING = '/'


def validate_topic_name(name: str, *, is_service: bool = False) -> bool:
    """Raises if a rule is broken; returns True otherwise."""
    problem = topic_name_problem(name)
    if problem is not None:
        kind = InvalidServiceNameException if is_service else InvalidTopicNameException
        raise kind(name, *problem)
    return True
