"""Stubs are Python, and name what the classes have."""
import ast
import tempfile
import unittest

import orrery_interfaces
from orrery_interfaces.stubs import write_stubs


class Stubs(unittest.TestCase):
    """Of all interfaces."""

    def test_stubs_say_what_the_classes_have(self) -> None:
        registry = orrery_interfaces.registry()
        with tempfile.TemporaryDirectory() as folder:
            for path in write_stubs(registry, folder):
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


if __name__ == '__main__':
    unittest.main()
