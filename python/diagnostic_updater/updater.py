"""Runs the tasks of a node periodically, and publishes their statuses."""
from __future__ import annotations

from typing import Any, List

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

from .status_wrapper import DiagnosticStatusWrapper
from .tasks import DiagnosticTask, DiagnosticTaskVector


def _parameter(node: Any, name: str, default: Any) -> Any:
    """The value of a parameter, which a node may have declared from its overrides."""
    found = node.get_parameter(name) if node.has_parameter(name) else node.declare_parameter(name, default)
    return found.value


class Updater(DiagnosticTaskVector):
    """Configured by the node's parameters `diagnostic_updater.period` and `.use_fqn`."""

    def __init__(self, node: Any, period: float = 1.0) -> None:
        super().__init__()
        self.node = node
        self.publisher = node.create_publisher(DiagnosticArray, '/diagnostics', 1)
        self.period_parameter = 'diagnostic_updater.period'
        self.use_fqn_parameter = 'diagnostic_updater.use_fqn'
        self.__period = _parameter(node, self.period_parameter, period)
        self._use_fqn = _parameter(node, self.use_fqn_parameter, False)
        self.timer = node.create_timer(self.__period, self.update)
        self.verbose = False
        self.hwid = ''
        self.warn_nohwid_done = False

    @property
    def period(self) -> float:
        """Seconds between two updates."""
        return self.__period

    @period.setter
    def period(self, period: float) -> None:
        self.__period = period
        self.node.destroy_timer(self.timer)
        self.timer = self.node.create_timer(period, self.update)

    def setHardwareID(self, hwid: str) -> None:
        """Set the name of the device that all tasks examine."""
        self.hwid = hwid

    def update(self) -> None:
        """Run all tasks, and publish."""
        found: List[DiagnosticStatusWrapper] = []
        with self.lock:
            for task in self.tasks:
                stat = DiagnosticStatusWrapper(
                    level=DiagnosticStatus.ERROR, name=task.name, message='No message was set',
                    hardware_id=self.hwid)
                found.append(task.run(stat))
        ill = [stat for stat in found if stat.level != DiagnosticStatus.OK]
        if self.verbose:
            for stat in ill:
                self.node.get_logger().warning(
                    f'Non-zero diagnostic status. Name: {stat.name}, status {stat.level!r}: '
                    f'{stat.message}')
        if not self.hwid and not ill and not self.warn_nohwid_done:
            self.warn_nohwid_done = True
            self.node.get_logger().warning(
                'diagnostic_updater: No HW_ID was set. Call setHardwareID with the name of the '
                "device, or with 'none' if there is no device")
        self.publish(found)

    def force_update(self) -> None:
        """Run all tasks now."""
        self.update()

    def broadcast(self, lvl: bytes, msg: str) -> None:
        """Publish the same level and message for all tasks."""
        found = [DiagnosticStatusWrapper(name=task.name) for task in self.tasks]
        for stat in found:
            stat.summary(lvl, msg)
        self.publish(found)

    def publish(self, msg: Any) -> None:
        """Publish one status or a list of them, prefixed with the node's name."""
        who = self.node.get_fully_qualified_name() if self._use_fqn else self.node.get_name()
        message = DiagnosticArray()
        message.header.stamp = self.node.get_clock().now().to_msg()
        for stat in msg if isinstance(msg, list) else [msg]:
            stat.name = f'{who}: {stat.name}'
            message.status.append(DiagnosticStatus(
                level=stat.level, name=stat.name, message=stat.message,
                hardware_id=stat.hardware_id, values=stat.values))
        self.publisher.publish(message)

    def addedTaskCallback(self, task: DiagnosticTask) -> None:
        """Publish that the node starts."""
        stat = DiagnosticStatusWrapper(name=task.name)
        stat.summary(DiagnosticStatus.OK, 'Node starting up')
        self.publish(stat)
