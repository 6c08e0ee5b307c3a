"""A node's parameters: declared, read, set, described, watched."""

from __future__ import annotations

import warnings
from typing import Any, Callable, Optional

from ..exceptions import (InvalidParameterTypeException, InvalidParameterValueException,
                          ParameterAlreadyDeclaredException, ParameterImmutableException,
                          ParameterNotDeclaredException, ParameterUninitializedException)
from ..parameter import PARAMETER_SEPARATOR_STRING, Parameter, parameter_value_to_python
from ..validate_parameter_name import validate_parameter_name
from .parameter_checks import ParameterChecks
from .parameter_descriptions import ParameterDescriptions


def _is_message(value: Any) -> bool:
    from rcl_interfaces.msg import ParameterValue

    return isinstance(value, ParameterValue)


def _type_of(name: str, value: Any) -> Parameter.Type:
    """The type that a parameter keeps, from its default value."""
    if not _is_message(value):
        return Parameter.Type.from_parameter_value(value)
    if value.type == Parameter.Type.NOT_SET.value:
        raise ValueError(
            f'Cannot declare a statically typed parameter {{{name}}} with default value of type '
            'PARAMETER_NOT_SET')
    return Parameter.Type(value.type)


class NodeParameters(ParameterChecks, ParameterDescriptions):
    """A part of :class:`rclpy.node.Node`."""

    def _orrery_begin_parameters(self, overrides: dict[str, Parameter],
                                 allow_undeclared: bool) -> None:
        self._parameters: dict[str, Parameter] = {}
        self._descriptors: dict[str, Any] = {}
        self._parameter_overrides = overrides
        self._allow_undeclared_parameters = allow_undeclared
        self._pre_set_parameters_callbacks: list[Callable] = []
        self._on_set_parameters_callbacks: list[Callable] = []
        self._post_set_parameters_callbacks: list[Callable] = []

    # Declaring.

    def declare_parameter(self, name: str, value: Any = None, descriptor: Any = None,
                          ignore_override: bool = False) -> Parameter:
        """Declares a parameter and gives it a value."""
        from rcl_interfaces.msg import ParameterDescriptor

        entry: tuple = (name,)
        if value is not None or descriptor is not None:
            entry = (name, value, ParameterDescriptor() if descriptor is None else descriptor)
        return self.declare_parameters('', [entry], ignore_override)[0]

    def declare_parameters(self, namespace: str, parameters: list[tuple],
                           ignore_override: bool = False) -> list[Parameter]:
        """Declares several parameters: (name), (name, value) or (name, value, descriptor)."""
        from rcl_interfaces.msg import ParameterDescriptor

        found: list[Parameter] = []
        descriptors: dict[str, Any] = {}
        for index, entry in enumerate(parameters):
            if len(entry) < 1 or len(entry) > 3:
                raise TypeError(
                    'Invalid parameter tuple length at index {index} in parameters list: '
                    '{entry}; expecting length between 1 and 3'.format(index=index, entry=entry))
            name = entry[0]
            if not isinstance(name, str):
                raise TypeError(
                    f'First element {name} at index {index} in parameters list is not a str.')
            name = f'{namespace}.{name}' if namespace else name
            validate_parameter_name(name)
            value = entry[1] if len(entry) > 1 else None
            descriptor = entry[2] if len(entry) > 2 else ParameterDescriptor()
            if len(entry) == 1:
                descriptor.dynamic_typing = True
                warnings.warn(
                    f"when declaring parameter named '{name}', declaring a parameter only "
                    'providing its name is deprecated. You have to either:\n'
                    '\t- Pass a name and a default value different to "PARAMETER NOT SET" (and '
                    'optionally a descriptor).\n\t- Pass a name and a parameter type.\n'
                    '\t- Pass a name and a descriptor with `dynamic_typing=True')
            if not isinstance(descriptor, ParameterDescriptor):
                raise TypeError(
                    f'Third element {descriptor} at index {index} in parameters list is not a '
                    'ParameterDescriptor.')
            found.append(self._orrery_declared(name, value, descriptor, ignore_override))
            descriptors[name] = descriptor
        collisions = [each.name for each in found if each.name in self._parameters]
        if collisions:
            raise ParameterAlreadyDeclaredException(collisions)
        self._orrery_set_declared(found, descriptors)
        return self.get_parameters([each.name for each in found])

    def _orrery_declared(self, name: str, value: Any, descriptor: Any, ignore: bool) -> Parameter:
        """The parameter to be declared; its descriptor gets the type."""
        type_ = None
        if isinstance(value, Parameter.Type):
            if value is Parameter.Type.NOT_SET:
                raise ValueError(
                    f'Cannot declare parameter {{{name}}} as statically typed of type NOT_SET')
            if descriptor.dynamic_typing:
                raise ValueError(
                    f'When declaring parameter {{{name}}} passing a descriptor with'
                    '`dynamic_typing=True` is not allowed when the parameter type was specified')
            descriptor.type = value.value
            type_, value = value, None
        elif value is not None and not descriptor.dynamic_typing:
            descriptor.type = _type_of(name, value).value
        override = None if ignore else self._parameter_overrides.get(name)
        if override is not None:
            value = override.value
        elif type_ is not None:
            return Parameter(name, Parameter.Type.NOT_SET, None)
        if _is_message(value):
            value = parameter_value_to_python(value)
        return Parameter(name, value=value)

    def _orrery_set_declared(self, parameters: list[Parameter],
                             descriptors: dict[str, Any]) -> None:
        for parameter in parameters:
            self._orrery_given.declared(parameter.name)
            descriptor = descriptors[parameter.name]
            self._orrery_check_declared_type(parameter, descriptor)
            result = self._set_parameters_atomically_common(
                [parameter], descriptors={parameter.name: descriptor}, check_undeclared=False,
                is_declaration=True)
            if not result.successful:
                raise InvalidParameterValueException(
                    parameter.name, parameter.value, result.reason)

    def _orrery_check_declared_type(self, parameter: Parameter, descriptor: Any) -> None:
        not_set = Parameter.Type.NOT_SET
        if descriptor.dynamic_typing or parameter.type_ is not_set:
            return
        if descriptor.type not in (not_set.value, parameter.type_.value):
            raise InvalidParameterTypeException(
                parameter, Parameter.Type(descriptor.type).name)

    def undeclare_parameter(self, name: str) -> None:
        """Undeclares a parameter."""
        if not self.has_parameter(name):
            raise ParameterNotDeclaredException(name)
        if self._descriptors[name].read_only:
            raise ParameterImmutableException(name)
        del self._parameters[name]
        del self._descriptors[name]

    def has_parameter(self, name: str) -> bool:
        """Whether a parameter is declared."""
        return name in self._parameters

    # Reading.

    def get_parameter(self, name: str) -> Parameter:
        """A parameter, which must have a value."""
        if self.has_parameter(name):
            parameter = self._parameters[name]
            if (parameter.type_ is not Parameter.Type.NOT_SET
                    or self._descriptors[name].dynamic_typing):
                return parameter
            raise ParameterUninitializedException(name)
        if self._allow_undeclared_parameters:
            return Parameter(name, Parameter.Type.NOT_SET, None)
        raise ParameterNotDeclaredException(name)

    def get_parameters(self, names: list[str]) -> list[Parameter]:
        """Several parameters, including those without a value."""
        if not all(isinstance(name, str) for name in names):
            raise TypeError('All names must be instances of type str')
        return [self._parameters[name] if name in self._parameters else self.get_parameter(name)
                for name in names]

    def get_parameter_type(self, name: str) -> Parameter.Type:
        """The type of a parameter."""
        if self.has_parameter(name):
            return self._parameters[name].type_
        if self._allow_undeclared_parameters:
            return Parameter.Type.NOT_SET
        raise ParameterNotDeclaredException(name)

    def get_parameter_types(self, names: list[str]) -> list[Parameter.Type]:
        """The types of several parameters."""
        if not all(isinstance(name, str) for name in names):
            raise TypeError('All names must be instances of type str')
        return [self.get_parameter_type(name) for name in names]

    def get_parameter_or(self, name: str, alternative_value: Any = None) -> Parameter:
        """The parameter, or the alternative if the parameter is not declared."""
        if alternative_value is None:
            alternative_value = Parameter(name, Parameter.Type.NOT_SET)
        if not self.has_parameter(name):
            return alternative_value
        parameter = self._parameters[name]
        return alternative_value if parameter.type_ is Parameter.Type.NOT_SET else parameter

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Parameter]:
        """The parameters below a prefix, by the remainder of their names."""
        if prefix:
            prefix = prefix + PARAMETER_SEPARATOR_STRING
        return {name[len(prefix):]: value for name, value in self._parameters.items()
                if name.startswith(prefix)}

    # Setting.

    def set_parameters(self, parameter_list: list[Parameter]) -> list[Any]:
        """Sets parameters one by one; those before an undeclared one remain set."""
        return [self._set_parameters_atomically([each]) for each in parameter_list]

    def set_parameters_atomically(self, parameter_list: list[Parameter]) -> Any:
        """Sets all parameters or none."""
        return self._set_parameters_atomically(parameter_list)

    def _orrery_check_undeclared(self, parameters: list[Parameter]) -> None:
        if not all(isinstance(each, Parameter) for each in parameters):
            raise TypeError('parameter must be instance of type: ' + repr(Parameter))
        undeclared = [each.name for each in parameters if each.name not in self._parameters]
        if undeclared and not self._allow_undeclared_parameters:
            raise ParameterNotDeclaredException(undeclared)

    def _set_parameters_atomically(self, parameters: list[Parameter]) -> Any:
        callbacks = list(self._pre_set_parameters_callbacks)
        if callbacks:
            # Each callback sees what was given; everything that they return is set together.
            parameters = [each for callback in callbacks for each in callback(parameters)]
            if not parameters:
                from rcl_interfaces.msg import SetParametersResult

                return SetParametersResult(
                    successful=False,
                    reason='parameter list cannot be empty, this might be due to '
                           'pre_set_parameters_callback modifying the original parameters list.')
        self._orrery_check_undeclared(parameters)
        return self._set_parameters_atomically_common(parameters)

    def _set_parameters_atomically_common(
        self, parameters: list[Parameter], descriptors: Optional[dict[str, Any]] = None,
        check_undeclared: bool = True, is_declaration: bool = False,
    ) -> Any:
        from rcl_interfaces.msg import SetParametersResult

        del check_undeclared
        result = self._orrery_check_against(
            parameters, descriptors or self._descriptors, is_declaration)
        if not result.successful:
            return result
        for callback in list(self._on_set_parameters_callbacks):
            result = callback(parameters)
            if not result.successful:
                return result
        result = SetParametersResult(successful=True)
        self._orrery_store(parameters, descriptors)
        for callback in list(self._post_set_parameters_callbacks):
            callback(parameters)
        return result

    def _orrery_store(self, parameters: list[Parameter],
                      descriptors: Optional[dict[str, Any]]) -> None:
        from rcl_interfaces.msg import ParameterDescriptor, ParameterEvent

        event = ParameterEvent()
        event.node = self.get_fully_qualified_name()
        event.stamp = self.get_clock().now().to_msg()
        for parameter in parameters:
            name = parameter.name
            before = self._parameters.get(name)
            was_set = before is not None and before.type_ is not Parameter.Type.NOT_SET
            if descriptors and name in descriptors:
                self._descriptors[name] = descriptors[name]
                descriptors[name].name = name
                if parameter.type_ is not Parameter.Type.NOT_SET:
                    descriptors[name].type = parameter.type_.value
            elif name not in self._descriptors:
                self._descriptors[name] = ParameterDescriptor(name=name, dynamic_typing=True)
            message = parameter.to_parameter_msg()
            if parameter.type_ is Parameter.Type.NOT_SET:
                if was_set:
                    event.deleted_parameters.append(message)
                if self._descriptors[name].dynamic_typing and was_set and descriptors is None:
                    self._parameters.pop(name, None)
                    self._descriptors.pop(name, None)
                    continue
            elif was_set:
                event.changed_parameters.append(message)
            else:
                event.new_parameters.append(message)
            self._parameters[name] = parameter
        self._parameter_event_publisher.publish(event)
