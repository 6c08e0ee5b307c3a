"""Tests of Orrery's Python packages; `npm test` runs them when there is a Python 3.10 or newer."""
