"""Descriptions of executables."""
from .executable import Executable

__all__ = ['Executable']
