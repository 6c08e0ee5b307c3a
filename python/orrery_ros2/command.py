"""`ros2 COMMAND VERB …` as a program of a run: `main` reads the words from the command line."""
from __future__ import annotations

import argparse
import importlib
import sys
from types import ModuleType
from typing import Dict, Optional

#: The module of each command, which has a function `add_VERB` for each verb.
_MODULES: Dict[str, str] = {
    'action': 'actions', 'bag': 'bags', 'lifecycle': 'lifecycle_nodes', 'node': 'nodes', 'param': 'parameters',
    'service': 'services', 'topic': 'topics'}


def main(words: Optional[list[str]] = None) -> int:
    """Do what the words say; returns the exit code."""
    name, *rest = sys.argv[1:] if words is None else words
    module = importlib.import_module(f'.{_MODULES[name]}', __package__)
    parser = argparse.ArgumentParser(prog=f'ros2 {name}', allow_abbrev=False)
    verbs = parser.add_subparsers(dest='verb', required=True, metavar='VERB')
    for verb, function in _verbs(module).items():
        function(verbs.add_parser(verb, allow_abbrev=False))
    options = parser.parse_args(rest)
    try:
        return options.run(options) or 0
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1


def _verbs(module: ModuleType) -> Dict[str, object]:
    """What `add_VERB` functions add, by their verbs."""
    return {name[len('add_'):]: value for name, value in vars(module).items() if name.startswith('add_')}
