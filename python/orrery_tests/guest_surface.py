"""Every module of the standard library is classified, and what is virtual shows nothing of the machine."""

import importlib
import os
import platform
import socket
import sys
import time
import unittest
import uuid

from surface_classes import FUNCTIONS, MODULES


def functions_of(module):
    """Its public functions, without classes."""
    return {name for name in dir(module) if not name.startswith('_')
            and callable(getattr(module, name)) and not isinstance(getattr(module, name), type)}


class SurfaceTest(unittest.TestCase):
    def test_every_module_has_a_class(self):
        public = {name for name in sys.stdlib_module_names if not name.startswith('_')}
        self.assertEqual(sorted(public - set(MODULES)), [])

    def test_every_function_that_shows_the_world_has_one_class(self):
        for name, classes in FUNCTIONS.items():
            with self.subTest(module=name):
                known = [each for names in classes.values() for each in names.split()]
                self.assertEqual(len(known), len(set(known)))
                found = functions_of(importlib.import_module(name))
                self.assertEqual(sorted(found - set(known)), [])

    def test_what_is_virtual_is_fixed(self):
        self.assertEqual(os.getpid(), 1000)
        self.assertEqual(os.getppid(), 1)
        self.assertEqual(os.uname().nodename, 'orrery')
        self.assertEqual(platform.uname().node, 'orrery')
        self.assertEqual(platform.node(), 'orrery')
        self.assertEqual(socket.gethostname(), 'orrery')
        self.assertEqual(os.getlogin(), 'orrery')
        self.assertEqual(os.cpu_count(), 4)
        self.assertEqual(os.getloadavg(), (0.0, 0.0, 0.0))
        self.assertLess(uuid.getnode(), 1 << 48)

    def test_times_are_virtual(self):
        before = os.times().elapsed
        time.sleep(5)
        after = os.times()
        self.assertAlmostEqual(after.elapsed - before, 5)
        self.assertEqual(after.user, 0)


if __name__ == '__main__':
    unittest.main()
