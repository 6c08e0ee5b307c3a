"""Sources of launch descriptions."""
from ..invalid_launch_file_error import InvalidLaunchFileError
from .any_launch_file_utilities import (
    get_launch_description_from_any_launch_file, get_launch_description_from_frontend_launch_file)
from .launch_files import (
    AnyLaunchDescriptionSource, FrontendLaunchDescriptionSource, PythonLaunchDescriptionSource,
    XMLLaunchDescriptionSource, YAMLLaunchDescriptionSource)
from .python_files import (
    InvalidPythonLaunchFileError, get_launch_description_from_python_launch_file,
    load_python_launch_file_as_module)

__all__ = [
    'AnyLaunchDescriptionSource', 'FrontendLaunchDescriptionSource', 'InvalidLaunchFileError',
    'InvalidPythonLaunchFileError', 'PythonLaunchDescriptionSource', 'XMLLaunchDescriptionSource',
    'YAMLLaunchDescriptionSource', 'get_launch_description_from_any_launch_file',
    'get_launch_description_from_frontend_launch_file',
    'get_launch_description_from_python_launch_file', 'load_python_launch_file_as_module',
]
