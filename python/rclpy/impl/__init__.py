"""Parts of rclpy that programs seldom name."""
