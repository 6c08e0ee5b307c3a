"""The parameters of the nodes of a launch, which starts none of them."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

import yaml
from launch.utilities.substitutions_of import text_of

from .namespaces import make_namespace_absolute, prefix_namespace
from .parameters import evaluate_parameters, normalize_parameters, to_parameters_list

_KEY = 'dump_params_collector'


class DumpParamsError(RuntimeError):
    """The parameters of a node are not known for certain."""


class DumpParamsCollector:
    """The parameters by the full names of the nodes, in the order in which they come."""

    def __init__(self) -> None:
        self._nodes: Dict[str, Dict[str, Any]] = {}
        self._warnings: List[str] = []

    @property
    def warnings(self) -> List[str]:
        """What is not known."""
        return list(self._warnings)

    def warn(self, message: str) -> None:
        """Something is not known."""
        self._warnings.append(message)

    def add_node(self, fqn: str, params: Mapping[str, Any]) -> None:
        """A node. Raises DumpParamsError if it is there with other parameters."""
        name = make_namespace_absolute(fqn)
        assert name is not None
        if self._nodes.setdefault(name, dict(params)) != dict(params):
            raise DumpParamsError(f"the node '{name}' is there twice, with different parameters")

    def to_yaml_dict(self) -> Dict[str, Any]:
        """What a file of parameters holds."""
        return {name: {'ros__parameters': values} for name, values in self._nodes.items()}

    def dumps(self) -> str:
        """The text of a file of parameters."""
        return yaml.safe_dump(self.to_yaml_dict(), default_flow_style=False, sort_keys=False,
                              allow_unicode=True)


def attach_dump_params_collector(
        context: Any, collector: Optional[DumpParamsCollector] = None) -> DumpParamsCollector:
    """From now on, nodes are collected and not started."""
    found = DumpParamsCollector() if collector is None else collector
    context.extend_globals({_KEY: found})
    return found


def get_dump_params_collector(context: Any) -> Optional[DumpParamsCollector]:
    """What nodes are collected in; None: they are started."""
    return context.get_locals_as_dict().get(_KEY)


def is_dump_params_mode(context: Any) -> bool:
    """Whether nodes are collected."""
    return get_dump_params_collector(context) is not None


def apply_node_remaps_to_fqn(
        fqn: str, remappings: Optional[Iterable[Tuple[str, str]]]) -> str:
    """The full name of a node that is renamed by remappings."""
    namespace, _, name = str(make_namespace_absolute(fqn)).rpartition('/')
    for source, target in remappings or ():
        if source == '__node':
            name = target.lstrip('/')
        elif source == '__ns':
            namespace = str(make_namespace_absolute(target))
    return str(prefix_namespace(namespace or '/', name))


def collect_node(node: Any, context: Any, collector: DumpParamsCollector) -> None:
    """Adds a node: what is set for all nodes, then its own, then its ``-p`` arguments."""
    if not node.is_node_name_fully_specified():
        collector.warn(f"'{node.node_name}' has no full name; its parameters are left out")
        return
    name = apply_node_remaps_to_fqn(node.node_name, node.expanded_remapping_rules)
    common = [each if isinstance(each, str) else {each[0]: each[1]}
              for each in context.launch_configurations.get('global_params', None) or ()
              if not isinstance(each, dict)]
    given = evaluate_parameters(
        context, [*normalize_parameters(common), *(node.parameters or ())])
    namespace, _, last = name.rpartition('/')
    values = {each.name: each.value for each in to_parameters_list(context, last, namespace, given)}
    words = [text_of(context, word) for word in node.ros_arguments or ()]
    for option, rule in zip(words, words[1:]):
        if option in ('-p', '--param'):
            parameter, is_one, value = rule.partition(':=')
            if not is_one:
                raise DumpParamsError(f"'{rule}' is not name:=value")
            values[parameter] = yaml.safe_load(value)
    collector.add_node(name, {
        parameter: list(value) if isinstance(value, tuple) or hasattr(value, 'tolist') else value
        for parameter, value in values.items()})
