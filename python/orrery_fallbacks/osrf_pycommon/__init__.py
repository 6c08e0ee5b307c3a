"""The part of `osrf_pycommon` that tests of launch use."""
