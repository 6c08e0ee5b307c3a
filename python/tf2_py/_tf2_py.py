"""Has the name of upstream's extension module."""
from . import *  # noqa: F401,F403
