"""What a node logs cannot act on the terminal."""
from __future__ import annotations

import contextlib
import io
import unittest
from typing import Any

import orrery_interfaces

orrery_interfaces.install()

from rclpy.impl import log_output  # noqa: E402
from rclpy.impl.logging_severity import LoggingSeverity  # noqa: E402


class Lines(unittest.TestCase):
    """Colours pass; everything else that controls a terminal is shown."""

    def said(self, message: str) -> str:
        caller: Any = None
        with contextlib.redirect_stderr(io.StringIO()) as out:
            log_output.write('n', LoggingSeverity.INFO, message, caller)
        return out.getvalue()

    def test_control_characters_are_shown(self) -> None:
        said = self.said('\x1b[31mred\x1b[0m \x1b[2J\x1b]0;owned\x07\x9b1A\rover')
        self.assertIn('\x1b[31mred\x1b[0m \\u001b[2J\\u001b]0;owned\\u0007\\u009b1A\\u000dover', said)

    def test_lines_and_tabs_stay(self) -> None:
        self.assertIn('a\tb\r\nc\nd\n', self.said('a\tb\r\nc\nd'))


    def test_the_root_may_have_no_level_of_its_own(self) -> None:
        self.addCleanup(log_output.reset_levels)
        log_output.set_level('', 0)
        self.assertEqual(log_output.effective_level(''), 0)
        log_output.set_level('', 30)
        self.assertEqual(log_output.effective_level('a.b'), 30)


if __name__ == '__main__':
    unittest.main()
