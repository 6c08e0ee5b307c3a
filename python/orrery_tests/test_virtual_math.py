"""`math` in a guest: values of every machine, CPython's errors, and a report where the C library is another."""
import math
import struct
import unittest
from typing import Any
from unittest import mock

from orrery_guest import audit, virtual_math
from orrery_guest.guest import Guest

OWN = [name for name in ('acosh', 'cbrt', 'exp2', 'erf', 'erfc') if hasattr(math, name)]
#: As computed on x86-64 and on aarch64; the last digits of no C library.
VALUES = (
    ('acosh', 1.2345, '3fe581f3e43d3b91'),
    ('acosh', 7.5, '4005a0ec5d80d9e7'),
    ('cbrt', 2.0, '3ff428a2f98d728b'),
    ('exp2', 0.3, '3ff3b2c47bff8329'),
    ('erf', 0.7, '3fe5b08c21171646'),
    ('erf', 2.1, '3fefe7979b04d950'),
    ('erfc', 0.7, '3fd49ee7bdd1d374'),
    ('erfc', 3.3, '3ec9a661bcdec4ae'),
)


def outcome(function: Any, value: Any) -> Any:
    """What it returns, or the error that it raises."""
    try:
        return repr(function(value))
    except Exception as error:  # noqa: BLE001 - compared
        return type(error), str(error)


class OwnFunctions(unittest.TestCase):
    def test_bits(self) -> None:
        for name, argument, expected in VALUES:
            with self.subTest(name):
                value = getattr(virtual_math, name)(argument)
                self.assertEqual(struct.pack('>d', value).hex(), expected)

    def test_close_to_the_c_library(self) -> None:
        for name in OWN:
            function, original = getattr(virtual_math, name), getattr(math, name)
            for a, b in virtual_math.samples():
                x = 1.0 + 30.0 * a * b if name == 'acosh' else (12.0 * a - 6.0) * b
                with self.subTest(name, x=x):
                    self.assertTrue(math.isclose(function(x), original(x), rel_tol=2e-14))

    def test_errors_and_special_values(self) -> None:
        for name in OWN:
            for value in ('a', None, math.nan, math.inf, -math.inf, 10**400, 0.0, -0.0):
                with self.subTest(name, value=value):
                    function, original = getattr(virtual_math, name), getattr(math, name)
                    self.assertEqual(outcome(function, value), outcome(original, value))

    def test_whole_results(self) -> None:
        for n in range(1, 200):
            self.assertEqual(virtual_math.cbrt(-n**3), -n)
            self.assertEqual(virtual_math.exp2(n), 2.0**n)


class AnotherCLibrary(unittest.TestCase):
    def setUp(self) -> None:
        for name in [*OWN, *virtual_math.CHECKSUMS]:
            patch = mock.patch.object(math, name, getattr(math, name))
            patch.start()
            self.addCleanup(patch.stop)

    def test_is_reported_where_a_function_is_called(self) -> None:
        if any(virtual_math.checksum(name) != crc for name, crc in virtual_math.CHECKSUMS.items()):
            self.skipTest('the C library of this machine is another one')
        sine = math.sin
        virtual_math.install()
        self.assertIs(math.sin, sine)
        with mock.patch.dict(virtual_math.CHECKSUMS, {'tan': 0}):
            virtual_math.install()
        with mock.patch.object(audit, 'report') as report:
            self.assertEqual(math.sin(0.5), sine(0.5))
            report.assert_not_called()  # nobody runs this process
            with mock.patch.object(Guest, 'connected', True):
                self.assertEqual(math.sin(0.5), sine(0.5))
            report.assert_called_once_with('machine', 'math.sin() of this C library')

    def test_is_no_method_of_a_class(self) -> None:
        virtual_math.install()

        class Curve:
            function = math.erf

        self.assertEqual(Curve().function(0.0), 0.0)


if __name__ == '__main__':
    unittest.main()
