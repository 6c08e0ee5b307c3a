"""The command: runs the launch tests of a file."""
from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from typing import Any, List, Optional

from .junitxml import unittestResultsToXml
from .loader import LoadTestsFromPythonModule
from .parse_arguments import parse_launch_arguments
from .test_runner import LaunchTestRunner


def run_module(module: Any, name: str, words: List[str]) -> int:
    """Runs the tests of a module; returns the exit code."""
    options = _options(name, words)
    return 2 if options is None else _run(module, name, options)


def _run(module: Any, name: str, options: argparse.Namespace) -> int:
    suite = f'{options.package_name or name}.{name}'
    runs = LoadTestsFromPythonModule(module, name=f'{suite}.launch_tests')
    runner = LaunchTestRunner(runs, options.launch_arguments, options.verbose)
    try:
        runner.validate()
        parse_launch_arguments(options.launch_arguments)
    except (TypeError, RuntimeError) as error:
        print(f'{name}: {error}', file=sys.stderr)
        return 2
    if options.show_args or options.print_description:
        _show(runs[0].get_launch_description(), options)
        return 0
    by_run = runner.run()
    if options.junit_xml is not None:
        unittestResultsToXml(name=suite, test_results=by_run).write(
            options.junit_xml, encoding='utf-8', xml_declaration=True)
    results = by_run.values()
    tests = sum(each.testsRun for each in results)
    failed = sum(len(each.failures) + len(each.errors) for each in results)
    print(f'{tests} tests in {len(results)} launches, {failed} failed')
    return 0 if len(results) == len(runs) and all(each.wasSuccessful() for each in results) else 1


def _options(name: str, words: List[str], *, with_file: bool = False
             ) -> Optional[argparse.Namespace]:
    parser = argparse.ArgumentParser(prog=name, exit_on_error=False)
    if with_file:
        parser.add_argument('test_file')
    parser.add_argument('-v', '--verbose', action='store_true')
    parser.add_argument('-s', '--show-args', '--show-arguments', action='store_true')
    parser.add_argument('-p', '--print-description', action='store_true')
    # The run's domain is used, since a run is isolated anyway.
    parser.add_argument('-i', '--isolated', '--disable-isolation', action='store_true')
    parser.add_argument('--junit-xml', metavar='FILE')
    parser.add_argument('--package-name')
    parser.add_argument('launch_arguments', nargs='*', metavar='name:=value')
    try:
        return parser.parse_intermixed_args(words)
    except (argparse.ArgumentError, SystemExit) as error:
        if isinstance(error, argparse.ArgumentError):
            print(f'{name}: {error}', file=sys.stderr)
        return None


def _show(description: Any, options: argparse.Namespace) -> None:
    if options.print_description:
        from launch import LaunchIntrospector
        print(LaunchIntrospector().format_launch_description(description))
        return
    print("Arguments (pass arguments as '<name>:=<value>'):")
    arguments = description.get_launch_arguments()
    if not arguments:
        print('\n  No arguments.')
    for argument in arguments:
        print(f"\n    '{argument.name}':\n        {argument.description}")
        if argument.default_value is not None:
            default = ''.join(part.describe() for part in argument.default_value)
            print(f'        (default: {default})')


def main(words: Optional[List[str]] = None) -> int:
    """`launch_test FILE [name:=value …]`."""
    options = _options('launch_test', sys.argv[1:] if words is None else words, with_file=True)
    if options is None:
        return 2
    path = os.path.abspath(options.test_file)
    spec = importlib.util.spec_from_file_location(os.path.basename(path).split('.')[0], path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        print(f'{options.test_file} is not a Python file', file=sys.stderr)
        return 2
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.dirname(path))
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, 'generate_test_description'):
        print(f'{options.test_file} has no generate_test_description', file=sys.stderr)
        return 2
    return _run(module, spec.name, options)


if __name__ == '__main__':
    sys.exit(main())
