"""Whether rclpy is initialised, its arguments, and the callbacks for its shutdown."""

from __future__ import annotations

import sys
import threading
import warnings
import weakref
from typing import Any, Callable, ContextManager, Optional, Protocol

from orrery_guest.guest import guest

from .destroyable import DestroyableType
from .exceptions import NotInitializedException
from .impl.distributions import since_kilted
from .impl.ros_arguments import RosArguments

g_logging_configure_lock = threading.Lock()
g_logging_ref_count = 0
#: The initialised contexts, in the order of initialisation.
valid_contexts: list['Context'] = []


class ContextHandle(DestroyableType, Protocol):
    """The native handle of a context."""

    def ok(self) -> bool: ...

    def get_domain_id(self) -> int: ...

    def shutdown(self) -> None: ...


class _Initialised:
    """The state of a context from ``init`` on."""

    def __init__(self, arguments: RosArguments, domain: int) -> None:
        self.arguments = arguments
        self.domain = domain
        self.is_ok = True

    def __enter__(self) -> '_Initialised':
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def destroy_when_not_in_use(self) -> None:
        """Nothing needs to be released."""
        self.is_ok = False

    def ok(self) -> bool:
        """Whether it has not been shut down."""
        return self.is_ok

    def get_domain_id(self) -> int:
        """The domain of its nodes."""
        return self.domain

    def shutdown(self) -> None:
        """Shuts the context down."""
        if not self.is_ok:
            from .impl.native import RCLError

            raise RCLError('failed to shutdown: rcl_shutdown already called on the given context, at ./src/rcl/init.c:333')
        self.is_ok = False


class Context(ContextManager['Context']):
    """The state between ``init`` and ``shutdown``."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._callbacks: list[Callable[[], Any]] = []
        self._callbacks_lock = threading.Lock()
        self._handle: Optional[_Initialised] = None
        self._nodes: list[weakref.ref] = []

    @property
    def handle(self) -> Optional[_Initialised]:
        """The native handle; None before ``init``."""
        return self._handle

    def destroy(self) -> None:
        """Releases the context."""
        if self._handle is not None:
            self._handle.destroy_when_not_in_use()

    def init(self, args: Optional[list[str]] = None, *, initialize_logging: bool = True,
             domain_id: Optional[int] = None) -> None:
        """Initialises the context. `args` has the form of ``sys.argv``."""
        from .impl.ros_arguments import parse_ros_arguments

        with self._lock:
            if self._handle is not None and self._handle.ok():
                raise RuntimeError('Context.init() must only be called once')
            if domain_id is not None and domain_id < 0:
                raise RuntimeError(
                    'Domain id ({}) should not be lower than zero.'.format(domain_id))
            words = sys.argv if args is None else args
            for word in words:
                word.encode()
            arguments = parse_ros_arguments(list(words))
            if domain_id is None:
                domain_id = _domain_of_environment()
            self._handle = _Initialised(arguments, domain_id)
            valid_contexts.append(self)
            if initialize_logging:
                arguments.apply_log_levels()

    def ok(self) -> bool:
        """Whether it is initialised and not shut down."""
        handle = self._handle
        return handle is not None and handle.is_ok

    def _call_on_shutdown_callbacks(self) -> None:
        with self._callbacks_lock:
            callbacks, self._callbacks = self._callbacks, []
        for reference in callbacks:
            callback = reference() if isinstance(reference, weakref.WeakMethod) else reference
            if callback is not None:
                callback()

    def shutdown(self) -> None:
        """Shuts down. Raises RuntimeError if the context is already shut down."""
        with self._lock:
            if self._handle is None:
                # Programs look for these words.
                raise RuntimeError('Context must be initialized before it can be shutdown')
            if self._handle.ok():
                self._destroy_nodes()
            self._handle.shutdown()
            self._ended()

    def try_shutdown(self) -> None:
        """Shuts down unless the context is already shut down."""
        with self._lock:
            if self.ok():
                self._destroy_nodes()
                self._end()

    def _end(self) -> None:
        """Ends the context as a signal does: its nodes remain."""
        with self._lock:
            if self.ok():
                assert self._handle is not None
                self._handle.shutdown()
                self._ended()

    def _destroy_nodes(self) -> None:
        # Since Kilted, a shutdown destroys the nodes.
        all_nodes = since_kilted()
        for reference in list(self._nodes):
            node = reference()
            if node is not None and (all_nodes or node._orrery_ends_with_its_context):
                node.destroy_node()

    def _ended(self) -> None:
        if self in valid_contexts:
            valid_contexts.remove(self)
        self._call_on_shutdown_callbacks()

    def on_shutdown(self, callback: Callable[[], None]) -> None:
        """Calls back at the shutdown. A method does not keep its object alive."""
        if not callable(callback):
            raise TypeError('callback should be a callable, got {}'.format(type(callback)))
        with self._callbacks_lock:
            if not self.ok():
                callback()
            elif hasattr(callback, '__self__') and hasattr(callback, '__func__'):
                self._callbacks.append(weakref.WeakMethod(callback, self._forget))
            else:
                self._callbacks.append(callback)

    def _forget(self, reference: Any) -> None:
        if reference in self._callbacks:
            self._callbacks.remove(reference)

    def track_node(self, node: Any) -> None:
        """Adds `node` to this context."""
        self._nodes.append(weakref.ref(node))

    def untrack_node(self, node: Any) -> None:
        """Removes the node."""
        self._nodes = [each for each in self._nodes if each() not in (None, node)]

    def get_domain_id(self) -> int:
        """The domain of its nodes."""
        if self._handle is None:
            raise NotInitializedException('the context has no domain')
        return self._handle.get_domain_id()

    def __enter__(self) -> 'Context':
        self.init()
        return self

    def __exit__(self, *_: Any) -> None:
        self.try_shutdown()


def _domain_of_environment() -> int:
    import os

    text = os.environ.get('ROS_DOMAIN_ID', '')
    try:
        return int(text) if text else 0
    except ValueError:
        warnings.warn(f'ROS_DOMAIN_ID is {text!r}, which is not a number')
        return 0
