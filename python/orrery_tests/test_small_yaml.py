"""The small `yaml`: known texts, and PyYAML's own opinion where it is installed."""
import importlib
import importlib.util
import os
import random
import sys
import unittest
from typing import Any

import orrery_fallbacks

FOLDER = os.path.dirname(orrery_fallbacks.__file__)


def small_yaml() -> Any:
    """The small one, whatever is installed."""
    spec = importlib.util.spec_from_file_location(
        'small_yaml', os.path.join(FOLDER, 'yaml', '__init__.py'),
        submodule_search_locations=[os.path.join(FOLDER, 'yaml')])
    module = importlib.util.module_from_spec(spec)
    sys.modules['small_yaml'] = module
    spec.loader.exec_module(module)
    return module


yaml = small_yaml()

TEXTS = [
    'a: 1', 'a: 1\nb:\n  c: [1, 2.5, x]\n  d: {e: true, f: null}\n', '- 1\n- a: 2\n  b: 3\n-\n  - x\n',
    'k:\n- 1\n- 2\nm: z', "s: 'it''s'\nt: \"a\\nb\\u0041\"\n", '# c\na: 1 # x\nb: "#no"\nc: a#b\n',
    'x: |\n  line1\n   line2\n\n  line3\ny: >\n  folded\n  text\n\n  new\nz: >-\n  a\n  b\n',
    '/**:\n  ros__parameters:\n    e: 1e5\n    f: 1.0e+5\n    g: 0x1F\n    n: ~\n    u: on\n',
    'a: &x {b: 1}\nc: *x\n', '- {a: 1,\n   b: 2}\n- [1,\n  2]\n', '---\na: 1\n', 'a: !!str 5\n',
    '- -1\n- -.5\n- 1_000\n- .inf\n- "-"\n- - -1', 'a: b c\n  d e\n', '"q": 1\n1: 2\ntrue: x\n',
]


def random_data(chance: random.Random, depth: int = 0) -> Any:
    """Nested plain data with awkward texts."""
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind < 3:
        return [chance.randint(-9, 9), round(chance.uniform(-5, 5), 3), None][kind]
    if kind < 6:
        return ''.join(chance.choice('ab1 :-#\'"[]{},.\\nx/*&!|>%@~') for _ in range(
            chance.randrange(8)))
    if kind == 6:
        return [random_data(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {f'k{i} ': random_data(chance, depth + 1) for i in range(chance.randrange(4))}


class Texts(unittest.TestCase):
    """What is read and written."""

    def test_data_comes_back(self) -> None:
        chance = random.Random(1)
        for _ in range(500):
            data = random_data(chance)
            for flow in (True, False):
                text = yaml.dump(data, default_flow_style=flow)
                self.assertEqual(yaml.safe_load(text), data, text)

    def test_mistakes_are_refused(self) -> None:
        for text in ('a: [1', 'a: b: c', '{a', '\ta: 1', 'a: "x', '- a\nb: 1', 'a: 1\n b: 2', '*x'):
            with self.assertRaises(yaml.YAMLError, msg=text):
                yaml.safe_load(text)

    @unittest.skipUnless(importlib.util.find_spec('yaml'), 'PyYAML is not there')
    def test_pyyaml_agrees(self) -> None:
        real = importlib.import_module('yaml')
        for text in TEXTS:
            self.assertEqual(yaml.safe_load(text), real.safe_load(text), text)
        chance = random.Random(2)
        for _ in range(200):
            data = random_data(chance)
            self.assertEqual(yaml.safe_load(real.dump(data, width=10 ** 9)), data)
            self.assertEqual(real.safe_load(yaml.dump(data)), data)


if __name__ == '__main__':
    unittest.main()
