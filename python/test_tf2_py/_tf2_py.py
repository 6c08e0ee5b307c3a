"""See `tf2_py`."""
from tf2_py._tf2_py import *  # noqa: F401, F403
