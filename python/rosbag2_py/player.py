"""Plays recordings from programs."""
from __future__ import annotations

from typing import Any, List, Optional, Union

from .options import StorageOptions
from .playback import Playback
from .transport_node import severity
from .transport_options import PlayOptions

Storage = Union[StorageOptions, List[StorageOptions]]

#: Playbacks that `cancel` ends.
_playing: List[Playback] = []


def _list(storage: Storage) -> List[StorageOptions]:
    return list(storage) if isinstance(storage, (list, tuple)) else [storage]


class Player:
    """Plays the recording given to its constructor, or those passed to its methods."""

    def __init__(self, storage_options: Union[Storage, str, None] = None, play_options: Optional[PlayOptions] = None,
                 log_level: str = 'info', node_name: str = 'rosbag2_player') -> None:
        if isinstance(storage_options, str):
            log_level, storage_options = storage_options, None
        severity(log_level)
        self._log_level, self._name = log_level, node_name
        self._own: Optional[Playback] = None
        if storage_options is not None:
            self._own = Playback(_list(storage_options), play_options or PlayOptions(), log_level, node_name)

    def __del__(self) -> None:
        if getattr(self, '_own', None) is not None:
            try:
                self._playback().stop()
                self._playback().transport.destroy()
            except Exception:  # noqa: BLE001 - nobody is there to hear of it
                pass

    def _playback(self) -> Playback:
        if self._own is None:
            raise RuntimeError('the player has no recording: give storage and play options to its constructor')
        return self._own

    def start_spin(self) -> None:
        """Offer the services of the player's node."""
        self._playback().transport.start_spin()

    def stop_spin(self) -> None:
        """Stop offering them."""
        self._playback().transport.stop_spin()

    def play(self, storage_options: Optional[Storage] = None, play_options: Optional[PlayOptions] = None) -> None:
        """Start playing; or play the given recording, and return at its end."""
        if storage_options is None:
            self._playback().play()
            return
        other = Player(storage_options, play_options, self._log_level, self._name)
        other.play_sync()
        other._playback().transport.destroy()

    def play_sync(self) -> None:
        """Play to the end, or until `cancel`."""
        self._run(lambda playback: None)

    def burst(self, *arguments: Any, **named: Any) -> Optional[int]:
        """Publish this many messages while paused; or like `burst_sync` for a given recording."""
        given = [*arguments, *named.values()]
        if len(given) == 1:
            return self._playback().burst(given[0])
        storage_options, play_options, number = given
        other = Player(storage_options, play_options, self._log_level, self._name)
        other.burst_sync(number)
        other._playback().transport.destroy()
        return None

    def burst_sync(self, num_messages: int) -> None:
        """Publish this many messages at once, then continue as the options say."""
        def begin(playback: Playback) -> None:
            playback.pause()
            playback.burst(num_messages)
            playback.stop()
        self._run(begin)

    def _run(self, begin: Any) -> None:
        playback = self._playback()
        playback.transport.start_spin()
        _playing.append(playback)
        try:
            playback.play()
            begin(playback)
            playback.wait_for_playback_to_finish()
        finally:
            _playing.remove(playback)
            playback.transport.stop_spin()

    @staticmethod
    def cancel() -> None:
        """End all blocking `play` and `burst`."""
        for playback in list(_playing):
            playback.stop()

    def stop(self) -> None:
        """Stop."""
        self._playback().stop()

    def pause(self) -> None:
        """Pause."""
        self._playback().pause()

    def resume(self) -> None:
        """Resume."""
        self._playback().resume()

    def play_next(self) -> bool:
        """Publish the next message while the player is paused."""
        return self._playback().play_next()

    def seek(self, time_point: int) -> None:
        """Go to a time of the recording (ns)."""
        self._playback().seek(time_point)

    def wait_for_playback_to_start(self, timeout: float = -1.0) -> bool:
        """Whether it has started within this many seconds."""
        return self._playback().wait_for_playback_to_start(timeout)

    def wait_for_playback_to_finish(self, timeout: float = -1.0) -> bool:
        """Whether it has finished within this many seconds."""
        return self._playback().wait_for_playback_to_finish(timeout)
