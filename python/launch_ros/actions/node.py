"""Nodes."""
from __future__ import annotations

import os
import re
from typing import Any, Dict, List, Optional, Tuple

from launch.actions.execute_process import ProcessAction
from launch.descriptions.executable import split_words
from launch.utilities.substitutions_of import text_of

from ..node_command import NodeCommand
from ..node_parameters import (
    global_parameters, global_remappings, node_parameters, remappings_of)
from ..utilities import (
    add_node_name, get_dump_params_collector, make_namespace_absolute,
    normalize_parameters, normalize_remap_rules, prefix_namespace)
from ..utilities.dump_params import collect_node

#: The start of a node's full name if the launch file does not specify it.
UNSPECIFIED_NODE_NAME = '<node_name_unspecified>'
UNSPECIFIED_NODE_NAMESPACE = '<node_namespace_unspecified>'
#: The extensions that Orrery omits when it names a process after a file.
_PROGRAM_ENDING = re.compile(r'(\.[cm]?[jt]s|\.tsx|\.py)$')


class Node(ProcessAction):
    """Run a program of a package as a process with a node."""

    UNSPECIFIED_NODE_NAME = UNSPECIFIED_NODE_NAME
    UNSPECIFIED_NODE_NAMESPACE = UNSPECIFIED_NODE_NAMESPACE

    def __init__(self, *, executable: Any, package: Any = None, name: Any = None,
                 namespace: Any = None, exec_name: Any = None, parameters: Any = None,
                 remappings: Any = None, ros_arguments: Any = None, arguments: Any = None,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.package, self.executable = package, executable
        self.node_label, self.exec_name = name, exec_name
        self.namespace = namespace
        if parameters is not None:
            parameters = normalize_parameters(parameters)
        if remappings is not None:
            remappings = normalize_remap_rules(remappings)
        self.parameters, self.remappings = parameters, remappings
        self.arguments, self.ros_arguments = arguments, ros_arguments
        #: The results of the substitutions.
        self._final_name: Optional[str] = None
        self._final_namespace: Optional[str] = None
        self._performed = False
        self._command: Optional[NodeCommand] = None
        #: The full name that Orrery gives the node, once it was emitted.
        self.emitted_name: Optional[str] = None

    @property
    def node_package(self) -> Any:
        """The package as it was given."""
        return self.package

    @property
    def node_executable(self) -> Any:
        """The program as it was given."""
        return self.executable

    @property
    def node_name(self) -> str:
        """The full name, once the node was emitted. Raises RuntimeError before."""
        name = self._final_name or UNSPECIFIED_NODE_NAME
        return f"{self.expanded_node_namespace.rstrip('/')}/{name}"

    @property
    def expanded_node_namespace(self) -> str:
        """The namespace, once the node was emitted. Raises RuntimeError before."""
        if not self._performed:
            raise RuntimeError("cannot access 'node_name' before executing action")
        return self._final_namespace or UNSPECIFIED_NODE_NAMESPACE

    @property
    def name(self) -> Any:
        """The name as it was given."""
        return self.node_label

    def is_node_name_fully_specified(self) -> bool:
        """Whether name and namespace are given. Raises RuntimeError before they are known."""
        return UNSPECIFIED_NODE_NAME not in self.node_name and (
            UNSPECIFIED_NODE_NAMESPACE not in self.node_name)

    @property
    def cmd(self) -> List[List[Any]]:
        """The words of the command line as substitutions, once the node was emitted."""
        return [] if self._command is None else self._command.words

    @property
    def expanded_remapping_rules(self) -> Optional[List[Tuple[str, str]]]:
        """All remappings, once the node was emitted."""
        return None if self._command is None else self._command.remappings

    # Tests of launch files read these under their private names.

    @property
    def __expanded_remappings(self) -> Optional[List[Tuple[str, str]]]:
        return self.expanded_remapping_rules

    @property
    def __expanded_parameter_arguments(self) -> Optional[List[Tuple[str, bool]]]:
        return None if self._command is None else self._command.parameters

    @property
    def __package(self) -> Any:
        return self.package

    @property
    def __node_executable(self) -> Any:
        return self.executable

    @property
    def __node_name(self) -> Any:
        return self.node_label

    @property
    def __node_namespace(self) -> Any:
        return self.namespace

    @property
    def __arguments(self) -> Any:
        return self.arguments

    @property
    def __parameters(self) -> List[Any]:
        return list(self.parameters or ())

    @property
    def __remappings(self) -> List[Any]:
        return list(self.remappings or ())

    def _perform_substitutions(self, context: Any) -> None:
        self._final_name = None if self.node_label is None else text_of(context, self.node_label)
        own = None if self.namespace is None else text_of(context, self.namespace)
        self._final_namespace = make_namespace_absolute(prefix_namespace(
            context.launch_configurations.get('ros_namespace'), own))
        self._performed = True
        self._command = NodeCommand(self, context)

    def _node(self, context: Any) -> Dict[str, Any]:
        """All settings except the kind."""
        self._perform_substitutions(context)
        name, namespace = self._final_name, self._final_namespace
        base = '' if namespace in (None, '/') else namespace
        pattern = f'{base}/{name}' if name is not None and namespace is not None else '/**'
        executable = text_of(context, self.executable)
        label = None if self.exec_name is None else text_of(context, self.exec_name)
        self.emitted_name = f'{base}/{name or executable}'
        self.process_name = _PROGRAM_ENDING.sub('', os.path.basename(label or name or executable))
        return {
            'name': name, 'namespace': namespace,
            'parameters': [*global_parameters(context), *node_parameters(
                context, self.parameters, pattern, self.place)],
            'remappings': [*global_remappings(context),
                           *remappings_of(context, self.remappings)],
            'executor': None, 'callbackGroups': [],
            **self.process_settings(context),
            'package': None if self.package is None else text_of(context, self.package),
            'executable': executable, 'execName': label,
            'arguments': self._words(context, self.arguments),
            'rosArguments': self._words(context, self.ros_arguments),
        }

    def emit_container(self, context: Any, node: Dict[str, Any], components: List[Any]) -> None:
        """Note a container, whose process is named by its full name."""
        self.process_name = (self.emitted_name or '')[1:]
        context.emit({'kind': 'container', **node, 'components': components}, self)

    def _words(self, context: Any, words: Any) -> List[str]:
        if words is None:
            return []
        listed = [words] if isinstance(words, str) or hasattr(words, 'perform') else words
        texts = [text_of(context, word) for word in listed]
        return split_words(texts) if self.splits_arguments(context) else texts

    def execute(self, context: Any) -> List[Any]:
        """Note the node."""
        node = self._node(context)
        collector = get_dump_params_collector(context)
        if collector is not None:
            collect_node(self, context, collector)
            return []
        if context.running is not None and self.is_node_name_fully_specified():
            add_node_name(context, self.node_name)
        if node['package'] == 'rclcpp_components' and (
                node['executable'].startswith('component_container')):
            # It is a container because others load components into it.
            self.emit_container(context, node, [])
        else:
            context.emit({'kind': 'node', **node, 'lifecycle': False, 'autostart': False}, self)
        return self.follow_ups()
