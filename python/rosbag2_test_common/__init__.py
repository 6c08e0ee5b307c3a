"""The Python part of `rosbag2_test_common`, for upstream's own tests."""

#: The storages whose recordings tests read and write.
TESTED_STORAGE_IDS = ['mcap', 'sqlite3']
