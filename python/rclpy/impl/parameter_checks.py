"""Checks whether the parameters of a node may be set to given values."""

from __future__ import annotations

import math
from typing import Any

from ..parameter import Parameter


class ParameterChecks:
    """A part of :class:`rclpy.node.Node`."""

    PARAM_REL_TOL = 1e-6

    def _orrery_check_against(self, parameters: list[Parameter], descriptors: dict[str, Any],
                              is_declaration: bool) -> Any:
        from rcl_interfaces.msg import SetParametersResult

        for parameter in parameters:
            descriptor = descriptors.get(parameter.name)
            if descriptor is None:
                continue
            reason = ''
            if descriptor.read_only and not is_declaration:
                reason = f'Trying to set a read-only parameter: {parameter.name}.'
            elif self._orrery_undeclares_static(parameter, descriptor, is_declaration):
                reason = 'Static parameter cannot be undeclared'
            elif not self._orrery_has_right_type(parameter, descriptor, is_declaration):
                expected = Parameter.Type(descriptor.type)
                reason = (f'Wrong parameter type, expected \'{expected}\' '
                          f'got \'{parameter.type_}\'')
            else:
                reason = self._orrery_range_problem(parameter, descriptor)
            if reason:
                return SetParametersResult(successful=False, reason=reason)
        return SetParametersResult(successful=True)

    def _orrery_undeclares_static(self, parameter: Parameter, descriptor: Any,
                                  is_declaration: bool) -> bool:
        return (parameter.type_ is Parameter.Type.NOT_SET and not is_declaration
                and not descriptor.dynamic_typing)

    def _orrery_has_right_type(self, parameter: Parameter, descriptor: Any,
                               is_declaration: bool) -> bool:
        not_set = Parameter.Type.NOT_SET
        if descriptor.dynamic_typing or descriptor.type == not_set.value:
            return True
        if parameter.type_ is not_set:
            return is_declaration
        return parameter.type_.value == descriptor.type

    def _orrery_range_problem(self, parameter: Parameter, descriptor: Any) -> str:
        if parameter.type_ is Parameter.Type.INTEGER and descriptor.integer_range:
            return self._orrery_integer_problem(parameter, descriptor.integer_range[0])
        if parameter.type_ is Parameter.Type.DOUBLE and descriptor.floating_point_range:
            return self._orrery_float_problem(parameter, descriptor.floating_point_range[0])
        return ''

    def _orrery_integer_problem(self, parameter: Parameter, bounds: Any) -> str:
        low, high = sorted((bounds.from_value, bounds.to_value))
        value = parameter.value
        if not low <= value <= high:
            return f'Parameter {parameter.name} out of range. Min: {low}, Max: {high}, ' \
                   f'value: {value}'
        step = bounds.step
        if value != high and step != 0 and (value - low) % step != 0:
            return f'The parameter value for {parameter.name} is not a valid step. ' \
                   f'Min: {low}, max: {high}, value: {value}, step: {step}'
        return ''

    def _orrery_float_problem(self, parameter: Parameter, bounds: Any) -> str:
        low, high = sorted((bounds.from_value, bounds.to_value))
        value = parameter.value

        def close(a: float, b: float) -> bool:
            return math.isclose(a, b, rel_tol=self.PARAM_REL_TOL)

        if close(value, low) or close(value, high):
            return ''
        if not low < value < high:
            return f'Parameter {parameter.name} out of range. Min: {low}, Max: {high}, ' \
                   f'value: {value}'
        step = bounds.step
        if step != 0.0:
            distance = (value - low) / step
            if not close(distance, round(distance)):
                return f'The parameter value for {parameter.name} is not close enough to a ' \
                       f'valid step. Min: {low}, max: {high}, value: {value}, step: {step}'
        return ''
