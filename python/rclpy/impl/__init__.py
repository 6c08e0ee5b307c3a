"""Parts of rclpy that programs rarely name."""
