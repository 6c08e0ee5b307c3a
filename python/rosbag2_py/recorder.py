"""Makes recordings from programs."""
from __future__ import annotations

from typing import List, Optional, Union

from .options import StorageOptions
from .recording import Recording
from .transport_node import severity
from .transport_options import RecordOptions

#: Recordings that `cancel` ends.
_recording: List[Recording] = []


class Recorder:
    """Makes the recording given to its constructor, or those passed to its methods."""

    def __init__(self, storage_options: Union[StorageOptions, str, None] = None,
                 record_options: Optional[RecordOptions] = None,
                 log_level: str = 'info', node_name: str = 'rosbag2_recorder') -> None:
        if isinstance(storage_options, str):
            log_level, storage_options = storage_options, None
        severity(log_level)
        self._log_level, self._name = log_level, node_name
        self._own: Optional[Recording] = None
        if storage_options is not None:
            self._own = Recording(storage_options, record_options or RecordOptions(), log_level, node_name)

    def __del__(self) -> None:
        if getattr(self, '_own', None) is not None:
            try:
                self._recording().stop()
                self._recording().transport.destroy()
            except Exception:  # noqa: BLE001 - nobody is there to hear of it
                pass

    def _recording(self) -> Recording:
        if self._own is None:
            raise RuntimeError('the recorder has no recording: give storage and record options to its constructor')
        return self._own

    def start_spin(self) -> None:
        """Receive messages, and offer the services of the recorder's node."""
        self._recording().transport.start_spin()

    def stop_spin(self) -> None:
        """Stop receiving messages."""
        self._recording().transport.stop_spin()

    def record(self, storage_options: Optional[StorageOptions] = None,
               record_options: Optional[RecordOptions] = None, node_name: str = '') -> None:
        """Start recording; or make the given recording, and return at `cancel`."""
        if storage_options is None:
            self._recording().record()
            return
        other = Recorder(storage_options, record_options, self._log_level, node_name or self._name)
        other.record_sync()
        other._recording().transport.destroy()

    def record_sync(self) -> None:
        """Record until `cancel`."""
        recording = self._recording()
        # Before anything that lets other threads run: one of them may be the one that cancels.
        _recording.append(recording)
        try:
            recording.record()
            recording.transport.start_spin()
            recording.wait_for_stop()
        finally:
            _recording.remove(recording)
            recording.transport.stop_spin()
            recording.stop()

    @staticmethod
    def cancel() -> None:
        """End all blocking `record`."""
        for recording in list(_recording):
            recording.stop()

    def stop(self) -> None:
        """Complete the recording."""
        self._recording().stop()

    def pause(self) -> None:
        """Pause: messages are not recorded."""
        self._recording().pause()

    def resume(self) -> None:
        """Resume recording."""
        self._recording().resume()
