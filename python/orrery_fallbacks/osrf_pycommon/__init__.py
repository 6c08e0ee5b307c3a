"""The part of `osrf_pycommon` that tests of launch use."""
from . import process_utils  # noqa: F401 - programs expect what launch imports to be there
