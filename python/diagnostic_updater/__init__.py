"""Stand-in of `diagnostic_updater`: publishes a node's health on `/diagnostics`."""
from .status_wrapper import DiagnosticStatusWrapper
from .tasks import (
    CompositeDiagnosticTask, DiagnosticTask, DiagnosticTaskVector, FunctionDiagnosticTask, Heartbeat)
from .topics import (
    DiagnosedPublisher, FrequencyStatus, FrequencyStatusParam, HeaderlessTopicDiagnostic,
    TimeStampStatus, TimeStampStatusParam, TopicDiagnostic)
from .updater import Updater

__all__ = [
    'CompositeDiagnosticTask', 'DiagnosedPublisher', 'DiagnosticStatusWrapper', 'DiagnosticTask',
    'DiagnosticTaskVector', 'FrequencyStatus', 'FrequencyStatusParam', 'FunctionDiagnosticTask',
    'HeaderlessTopicDiagnostic', 'Heartbeat', 'TimeStampStatus', 'TimeStampStatusParam',
    'TopicDiagnostic', 'Updater']
