"""Conditions of actions."""
from .evaluate_condition import InvalidConditionExpressionError, evaluate_condition_expression
from .text_conditions import (
    IfCondition, LaunchConfigurationEquals, LaunchConfigurationNotEquals, UnlessCondition)

__all__ = [
    'IfCondition', 'InvalidConditionExpressionError', 'LaunchConfigurationEquals',
    'LaunchConfigurationNotEquals', 'UnlessCondition', 'evaluate_condition_expression',
]
