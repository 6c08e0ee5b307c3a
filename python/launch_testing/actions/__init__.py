"""Actions in test descriptions."""
from .gtest import GTest
from .pytest import PyTest
from .ready import ReadyToTest
from .test import Test

__all__ = ['GTest', 'PyTest', 'ReadyToTest', 'Test']
