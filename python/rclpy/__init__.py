"""ROS 2's client library for Python, as Orrery implements it."""

from __future__ import annotations

import importlib
from typing import Any, Optional, Union

from . import _rclpy_pybind11  # noqa: F401
from .context import Context  # noqa: F401
from .parameter import Parameter  # noqa: F401
from .qos import QoSProfile, qos_profile_rosout_default
from .signals import SignalHandlerOptions, install_signal_handlers, uninstall_signal_handlers
from .task import Future
from .utilities import (  # noqa: F401
    get_available_rmw_implementations, get_default_context, get_rmw_implementation_identifier, ok)
from .utilities import shutdown as _shutdown
from .utilities import try_shutdown as _try_shutdown

__executor: Any = None


class InitContextManager:
    """Returned by :func:`init`; shuts the context down at the end of a ``with``."""

    def __init__(self, args: Optional[list[str]] = None, context: Optional[Context] = None,
                 domain_id: Optional[int] = None,
                 signal_handler_options: Optional[SignalHandlerOptions] = None) -> None:
        self.context = get_default_context() if context is None else context
        if signal_handler_options is None:
            is_default = context is None or context is get_default_context()
            signal_handler_options = (
                SignalHandlerOptions.ALL if is_default else SignalHandlerOptions.NO)
        install_signal_handlers(signal_handler_options)
        self.context.init(args, domain_id=domain_id)

    def __enter__(self) -> 'InitContextManager':
        return self

    def __exit__(self, *_: Any) -> None:
        self.context.try_shutdown()
        uninstall_signal_handlers()


def init(*, args: Optional[list[str]] = None, context: Optional[Context] = None,
         domain_id: Optional[int] = None,
         signal_handler_options: Optional[SignalHandlerOptions] = None) -> InitContextManager:
    """Initialises rclpy. `args` has the form of ``sys.argv``, which is the default."""
    return InitContextManager(args, context, domain_id, signal_handler_options)


def get_global_executor() -> Any:
    """The executor of calls that do not name one."""
    global __executor
    if __executor is None:
        from .executors import SingleThreadedExecutor

        executor = __executor = SingleThreadedExecutor()
        # Without a valid context, it is forgotten at once, and its spin says why.
        get_default_context().on_shutdown(_forget_global_executor)
        return executor
    return __executor


def _forget_global_executor() -> None:
    global __executor
    executor, __executor = __executor, None
    if executor is not None:
        executor.wake()


def shutdown(*, context: Optional[Context] = None,
             uninstall_handlers: Optional[bool] = None) -> None:
    """Shuts the context down. Raises RuntimeError if it is already shut down."""
    _shutdown(context=context)
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


def try_shutdown(*, context: Optional[Context] = None,
                 uninstall_handlers: Optional[bool] = None) -> None:
    """Shuts the context down unless it is already shut down."""
    _try_shutdown(context=context)
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


def create_node(node_name: str, *, context: Optional[Context] = None,
                cli_args: Optional[list[str]] = None, namespace: Optional[str] = None,
                use_global_arguments: bool = True, enable_rosout: bool = True,
                rosout_qos_profile: Union[QoSProfile, int] = qos_profile_rosout_default,
                start_parameter_services: bool = True, parameter_overrides: Any = None,
                allow_undeclared_parameters: bool = False,
                automatically_declare_parameters_from_overrides: bool = False,
                enable_logger_service: bool = False) -> Any:
    """Creates a node."""
    from .node import Node

    return Node(
        node_name, context=context, cli_args=cli_args, namespace=namespace,
        use_global_arguments=use_global_arguments, enable_rosout=enable_rosout,
        rosout_qos_profile=rosout_qos_profile,
        start_parameter_services=start_parameter_services,
        parameter_overrides=parameter_overrides,
        allow_undeclared_parameters=allow_undeclared_parameters,
        automatically_declare_parameters_from_overrides=(
            automatically_declare_parameters_from_overrides),
        enable_logger_service=enable_logger_service)


def spin_once(node: Any, *, executor: Any = None, timeout_sec: Optional[float] = None) -> None:
    """Runs one callback of `node`."""
    executor = get_global_executor() if executor is None else executor
    try:
        executor.add_node(node)
        executor.spin_once(timeout_sec=timeout_sec)
    finally:
        executor.remove_node(node)


def spin(node: Any, executor: Any = None) -> None:
    """Runs the callbacks of `node` until the shutdown."""
    executor = get_global_executor() if executor is None else executor
    try:
        executor.add_node(node)
        while executor.context.ok():
            executor.spin_once()
    finally:
        executor.remove_node(node)


def spin_until_future_complete(node: Any, future: Future, executor: Any = None,
                               timeout_sec: Optional[float] = None) -> None:
    """Runs the callbacks of `node` until `future` is done."""
    executor = get_global_executor() if executor is None else executor
    added = False
    try:
        added = executor.add_node(node)
        executor.spin_until_future_complete(future, timeout_sec)
    finally:
        if added:
            executor.remove_node(node)


def __getattr__(name: str) -> Any:
    """Imports a module of the package when a program uses it without an import."""
    if not name.startswith('_'):
        try:
            return importlib.import_module(f'{__name__}.{name}')
        except ModuleNotFoundError as error:
            if error.name != f'{__name__}.{name}':
                raise
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
