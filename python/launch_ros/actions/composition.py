"""Containers and their components."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

from launch.action import Action
from launch.running.running_process import in_a_run
from launch.utilities.substitutions_of import text_of

from ..utilities import evaluate_parameters, to_parameters_list
from ..component_loading import load_components
from .node import Node


def _components(context: Any, descriptions: Any) -> List[Dict[str, Any]]:
    return [each.evaluate(context) for each in descriptions or ()
            if each.condition() is None or each.condition().evaluate(context)]


def get_composable_node_load_request(description: Any, context: Any) -> Any:
    """The request that a container gets; None if the component's condition is false."""
    from composition_interfaces.srv import LoadNode

    if description.condition() is not None and not description.condition().evaluate(context):
        return None
    component = description.evaluate(context)
    configurations = context.launch_configurations
    # An empty namespace is the root; without a namespace, the container's applies.
    outermost = '' if description.node_namespace is None else '/'
    request = LoadNode.Request(
        package_name=component['package'], plugin_name=component['plugin'],
        node_name=component['name'] or '', node_namespace=component['namespace'] or outermost)
    request.remap_rules = [f"{each['from']}:={each['to']}" for each in component['remappings']]
    common = [dict([each]) if isinstance(each, tuple) else Path(each)
              for each in configurations.get('global_params', None) or ()
              if not isinstance(each, dict)]
    own = evaluate_parameters(context, description.parameters)
    for name, given in (('parameters', [*common, *own]),
                        ('extra_arguments',
                         evaluate_parameters(context, description.extra_arguments))):
        setattr(request, name, [each.to_parameter_msg() for each in to_parameters_list(
            context, request.node_name, request.node_namespace, given)])
    return request


class ComposableNodeContainer(Node):
    """Run a container and load components into it."""

    def __init__(self, *, name: Any, namespace: Any, composable_node_descriptions: Any = None,
                 package: Any = 'rclcpp_components', executable: Any = 'component_container',
                 **kwargs: Any) -> None:
        super().__init__(name=name, namespace=namespace, package=package, executable=executable,
                         **kwargs)
        self.composable_node_descriptions = composable_node_descriptions
        # Tests of launch files read them under this name.
        self.__composable_node_descriptions = composable_node_descriptions

    def execute(self, context: Any) -> List[Any]:
        """Note the container and its components."""
        components = _components(context, self.composable_node_descriptions)
        self.emit_container(context, self._node(context), components)
        return self.follow_ups()


class LoadComposableNodes(Action):
    """Load components into a container, given by its action or its name."""

    completes_at_once = False

    def __init__(self, *, composable_node_descriptions: Any, target_container: Any,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.composable_node_descriptions = composable_node_descriptions
        self.target_container = target_container
        # Tests of launch files read them under these names.
        self.__composable_node_descriptions = composable_node_descriptions
        self.__target_container = target_container

    def execute(self, context: Any) -> None:
        """Note what to load once the container exists."""
        target = self.target_container
        components = _components(context, self.composable_node_descriptions)
        # What a group sets may be gone when the container exists.
        running = context.running is not None and in_a_run()
        requests = [get_composable_node_load_request(each, context)
                    for each in self.composable_node_descriptions] if running else []

        def load(name: str) -> None:
            if running:
                context.running.in_background(
                    lambda: load_components(context, name, [each for each in requests if each]),
                    self)
                return
            context.emit({'kind': 'load_components', 'place': self.place, 'target': name,
                          'components': components}, self)
        if not isinstance(target, Node):
            name = text_of(context, target)
            base = context.launch_configurations.get('ros_namespace') or ''
            load(name if name.startswith('/') else f"{base.rstrip('/')}/{name}")
        elif target.emitted_name is not None:
            load(target.emitted_name)
        else:
            context.when_started(target, type(self).__name__,
                                 lambda: load(target.emitted_name or ''))
