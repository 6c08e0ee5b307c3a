"""Definitions that describe too much are refused before anything is made of them."""
from __future__ import annotations

import unittest
from typing import Dict, List, Optional

from orrery_interfaces.names import InterfaceName
from orrery_interfaces.parser import DefinitionError
from orrery_interfaces.registry import Registry
from orrery_interfaces.sources import Definition


class _Texts:
    """Definitions of the package `p`, given as text."""

    def __init__(self, texts: Dict[str, str]) -> None:
        self.texts = texts

    def packages(self) -> List[str]:
        return ['p']

    def interfaces(self, package: str) -> List[InterfaceName]:
        return [InterfaceName('p', 'msg', name) for name in self.texts]

    def find(self, name: InterfaceName) -> Optional[Definition]:
        text = self.texts.get(name.name)
        return None if text is None else Definition(text, '')


def registry(texts: Dict[str, str]) -> Registry:
    return Registry([_Texts(texts)], 'jazzy', True)  # type: ignore[list-item]


def chain(count: int, line: str, last: str = 'uint8 x') -> Dict[str, str]:
    """Types T0, T1, …: each has the line with the next one's number in it."""
    texts = {f'T{i}': line.replace('#', f'T{i + 1}') for i in range(count - 1)}
    return {**texts, f'T{count - 1}': last}


class Bombs(unittest.TestCase):
    """Each would take all memory, all time or all of the stack."""

    def refused(self, texts: Dict[str, str], problem: str) -> None:
        for use in ('load', 'message'):
            with self.assertRaises(DefinitionError) as caught:
                getattr(registry(texts), use)('p/msg/T0')
            self.assertIn(problem, str(caught.exception))
            self.assertLess(len(str(caught.exception)), 500)

    def test_depth(self) -> None:
        self.refused(chain(10_000, '# a'), 'nests messages more than 64 deep')
        self.refused(chain(65, '#[] a'), 'nests messages more than 64 deep')
        registry(chain(64, '#[] a')).load('p/msg/T0')()

    def test_depth_that_comes_together_from_parts(self) -> None:
        texts = chain(60, '# a')
        found = registry({**texts, 'U': 'T0 a', **{f'V{i}': f'V{i + 1} a' for i in range(9)},
                          'V9': 'T0 a'})
        found.load('p/msg/T0')
        with self.assertRaises(DefinitionError):
            found.load('p/msg/V0')

    def test_values(self) -> None:
        problem = 'values, more than the limit of 1000000'
        self.refused({'T0': 'T1[100000] a', 'T1': 'T2[100000] a', 'T2': 'uint8 x'}, problem)
        self.refused({'T0': 'T1[] a', 'T1': 'T2[100000] a', 'T2': 'T3[100000] a', 'T3': ''}, problem)
        self.refused(chain(22, '# a\n# b'), problem)
        self.refused(chain(60, '#[] a\n#[] b'), problem)
        self.refused({'T0': 'string[1000001] a'}, problem)

    def test_bytes(self) -> None:
        self.refused({'T0': 'float64[4294967295] a'}, 'bytes, more than the message limit')

    def test_fields_and_text(self) -> None:
        self.refused({'T0': '\n'.join(f'uint8 f{i}' for i in range(5000))},
                     'more than the limit of 4096 fields')
        self.refused({'T0': '#' * 2_000_000}, 'characters, more than the limit')

    def test_bounds(self) -> None:
        self.refused({'T0': f"string<={'9' * 5000} a"[:400]}, 'is out of range')
        made = registry({'T0': 'string<=4294967295 a\nstring<=4294967295[<=4294967295] b'})
        self.assertEqual(made.load('p/msg/T0')().a, '')

    def test_cycles(self) -> None:
        self.refused({'T0': 'T0 a'}, 'contains itself')
        self.refused({'T0': 'T1[] a', 'T1': 'T0 a'}, 'contains itself')

    def test_a_type_that_is_used_often_is_looked_at_once(self) -> None:
        registry(chain(18, '#[] a\n#[] b')).load('p/msg/T0')


if __name__ == '__main__':
    unittest.main()
