"""Upstream's module of native functions; here it has the exceptions that programs use from it."""

from __future__ import annotations

import types

from . import native as rclpy_implementation

package = 'rclpy'

__all__ = ['rclpy_implementation', 'package']

assert isinstance(rclpy_implementation, types.ModuleType)
