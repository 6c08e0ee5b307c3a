"""The messages and services of `test_msgs` go to bytes and back."""
import unittest
from typing import Any

import orrery_interfaces

orrery_interfaces.install()

from test_msgs import message_fixtures, service_fixtures  # noqa: E402


class Fixtures(unittest.TestCase):
    """All of them."""

    def _survives(self, message: Any) -> None:
        data = orrery_interfaces.serialize(message)
        again = orrery_interfaces.deserialize(data, type(message))
        self.assertEqual(repr(again), repr(message))
        orrery_interfaces.check_fields(message)

    def test_messages_survive(self) -> None:
        for name in message_fixtures._BY_NAME:
            for message in message_fixtures.get_test_msg(name):
                self._survives(message)
        with self.assertRaises(NotImplementedError):
            message_fixtures.get_test_msg('Nothing')

    def test_services_survive_and_a_request_has_one_response(self) -> None:
        for name in service_fixtures._BY_NAME:
            pairs = service_fixtures.get_test_srv(name)
            for request, response in pairs:
                self._survives(request)
                self._survives(response)
            self.assertEqual(len({repr(request) for request, _ in pairs}), len(pairs))
        with self.assertRaises(NotImplementedError):
            service_fixtures.get_test_srv('Nothing')


if __name__ == '__main__':
    unittest.main()
