"""Components and nodes described by objects."""
from __future__ import annotations

from typing import Any, Dict

from launch.place import place_of_caller
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of

from ..parameter_descriptions import (
    CombinedParameterFiles, Parameter, ParameterFile, ParameterValue)
from ..parameter_values import flatten, yaml_of
from ..utilities import normalize_parameters, normalize_remap_rules


def _substitutions(value: Any) -> Any:
    return None if value is None else normalize_to_list_of_substitutions(value)


class ComposableNode:
    """A component that a container loads."""

    def __init__(self, *, package: Any, plugin: Any, name: Any = None, namespace: Any = None,
                 parameters: Any = None, remappings: Any = None, extra_arguments: Any = None,
                 condition: Any = None) -> None:
        self.package = normalize_to_list_of_substitutions(package)
        self.node_plugin = normalize_to_list_of_substitutions(plugin)
        self.node_name = _substitutions(name)
        self.node_namespace = _substitutions(namespace)
        self.parameters = None if parameters is None else normalize_parameters(parameters)
        self.remappings = None if remappings is None else normalize_remap_rules(remappings)
        self.extra_arguments = \
            None if extra_arguments is None else normalize_parameters(extra_arguments)
        # Tests of launch files read them under these names.
        self.__package, self.__node_plugin = self.package, self.node_plugin
        self.__node_name, self.__node_namespace = self.node_name, self.node_namespace
        self.__parameters, self.__remappings = self.parameters, self.remappings
        self.__extra_arguments = self.extra_arguments
        self._condition = condition
        self.place = place_of_caller()

    def condition(self) -> Any:
        """The condition."""
        return self._condition

    def evaluate(self, context: Any) -> Dict[str, Any]:
        """The component in the form of Orrery's launch descriptions."""
        from ..node_parameters import (
            global_parameters, global_remappings, node_parameters, remappings_of)
        from ..utilities import make_namespace_absolute, prefix_namespace
        configurations = context.launch_configurations
        own = None if self.node_namespace is None else text_of(context, self.node_namespace)
        namespace = make_namespace_absolute(
            prefix_namespace(configurations.get('ros_namespace'), own) or None)
        extra: Dict[str, Any] = {}
        for each in self.extra_arguments or ():
            extra.update(flatten(context, each))
        return {
            'place': self.place,
            'package': text_of(context, self.package),
            'plugin': text_of(context, self.node_plugin),
            'name': None if self.node_name is None else text_of(context, self.node_name),
            'namespace': namespace or None,
            'parameters': [*global_parameters(context), *node_parameters(
                context, self.parameters, '/**', self.place, through_file=False)],
            'remappings': [*global_remappings(context),
                           *remappings_of(context, self.remappings)],
            'executor': None, 'callbackGroups': [],
            'extraArguments': [{'name': name, 'value': yaml_of(value)}
                               for name, value in extra.items()],
        }


class ComposableLifecycleNode(ComposableNode):
    """A component with a lifecycle."""

    def __init__(self, *, autostart: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.autostart = autostart


__all__ = ['CombinedParameterFiles', 'ComposableLifecycleNode', 'ComposableNode', 'Parameter',
           'ParameterFile', 'ParameterValue']
