"""The messages of `test_msgs.message_fixtures` go to bytes and back."""
import unittest

import orrery_interfaces

orrery_interfaces.install()

from test_msgs import message_fixtures  # noqa: E402


class Fixtures(unittest.TestCase):
    """All of them."""

    def test_all_survive(self) -> None:
        for name in message_fixtures._BY_NAME:
            for message in message_fixtures.get_test_msg(name):
                data = orrery_interfaces.serialize(message)
                again = orrery_interfaces.deserialize(data, type(message))
                self.assertEqual(repr(again), repr(message))
                orrery_interfaces.check_fields(message)
        with self.assertRaises(NotImplementedError):
            message_fixtures.get_test_msg('Nothing')


if __name__ == '__main__':
    unittest.main()
