"""Launch tests for pytest: `-p launch_testing.pytest.hooks`."""
