"""Stand-in of `ament_index_python`: finds packages and their resources.

Besides installation prefixes (`AMENT_PREFIX_PATH`) it finds packages in source trees, by their
`package.xml`, below the folders that `ORRERY_PACKAGES` lists: their folder is their share. The packages
that come with Orrery are in a prefix that is written when it is asked for (`own_packages.py`).
"""
from .constants import AMENT_PREFIX_PATH_ENV_VAR, RESOURCE_INDEX_SUBFOLDER
from .packages import (
    PackageNotFoundError, get_package_prefix, get_package_share_directory, get_package_share_path,
    get_packages_with_prefixes)
from .resources import (
    InvalidResourceNameError, InvalidResourceTypeNameError, get_resource, get_resource_types,
    get_resources, has_resource)
from .search_paths import get_search_paths

__all__ = [
    'AMENT_PREFIX_PATH_ENV_VAR', 'InvalidResourceNameError', 'InvalidResourceTypeNameError',
    'PackageNotFoundError', 'RESOURCE_INDEX_SUBFOLDER', 'get_package_prefix',
    'get_package_share_directory', 'get_package_share_path', 'get_packages_with_prefixes',
    'get_resource', 'get_resource_types', 'get_resources', 'get_search_paths', 'has_resource',
]
