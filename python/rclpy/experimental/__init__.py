"""What upstream tries out."""
