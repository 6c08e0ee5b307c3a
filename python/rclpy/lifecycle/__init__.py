"""Nodes with a managed life cycle."""

from .managed_entity import ManagedEntity, SimpleManagedEntity, TransitionCallbackReturn
from .node import LifecycleNode, LifecycleNodeMixin, LifecycleState
from .publisher import LifecyclePublisher

Node = LifecycleNode
NodeMixin = LifecycleNodeMixin
State = LifecycleState
Publisher = LifecyclePublisher

__all__ = ['LifecycleNode', 'LifecycleNodeMixin', 'LifecycleState', 'LifecyclePublisher',
           'ManagedEntity', 'SimpleManagedEntity',
           'TransitionCallbackReturn', 'Node', 'NodeMixin', 'State', 'Publisher']
