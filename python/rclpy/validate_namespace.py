"""The rules for namespaces."""

from .exceptions import InvalidNamespaceException
from .impl.name_rules import namespace_problem


def validate_namespace(namespace: str) -> bool:
    """Raises :class:`InvalidNamespaceException` if a rule is broken; returns True otherwise."""
    problem = namespace_problem(namespace)
    if problem is not None:
        raise InvalidNamespaceException(namespace, *problem)
    return True
