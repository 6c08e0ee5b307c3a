"""Stand-in of `message_filters`: combines messages of several topics by their times."""
from .cache import Cache
from .chain import Chain
from .input_aligner import InputAligner
from .simple_filter import SimpleFilter
from .subscriber import Subscriber
from .time_sequencer import TimeSequencer
from .time_synchronizer import ApproximateTimeSynchronizer, TimeSynchronizer

__all__ = ['ApproximateTimeSynchronizer', 'Cache', 'Chain', 'InputAligner', 'SimpleFilter',
           'Subscriber', 'TimeSequencer', 'TimeSynchronizer']
