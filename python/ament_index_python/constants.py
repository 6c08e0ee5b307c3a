"""Names used by the ament index."""

AMENT_PREFIX_PATH_ENV_VAR = 'AMENT_PREFIX_PATH'
RESOURCE_INDEX_SUBFOLDER = 'share/ament_index/resource_index'
#: Orrery's variable for folders of source trees.
SOURCES_VARIABLE = 'ORRERY_PACKAGES'
