"""Names used by the ament index."""
from orrery_interfaces.own_prefix import PREFIXES

AMENT_PREFIX_PATH_ENV_VAR = PREFIXES
RESOURCE_INDEX_SUBFOLDER = 'share/ament_index/resource_index'
#: Orrery's variable for folders of source trees.
SOURCES_VARIABLE = 'ORRERY_PACKAGES'
