"""Running launches: an event loop, and the processes that it starts.

`LaunchService.run` makes a `RunningLaunch` and passes it to the context; actions then start what
they otherwise only note for Orrery.
"""
from .local_process import LocalProcess
from .running_launch import RunningLaunch

__all__ = ['LocalProcess', 'RunningLaunch']
