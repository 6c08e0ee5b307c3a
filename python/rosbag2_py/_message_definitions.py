"""Upstream's module for definitions of messages."""
from .message_definitions import LocalMessageDefinitionSource

__all__ = ['LocalMessageDefinitionSource']
