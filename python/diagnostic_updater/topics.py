"""Whether messages arrive often enough, and whether their stamps are plausible."""
from __future__ import annotations

import threading
from typing import Any, Dict

from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.time import Time

from .status_wrapper import DiagnosticStatusWrapper
from .tasks import CompositeDiagnosticTask, DiagnosticTask


def _now() -> Time:
    return Clock(clock_type=ClockType.ROS_TIME).now()


class FrequencyStatusParam:
    """Accepted frequencies in Hz: a dictionary with `min` and optionally `max`."""

    def __init__(self, freq_bound: Dict[str, float], tolerance: float = 0.1,
                 window_size: int = 5) -> None:
        self.freq_bound = freq_bound
        self.tolerance = tolerance
        self.window_size = window_size

    @property
    def least(self) -> float:
        """The lowest accepted frequency."""
        return self.freq_bound['min'] * (1 - self.tolerance)

    @property
    def most(self) -> float:
        """The highest accepted frequency."""
        return self.freq_bound.get('max', float('inf')) * (1 + self.tolerance)


class FrequencyStatus(DiagnosticTask):
    """How often an event happened during the last runs of the task."""

    def __init__(self, params: FrequencyStatusParam, name: str = 'FrequencyStatus') -> None:
        super().__init__(name)
        self.params = params
        self.lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget past events."""
        with self.lock:
            self.count = 0
            self.times = [_now()] * self.params.window_size
            self.seq_nums = [0] * self.params.window_size
            self.hist_indx = 0

    def tick(self) -> None:
        """Note an event."""
        with self.lock:
            self.count += 1

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """See `DiagnosticTask`."""
        params = self.params
        with self.lock:
            now, at = _now(), self.hist_indx
            events = self.count - self.seq_nums[at]
            window = (now - self.times[at]).nanoseconds * 1e-9
            self.seq_nums[at], self.times[at] = self.count, now
            self.hist_indx = (at + 1) % params.window_size
        # In virtual time, the window may have no length.
        frequency = events / window if window > 0 else float('inf') if events else 0.0
        if events == 0:
            stat.summary(DiagnosticStatus.ERROR, 'No events recorded.')
        elif frequency < params.least:
            stat.summary(DiagnosticStatus.WARN, 'Frequency too low.')
        elif frequency > params.most:
            stat.summary(DiagnosticStatus.WARN, 'Frequency too high.')
        else:
            stat.summary(DiagnosticStatus.OK, 'Desired frequency met')
        stat.add('Events in window', f'{events:d}')
        stat.add('Events since startup', f'{self.count:d}')
        stat.add('Duration of window (s)', f'{window:f}')
        stat.add('Actual frequency (Hz)', f'{frequency:f}')
        bounds = params.freq_bound
        if bounds.get('max') == bounds['min']:
            stat.add('Target frequency (Hz)', f"{bounds['min']:f}")
        if bounds['min'] > 0:
            stat.add('Minimum acceptable frequency (Hz)', f'{params.least:f}')
        if 'max' in bounds:
            stat.add('Maximum acceptable frequency (Hz)', f'{params.most:f}')
        return stat


class TimeStampStatusParam:
    """The accepted age of stamps in s; negative ages are in the future."""

    def __init__(self, min_acceptable: float = -1, max_acceptable: float = 5) -> None:
        self.max_acceptable = max_acceptable
        self.min_acceptable = min_acceptable


class TimeStampStatus(DiagnosticTask):
    """The age of stamps on arrival, since the last run of the task."""

    def __init__(self, params: TimeStampStatusParam = TimeStampStatusParam(),
                 name: str = 'Timestamp Status') -> None:
        super().__init__(name)
        self.params = params
        self.lock = threading.Lock()
        self.early_count = self.late_count = self.zero_count = 0
        self.__forget()

    def __forget(self) -> None:
        self.zero_seen = self.deltas_valid = False
        self.max_delta = self.min_delta = 0.0

    def tick(self, stamp: Any) -> None:
        """Note a stamp, in s or as a time."""
        seconds = stamp if isinstance(stamp, (float, int)) else stamp.nanoseconds * 1e-9
        with self.lock:
            if seconds == 0:
                self.zero_seen = True
                return
            delta = (_now().nanoseconds - seconds * 1e9) * 1e-9
            self.max_delta = max(self.max_delta, delta) if self.deltas_valid else delta
            self.min_delta = min(self.min_delta, delta) if self.deltas_valid else delta
            self.deltas_valid = True

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """See `DiagnosticTask`."""
        with self.lock:
            self.__judge(stat)
            stat.add('Earliest timestamp delay:', f'{self.min_delta:f}')
            stat.add('Latest timestamp delay:', f'{self.max_delta:f}')
            stat.add('Earliest acceptable timestamp delay:', f'{self.params.min_acceptable:f}')
            stat.add('Latest acceptable timestamp delay:', f'{self.params.max_acceptable:f}')
            stat.add('Late diagnostic update count:', f'{self.late_count:d}')
            stat.add('Early diagnostic update count:', f'{self.early_count:d}')
            stat.add('Zero seen diagnostic update count:', f'{self.zero_count:d}')
            self.__forget()
        return stat

    def __judge(self, stat: DiagnosticStatusWrapper) -> None:
        stat.summary(DiagnosticStatus.OK, 'Timestamps are reasonable.')
        if not self.deltas_valid:
            stat.summary(DiagnosticStatus.WARN, 'No data since last update.')
            return
        if self.min_delta < self.params.min_acceptable:
            stat.summary(DiagnosticStatus.ERROR, 'Timestamps too far in future seen.')
            self.early_count += 1
        if self.max_delta > self.params.max_acceptable:
            stat.summary(DiagnosticStatus.ERROR, 'Timestamps too far in past seen.')
            self.late_count += 1
        if self.zero_seen:
            stat.summary(DiagnosticStatus.ERROR, 'Zero timestamp seen.')
            self.zero_count += 1


class HeaderlessTopicDiagnostic(CompositeDiagnosticTask):
    """How often messages of a topic arrive."""

    def __init__(self, name: str, diag: Any, freq: FrequencyStatusParam) -> None:
        super().__init__(name + ' topic status')
        self.diag = diag
        self.freq = FrequencyStatus(freq)
        self.addTask(self.freq)
        diag.add(self)

    def tick(self) -> None:
        """Note a published message."""
        self.freq.tick()

    def clear_window(self) -> None:
        """Forget past messages."""
        self.freq.clear()


class TopicDiagnostic(HeaderlessTopicDiagnostic):
    """How often messages of a topic arrive, and how old they are."""

    def __init__(self, name: str, diag: Any, freq: FrequencyStatusParam,
                 stamp: TimeStampStatusParam) -> None:
        super().__init__(name, diag, freq)
        self.stamp = TimeStampStatus(stamp)
        self.addTask(self.stamp)

    def tick(self, stamp: Any) -> None:
        """Note a published message with this stamp."""
        self.stamp.tick(stamp)
        super().tick()


class DiagnosedPublisher(TopicDiagnostic):
    """A publisher whose messages are monitored."""

    def __init__(self, pub: Any, diag: Any, freq: FrequencyStatusParam,
                 stamp: TimeStampStatusParam) -> None:
        super().__init__(pub.topic_name, diag, freq, stamp)
        self.publisher = pub

    def publish(self, message: Any) -> None:
        """Publish a message with a header."""
        self.tick(Time.from_msg(message.header.stamp))
        self.publisher.publish(message)
