"""What commands of ROS 2, and programs that are like them, have in common."""
from __future__ import annotations

import functools
import inspect
import os
import sys
import time
from argparse import ArgumentTypeError
from typing import Any, Callable


def get_ros_domain_id() -> int:
    """The domain that the environment names."""
    return int(os.environ.get('ROS_DOMAIN_ID', 0))


#: Whether the warning about discovery was printed; it is printed once.
_discovery_warning_shown = False


def check_discovery_configuration() -> None:
    """Warn, once, of an environment in which nobody finds anybody. A run does not depend on it."""
    global _discovery_warning_shown
    if _discovery_warning_shown or os.environ.get('ROS_AUTOMATIC_DISCOVERY_RANGE') != 'OFF':
        return
    if not os.environ.get('ROS_STATIC_PEERS'):
        _discovery_warning_shown = True
        print('Warning: ROS_AUTOMATIC_DISCOVERY_RANGE=OFF and no ROS_STATIC_PEERS. No discovery mechanism is available: '
              'set ROS_STATIC_PEERS, or change the range to LOCALHOST or SUBNET.', file=sys.stderr)


def wait_for(predicate: Callable[[], Any], timeout: float, period: float = 0.1) -> Any:
    """Ask again and again until the answer is yes; a negative timeout is none. Returns the last answer."""
    end = time.time() + timeout if timeout >= 0 else float('inf')
    while not predicate():
        if time.time() > end:
            return predicate()
        time.sleep(period)
    return True


def bind(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., Any]:
    """A function that has some of its arguments, and otherwise looks like the given one."""
    @functools.wraps(func)
    def bound(*more: Any, **others: Any) -> Any:
        return func(*args, *more, **{**kwargs, **others})
    bound.__signature__ = inspect.signature(func)  # type: ignore[attr-defined]
    return bound


def pretty_print_call(func: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Print a call as it is written."""
    words = [*map(repr, args), *(f'{name}={value!r}' for name, value in kwargs.items())]
    print(f'{func.__name__}({", ".join(words)})')


def before_invocation(func: Callable[..., Any], hook: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls a hook first, with the function and its arguments if the hook takes any."""
    takes_call = bool(inspect.signature(hook).parameters)

    @functools.wraps(func)
    def hooked(*args: Any, **kwargs: Any) -> Any:
        hook(func, *args, **kwargs) if takes_call else hook()
        return func(*args, **kwargs)
    hooked.__signature__ = inspect.signature(func)  # type: ignore[attr-defined]
    return hooked


def unsigned_int(string: str) -> int:
    """A number that is not negative. Raises ArgumentTypeError."""
    try:
        value = int(string)
    except ValueError:
        value = -1
    if value < 0:
        raise ArgumentTypeError('value must be non-negative integer')
    return value


def collect_stdin() -> bytes:
    """All of standard input."""
    return sys.stdin.buffer.read()
