"""The rules for namespaces."""

from .exceptions import InvalidNamespaceException
from .impl.name_rules import namespace_problem


def validate_namespace(namespace: str) -> bool:
    """Raises :class:`InvalidNamespaceException` when a rule is broken; True otherwise."""
    problem = namespace_problem(namespace)
    if problem is not None:
        raise InvalidNamespaceException(namespace, *problem)
    return True
