"""Upstream's module for what is known about a recording."""
from .metadata import Info

__all__ = ['Info']
