"""The stand-in of typing_extensions, for machines without it."""

import importlib.util
import os
import typing
import unittest
import warnings

import orrery_fallbacks

_PATH = os.path.join(os.path.dirname(orrery_fallbacks.__file__), 'typing_extensions.py')
_SPEC = importlib.util.spec_from_file_location('small_typing_extensions', _PATH)
small = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(small)


class TypingExtensionsTest(unittest.TestCase):
    def test_names_of_typing_are_those_of_typing(self):
        for name in ('TypeAlias', 'Protocol', 'TypedDict', 'Literal', 'ParamSpec', 'Final'):
            self.assertIs(getattr(small, name), getattr(typing, name))
        with self.assertRaisesRegex(AttributeError, 'no attribute'):
            small.Nothing

    def test_annotations_can_be_evaluated(self):
        item = small.TypeVar('item', default=int, infer_variance=True)

        class Settings(small.TypedDict, total=False):
            name: small.NotRequired[str]
            number: small.Required[int]

        class Chain(small.Generic[item]):
            def then(self, **settings: small.Unpack[Settings]) -> typing.Optional[small.Self]:
                return self

            @small.override
            def __repr__(self) -> small.LiteralString:
                return 'chain'

            def holds(self, value: object) -> small.TypeIs[int]:
                return True

            def end(self) -> small.Never:
                small.assert_never(self)

        self.assertEqual(repr(Chain[int]().then(name='a')), 'chain')
        self.assertTrue(Chain().holds(1))
        with self.assertRaisesRegex(AssertionError, 'chain'):
            Chain().end()

    def test_what_is_deprecated_warns(self):
        @small.deprecated('use another')
        def old(value):
            return value

        @small.deprecated('use another class')
        class Old:
            def __init__(self, value):
                self.value = value

        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter('always')
            self.assertEqual((old(1), Old(2).value), (1, 2))
        self.assertEqual([str(each.message) for each in seen], ['use another', 'use another class'])
        self.assertTrue(all(each.filename == __file__ for each in seen))
        self.assertEqual((old.__name__, old.__deprecated__), ('old', 'use another'))


if __name__ == '__main__':
    unittest.main()
