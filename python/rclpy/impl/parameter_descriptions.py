"""A node's callbacks for parameters, and the descriptions of parameters."""

from __future__ import annotations

from typing import Any, Callable

from ..exceptions import (InvalidParameterValueException, ParameterImmutableException,
                          ParameterNotDeclaredException)
from ..parameter import PARAMETER_SEPARATOR_STRING, Parameter


class ParameterDescriptions:
    """A part of :class:`rclpy.node.Node`."""

    def add_pre_set_parameters_callback(self, callback: Callable) -> None:
        """Adds a callback that may change parameters before they are set."""
        self._pre_set_parameters_callbacks.insert(0, callback)

    def add_on_set_parameters_callback(self, callback: Callable) -> None:
        """Adds a callback that may refuse parameters before they are set."""
        self._on_set_parameters_callbacks.insert(0, callback)

    def add_post_set_parameters_callback(self, callback: Callable) -> None:
        """Adds a callback that receives the parameters that were set."""
        self._post_set_parameters_callbacks.insert(0, callback)

    def remove_pre_set_parameters_callback(self, callback: Callable) -> None:
        """Removes such a callback."""
        self._pre_set_parameters_callbacks.remove(callback)

    def remove_on_set_parameters_callback(self, callback: Callable) -> None:
        """Removes such a callback."""
        self._on_set_parameters_callbacks.remove(callback)

    def remove_post_set_parameters_callback(self, callback: Callable) -> None:
        """Removes such a callback."""
        self._post_set_parameters_callbacks.remove(callback)

    # Describing.

    def describe_parameter(self, name: str) -> Any:
        """The descriptor of a parameter."""
        from rcl_interfaces.msg import ParameterDescriptor

        if name in self._descriptors:
            return self._descriptors[name]
        if self._allow_undeclared_parameters:
            return ParameterDescriptor()
        raise ParameterNotDeclaredException(name)

    def describe_parameters(self, names: list[str]) -> list[Any]:
        """The descriptors of several parameters."""
        return [self.describe_parameter(name) for name in names]

    def set_descriptor(self, name: str, descriptor: Any, alternative_value: Any = None) -> Any:
        """Replaces the descriptor of a parameter; its value must fit."""
        if not self.has_parameter(name):
            if not self._allow_undeclared_parameters:
                raise ParameterNotDeclaredException(name)
            return self.get_parameter(name).get_parameter_value()
        if self.describe_parameter(name).read_only:
            raise ParameterImmutableException(name)
        current = self.get_parameter(name)
        if alternative_value is None:
            wanted = current
        else:
            wanted = Parameter.from_parameter_msg(_named(name, alternative_value))
        descriptor.name = name
        descriptor.type = wanted.type_.value
        reason = self._orrery_range_problem(wanted, descriptor)
        if reason:
            raise InvalidParameterValueException(name, wanted.value, reason)
        self._descriptors[name] = descriptor
        self._parameters[name] = wanted
        return self.get_parameter(name).get_parameter_value()

    def list_parameters(self, prefixes: list[str], depth: int) -> Any:
        """The names below prefixes, down to a depth; 0: all."""
        from rcl_interfaces.msg import ListParametersResult

        if not isinstance(prefixes, list):
            raise TypeError('The prefixes argument must be a list')
        if not all(isinstance(prefix, str) for prefix in prefixes):
            raise TypeError('All prefixes must be instances of type str')
        if not isinstance(depth, int):
            raise TypeError('The depth must be instance of type int')
        if depth < 0:
            raise ValueError('The depth must be greater than or equal to zero')
        separator = PARAMETER_SEPARATOR_STRING
        found: list[str] = []
        groups: list[str] = []
        for name in self._parameters:
            if not _is_listed(name, prefixes, depth):
                continue
            found.append(name)
            group = name.rpartition(separator)[0]
            if group and group not in groups:
                groups.append(group)
        return ListParametersResult(names=found, prefixes=groups)


def _named(name: str, value: Any) -> Any:
    from rcl_interfaces.msg import Parameter as ParameterMsg

    return ParameterMsg(name=name, value=value)


def _is_listed(name: str, prefixes: list[str], depth: int) -> bool:
    separator = PARAMETER_SEPARATOR_STRING
    if not prefixes:
        return depth == 0 or name.count(separator) < depth
    for prefix in prefixes:
        if name == prefix:
            return True
        if name.startswith(prefix + separator):
            left = name[len(prefix) + 1:]
            if depth == 0 or left.count(separator) < depth:
                return True
    return False
