"""`python3 -m orrery_ros2 COMMAND VERB …`."""
import sys

from .command import main

sys.exit(main())
