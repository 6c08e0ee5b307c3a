"""Nodes whose life cycle others manage."""

from .managed_entity import TransitionCallbackReturn
from .node import LifecycleNode, LifecycleNodeMixin, LifecycleState
from .publisher import LifecyclePublisher

Node = LifecycleNode
NodeMixin = LifecycleNodeMixin
State = LifecycleState
Publisher = LifecyclePublisher

__all__ = ['LifecycleNode', 'LifecycleNodeMixin', 'LifecycleState', 'LifecyclePublisher',
           'TransitionCallbackReturn', 'Node', 'NodeMixin', 'State', 'Publisher']
