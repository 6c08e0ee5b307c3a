"""A node's command line as upstream writes it, for programs that read it from an action."""
from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from tempfile import NamedTemporaryFile
from typing import Any, List, Tuple

from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions
from launch.utilities.substitutions_of import text_of

from .parameter_descriptions import Parameter
from .utilities import evaluate_parameters


class _Found(Substitution):
    def __init__(self, text: str) -> None:
        self._text = text

    def perform(self, context: Any) -> str:
        """The text."""
        return self._text


class NodeCommand:
    """Made when a node's substitutions are performed; Orrery itself needs no command line."""

    def __init__(self, node: Any, context: Any) -> None:
        self._node, self._context = node, context
        # A group may end before anybody asks.
        configurations = context.launch_configurations
        self._common = [each for each in configurations.get('global_params', None) or ()
                        if not isinstance(each, dict)]
        self._common_remappings = [each for each in configurations.get('ros_remaps', None) or ()
                                   if not isinstance(each, dict)]

    @cached_property
    def parameters(self) -> List[Tuple[str, bool]]:
        """Rules and paths of files, and which of them are paths."""
        found = [(os.path.abspath(each), True) for each in self._common if isinstance(each, str)]
        for each in evaluate_parameters(self._context, self._node.parameters):
            if isinstance(each, Mapping):
                found.append((self._file_of(each), True))
            elif isinstance(each, Parameter):
                found.append((self._rule_of(each), False))
            else:
                found.append((str(each), True))
        return found

    @cached_property
    def remappings(self) -> List[Tuple[str, str]]:
        """Pairs of names: those of all nodes, then its own."""
        return [*self._common_remappings, *(
            (text_of(self._context, source), text_of(self._context, target))
            for source, target in self._node.remappings or ())]

    @cached_property
    def words(self) -> List[List[Any]]:
        """The words, each as its substitutions."""
        node, name, namespace = self._node, self._node._final_name, self._node._final_namespace
        # What the launch determines is not a text in the launch file.
        program = node.executable if node.package is None else _Found(
            text_of(self._context, node.executable))
        words: List[Any] = [program, *_listed(node.arguments), '--ros-args',
                            *_listed(node.ros_arguments)]
        for option, value in (('__node', name), ('__ns', namespace)):
            if value is not None:
                words += ['-r', _Found(f'{option}:={value}')]
        files = 0
        for each in self._common:
            if isinstance(each, str):
                words += ['--params-file', self.parameters[files][0]]
                files += 1
            else:
                words += ['-p', f'{each[0]}:={each[1]}']
        for text, is_file in self.parameters[files:]:
            words += ['--params-file' if is_file else '-p', text]
        for source, target in self.remappings:
            words += ['-r', f'{source}:={target}']
        return [normalize_to_list_of_substitutions(word) for word in words]

    def _file_of(self, parameters: Any) -> str:
        import yaml
        whole = self._node.is_node_name_fully_specified()
        name = self._node.node_name if whole else '/**'
        with NamedTemporaryFile('w', prefix='launch_params_', delete=False) as made:
            yaml.dump({name: {'ros__parameters': dict(parameters)}}, made,
                      default_flow_style=False)
        return made.name

    def _rule_of(self, parameter: Parameter) -> str:
        import yaml
        name, value = parameter.evaluate(self._context)
        return f'{name}:={yaml.dump(value)}'


def _listed(words: Any) -> List[Any]:
    if words is None:
        return []
    return [words] if isinstance(words, str) or hasattr(words, 'perform') else list(words)
