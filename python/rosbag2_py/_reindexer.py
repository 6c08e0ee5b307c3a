"""Upstream's module for metadata that is made anew."""
from .reindexer import Reindexer

__all__ = ['Reindexer']
