"""Namespaces joined."""
from __future__ import annotations

from typing import Optional


def make_namespace_absolute(ns: Optional[str]) -> Optional[str]:
    """A namespace with its leading slash."""
    return ns if ns is None or ns.startswith('/') else '/' + ns


def is_namespace_absolute(ns: str) -> bool:
    """Whether a namespace has its leading slash."""
    return ns.startswith('/')


def is_root_namespace(ns: str) -> bool:
    """Whether a namespace is the root."""
    return ns == '/'


def prefix_namespace(base_ns: Optional[str], ns: Optional[str]) -> Optional[str]:
    """A namespace below another; an absolute one replaces it."""
    if ns is None or ns == '' and base_ns is not None:
        return base_ns
    if ns.startswith('/') or not base_ns:
        return ns.rstrip('/') or ns
    return f"{base_ns.rstrip('/')}/{ns}".rstrip('/')
