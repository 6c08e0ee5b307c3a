"""Stand-in of `domain_coordinator`: numbers of unused domains."""
from . import impl
from .impl import domain_id

__all__ = ['domain_id', 'impl']
