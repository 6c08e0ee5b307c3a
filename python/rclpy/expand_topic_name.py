"""Expands the names that programs use to absolute names."""

from .impl.name_rules import expand, namespace_problem, node_name_problem, topic_name_problem


def expand_topic_name(topic_name: str, node_name: str, node_namespace: str) -> str:
    """The absolute name. Raises ValueError if one of the three is invalid."""
    problem = topic_name_problem(topic_name)
    if problem is not None:
        raise ValueError(f'topic name is invalid: {problem[0]}')
    problem = node_name_problem(node_name)
    if problem is not None:
        raise ValueError(f'node name is invalid: {problem[0]}')
    problem = namespace_problem(node_namespace)
    if problem is not None:
        raise ValueError(f'node namespace is invalid: {problem[0]}')
    return expand(topic_name, node_name, node_namespace)
