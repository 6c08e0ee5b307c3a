"""Names that the ament index uses."""

AMENT_PREFIX_PATH_ENV_VAR = 'AMENT_PREFIX_PATH'
RESOURCE_INDEX_SUBFOLDER = 'share/ament_index/resource_index'
#: Folders of source trees; Orrery's own.
SOURCES_VARIABLE = 'ORRERY_PACKAGES'
