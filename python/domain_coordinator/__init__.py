"""Stand-in of `domain_coordinator`: numbers of domains that are not in use."""
from . import impl
from .impl import domain_id

__all__ = ['domain_id', 'impl']
