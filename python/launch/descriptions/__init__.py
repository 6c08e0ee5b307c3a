"""What processes are described by."""
from .executable import Executable

__all__ = ['Executable']
