"""The exceptions of rclpy."""

from __future__ import annotations

from typing import Any, Optional, Union

from .impl.handle import InvalidHandle
from .impl.native import TimerCancelledError

__all__ = [
    'InvalidHandle', 'NotInitializedException', 'NoTypeSupportImportedException',
    'NameValidationException', 'InvalidNamespaceException', 'InvalidNodeNameException',
    'InvalidTopicNameException', 'InvalidServiceNameException', 'ParameterException',
    'ParameterNotDeclaredException', 'ParameterAlreadyDeclaredException',
    'InvalidParameterException', 'InvalidParameterTypeException', 'InvalidParameterValueException',
    'ParameterImmutableException', 'ParameterUninitializedException', 'ROSInterruptException',
    'TimeSourceChangedError', 'TimerCancelledError',
]


class NotInitializedException(Exception):
    """rclpy is used before ``init``, or after ``shutdown``."""

    def __init__(self, message: Optional[str] = None) -> None:
        detail = '' if message is None else f': {message}'
        super().__init__(f'rclpy.init() has not been called{detail}')


class NoTypeSupportImportedException(Exception):
    """A class is not an interface, or its type support is not available."""


class NameValidationException(Exception):
    """A name breaks the rules of ROS 2."""

    def __init__(self, name_type: str, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__(
            f'Invalid {name_type}: {error_msg}:\n'
            f"  '{name}'\n"
            f"   {' ' * invalid_index}^"
        )
        self.name_type = name_type
        self.name = name
        self.error_msg = error_msg
        self.invalid_index = invalid_index


class InvalidNamespaceException(NameValidationException):
    """A namespace breaks the rules."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('namespace', name, error_msg, invalid_index)


class InvalidNodeNameException(NameValidationException):
    """The name of a node breaks the rules."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('node name', name, error_msg, invalid_index)


class InvalidTopicNameException(NameValidationException):
    """The name of a topic breaks the rules."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('topic name', name, error_msg, invalid_index)


class InvalidServiceNameException(NameValidationException):
    """The name of a service breaks the rules."""

    def __init__(self, name: str, error_msg: str, invalid_index: int) -> None:
        super().__init__('service name', name, error_msg, invalid_index)


class ParameterException(Exception):
    """Something is wrong with parameters."""

    def __init__(self, error_msg: str, parameters: Union[str, list[str]]) -> None:
        super().__init__(error_msg, parameters)


class ParameterNotDeclaredException(ParameterException):
    """A parameter is used that is not declared."""

    def __init__(self, parameters: Union[str, list[str]]) -> None:
        super().__init__('Invalid access to undeclared parameter(s)', parameters)


class ParameterAlreadyDeclaredException(ParameterException):
    """A parameter is declared twice."""

    def __init__(self, parameters: Union[str, list[str]]) -> None:
        super().__init__('Parameter(s) already declared', parameters)


class InvalidParameterException(ParameterException):
    """The name of a parameter is invalid."""

    def __init__(self, parameter_name: str) -> None:
        super().__init__('Invalid parameter name', parameter_name)


class InvalidParameterTypeException(ParameterException):
    """A parameter has a value of another type than it was declared with."""

    def __init__(self, desired_parameter: Any, expected_type: Any) -> None:
        from .parameter import Parameter

        expected = (Parameter.Type(expected_type).name
                    if isinstance(expected_type, int) else expected_type)
        super().__init__(
            f"Trying to set parameter '{desired_parameter.name}' to "
            f"'{desired_parameter.value}' of type '{desired_parameter.type_.name}', "
            f"expecting type '{expected}'",
            desired_parameter.name,
        )
        self._names = desired_parameter.name


class InvalidParameterValueException(ParameterException):
    """A value was refused."""

    def __init__(self, parameter: str, value: Any, reason: str) -> None:
        super().__init__(
            f'Invalid parameter value ({value}) for parameter. Reason: {reason}', parameter)


class ParameterImmutableException(ParameterException):
    """A read-only parameter was set."""

    def __init__(self, parameter_name: Union[str, list[str]]) -> None:
        super().__init__('Attempted to modify read-only parameter(s)', parameter_name)


class ParameterUninitializedException(ParameterException):
    """A parameter has no value."""

    def __init__(self, parameter_name: str) -> None:
        super().__init__('The parameter is not initialized', parameter_name)


class ROSInterruptException(Exception):
    """A wait was ended by the shutdown."""

    def __init__(self) -> None:
        super().__init__('rclpy.shutdown() has been called')


class TimeSourceChangedError(Exception):
    """A clock started or stopped showing simulation time while a coroutine slept by it."""
