"""Evaluates one launch file."""
from __future__ import annotations

import os
import re
import sys
import traceback
from typing import Any, Dict, List, Optional, Tuple

import orrery_interfaces
from ament_index_python import PackageNotFoundError
from ament_index_python import left_out
from orrery_guest import watched_environment
from orrery_guest.packages import package_of
from orrery_interfaces.own_prefix import announce

_QUOTED = re.compile(r"'([^']+)'")
#: Stored in launch configurations during an evaluation, but not configurations.
_INTERNAL = ('ros_namespace', 'global_params', 'ros_remaps')


#: Reads of environment variables that the run was not given, and their places.
_withheld_reads: List[Dict[str, Any]] = []


def _note_withheld(what: str, place: Tuple[str, int]) -> None:
    file, line = place
    read = {'what': what, 'place': {'file': os.path.abspath(file), 'line': line, 'column': 1}}
    if read not in _withheld_reads:
        _withheld_reads.append(read)


def new_context(request: Dict[str, Any]) -> Any:
    from launch import LaunchContext
    configurations = request.get('configurations', {})
    context = LaunchContext(argv=[f'{name}:={value}' for name, value in configurations.items()])
    context.launch_configurations.update(configurations)
    for name, key in zip(_INTERNAL, ('namespace', 'parameters', 'remaps')):
        if request.get(key):
            context.launch_configurations[name] = request[key]
    context.environment = dict(request.get('env', {}))
    context.initial_environment = dict(request.get('initialEnv', context.environment))
    return context


def evaluate(file: str, context: Any) -> None:
    """Evaluate a launch file. Raises whatever it raises."""
    from launch.launch_service import LaunchService
    from launch.visit import visit_all
    LaunchService.belongs_to_orrery = True
    visit_all([include_of(file, context)], context)
    context.warn_of_unstarted()


def include_of(file: str, context: Any) -> Any:
    """The action that includes a launch file as the main one."""
    from launch.given_values import GivenWords
    from launch.actions import IncludeLaunchDescription
    from launch.launch_description_sources import PythonLaunchDescriptionSource
    from launch.logging import LaunchConfig
    LaunchConfig.belongs_to_orrery = True
    # Main functions of scripts and some substitutions read the command line.
    sys.argv = GivenWords([file, *list.copy(context.argv)])
    sys.path.insert(0, os.path.dirname(file))
    include = IncludeLaunchDescription(PythonLaunchDescriptionSource(file))
    include.given_before = [name for name, _ in context.launch_configurations.quiet_items()]
    return include


def result_of(context: Any) -> Dict[str, Any]:
    from launch.given_values import READS
    return {
        'actions': context.actions,
        'reactions': context.reactions,
        'arguments': list(context.declared.values()),
        'configurations': {name: value for name, value in context.launch_configurations.quiet_items()
                           if name not in _INTERNAL and isinstance(value, str)},
        'warnings': context.warnings,
        'withheld': _withheld_reads,
        'reads': list(READS.names),
        'readsEverything': READS.everything,
        'leftOut': sorted(left_out.USED),
        'mayDeclareMore': READS.may_declare_more,
    }


def explain(error: BaseException) -> str:
    """The text of an error, and what to do where a package or a variable is missing."""
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    advice = _advice(error)
    return text if advice is None else f'{text} ({advice})'


def _advice(error: BaseException) -> Optional[str]:
    from launch.substitutions import SubstitutionFailure
    if isinstance(error, ModuleNotFoundError):
        return package_of(error.name or '') or (
            f'put the package that has it into the workspace, or install it for {sys.executable}')
    package = _missing_package(error)
    if package is not None:
        return ('put its sources into the workspace, or its installation into AMENT_PREFIX_PATH; '
                f'--without {package} leaves out what it starts')
    configuration = getattr(error, 'configuration', None)
    if configuration is not None:
        return f'no file has declared or set it before; give it with {configuration}:=VALUE'
    variable = _missing_variable(error)
    if variable is None:
        return None
    what = '' if isinstance(error, SubstitutionFailure) else 'a variable of the environment that the run was not given: '
    return f'{what}give it with --env {variable}'


def _missing_package(error: Optional[BaseException]) -> Optional[str]:
    while error is not None and not isinstance(error, PackageNotFoundError):
        error = error.__cause__ or error.__context__
    found = None if error is None else _QUOTED.search(str(error.args[0]))
    return None if found is None else found[1]


def _missing_variable(error: BaseException) -> Optional[str]:
    """The name that a file has looked up in vain, in `os.environ` or by a substitution."""
    if not isinstance(error, KeyError):
        return getattr(error, 'variable', None)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return str(error.args[0]) if last.filename in (os.__file__, '<frozen os>') else None


def answer(request: Dict[str, Any]) -> Dict[str, Any]:
    """The answer to a request, including errors."""
    orrery_interfaces.install()
    from launch.place import place_of_error
    from nav2_common.launch.made_files import remove_made_files
    announce()
    left_out.PACKAGES.update(request.get('without', []))
    context = new_context(request)
    watched_environment.install(request.get('withheld', []), _note_withheld)
    try:
        evaluate(request['file'], context)
    except BaseException as error:
        return {**result_of(context), 'error': {
            'type': type(error).__name__, 'message': explain(error), 'place': place_of_error(error)}}
    finally:
        remove_made_files()
    return result_of(context)
