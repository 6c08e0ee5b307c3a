"""Stubs are Python, and name what the classes have."""
import ast
import tempfile
import unittest

import orrery_interfaces
from orrery_stubs import write_interface_stubs, write_package_stubs
from orrery_stubs.package_stubs import stub_of_module

_MODULE = '''"""About it."""
from enum import Enum
from typing import Generic, TypeVar
from orrery_guest.guest import guest
from .other import Other

T = TypeVar('T')
LIMIT = 5
made = list(range(5))
first, second = guest.pair()
with guest:
    inside = guest.x

if LIMIT:
    def chosen(x: int = LIMIT) -> int:
        """Chosen."""
        return x
else:
    pass


class Colour(Enum):
    RED = some()


class Held:
    __class_getitem__ = classmethod(len)
    limit: int = LIMIT

    def __init__(self, value: T, other: Other = Other()) -> None:
        self.value = value
        self.count: int = 0
        self._own = 5

    @property
    def later(self) -> str:
        return ''
'''
_STUB = '''"""About it."""
from enum import Enum as Enum
from typing import Generic as Generic, TypeVar as TypeVar
guest = _Any
from .other import Other as Other
T = TypeVar('T')
LIMIT = 5
made: _Any
first: _Any
second: _Any
inside = guest.x
if LIMIT:

    def chosen(x: int=...) -> int:
        """Chosen."""
        ...

class Colour(Enum):
    RED = some()

class Held(_Generic[T,]):
    limit: int = LIMIT

    def __init__(self, value: T, other: Other=...) -> None:
        ...

    @property
    def later(self) -> str:
        ...
    value: T
    count: int
'''


class Stubs(unittest.TestCase):
    """Of all interfaces."""

    def test_stubs_say_what_the_classes_have(self) -> None:
        registry = orrery_interfaces.registry()
        with tempfile.TemporaryDirectory() as folder:
            for path in write_interface_stubs(registry, folder):
                with open(path, encoding='utf-8') as file:
                    tree = ast.parse(file.read())
                package, kind = path[len(folder) + 1:].split('/')[:2]
                for node in tree.body:
                    if not isinstance(node, ast.ClassDef):
                        continue
                    cls = registry.load(f'{package}/{kind}/{node.name}')
                    fields = [part.target.id for part in node.body
                              if isinstance(part, ast.AnnAssign)]
                    for name in fields:
                        self.assertTrue(hasattr(cls, name), f'{cls}.{name}')

    def test_stubs_of_modules_declare_what_they_define(self) -> None:
        self.assertEqual(stub_of_module(_MODULE).split("\n", 3)[3], _STUB)

    def test_stubs_of_packages_are_python(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            files = write_package_stubs(folder)
            self.assertIn(f'{folder}/rclpy/node.pyi', files)
            for path in files:
                with open(path, encoding='utf-8') as file:
                    ast.parse(file.read())


if __name__ == '__main__':
    unittest.main()
