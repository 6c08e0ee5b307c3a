"""What upstream tries out."""

from .events_executor import EventsExecutor  # noqa: F401
