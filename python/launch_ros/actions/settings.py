"""Settings of all later nodes, kept in launch configurations, which groups scope."""
from __future__ import annotations

import os
from typing import Any

from launch.action import Action
from launch.substitutions import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions, perform_typed_substitution
from launch.utilities.substitutions_of import text_of
from rclpy.exceptions import InvalidNamespaceException
from rclpy.logging import get_logging_directory
from rclpy.validate_namespace import validate_namespace

from ..node_parameters import GlobalFile, file_parameter
from ..parameter_descriptions import ParameterFile
from ..parameter_values import evaluate_value
from ..utilities import make_namespace_absolute, prefix_namespace


class PushROSNamespace(Action):
    """A namespace for later nodes."""

    def __init__(self, namespace: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.namespace = namespace

    def execute(self, context: Any) -> None:
        """Append it to the present one."""
        pushed = text_of(context, self.namespace)
        configurations = context.launch_configurations
        previous = configurations.get('ros_namespace')
        joined = make_namespace_absolute(prefix_namespace(previous, pushed)) or '/'
        try:
            validate_namespace(joined)
        except InvalidNamespaceException as error:
            raise SubstitutionFailure(
                f"The resulting namespace is invalid: [previous_namespace='{previous}', "
                f"pushed_namespace='{pushed}']") from error
        configurations['ros_namespace'] = joined


PushRosNamespace = PushROSNamespace


def _append(context: Any, name: str, value: Any) -> None:
    configurations = context.launch_configurations
    # A new list, because a group may have saved the present one.
    configurations[name] = [*configurations.get(name, []), value]


class SetParameter(Action):
    """A parameter for later nodes."""

    def __init__(self, name: Any, value: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name, self.value = name, value

    def execute(self, context: Any) -> None:
        """Set it."""
        name = text_of(context, self.name)
        value = evaluate_value(context, self.value, name)
        _append(context, 'global_params', (name, value))


class SetUseSimTime(SetParameter):
    """Whether later nodes use simulated time."""

    def __init__(self, value: Any, **kwargs: Any) -> None:
        super().__init__('use_sim_time', value, **kwargs)

    def execute(self, context: Any) -> None:
        """Set it."""
        value = perform_typed_substitution(context, self.value, bool)
        _append(context, 'global_params', ('use_sim_time', bool(value)))


class SetParametersFromFile(Action):
    """A parameter file for later nodes."""

    def __init__(self, filename: Any, node_name: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.file = filename if isinstance(filename, ParameterFile) else ParameterFile(filename)

    def execute(self, context: Any) -> None:
        """Set them."""
        path, content = self.file.path(context), self.file.content(context)
        entry = GlobalFile(path)
        entry.action = file_parameter(path, content, self.place)
        _append(context, 'global_params', entry)


class SetRemap(Action):
    """A remapping for later nodes."""

    def __init__(self, src: Any, dst: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.src, self.dst = src, dst

    def execute(self, context: Any) -> None:
        """Set it."""
        _append(context, 'ros_remaps',
                (text_of(context, self.src), text_of(context, self.dst)))


class SetROSLogDir(Action):
    """The log folder of later processes, below the present one if it is relative."""

    def __init__(self, new_log_dir: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.log_dir = normalize_to_list_of_substitutions(new_log_dir)

    def execute(self, context: Any) -> None:
        """Set it."""
        current = context.environment.get('ROS_LOG_DIR') or str(get_logging_directory())
        context.environment['ROS_LOG_DIR'] = os.path.join(current, text_of(context, self.log_dir))
