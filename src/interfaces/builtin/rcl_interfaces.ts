/** Field lists of `rcl_interfaces`: services, and the messages that Humble lacks. */
export const rcl_interfaces = {
  'msg/LoggerLevel': `uint8 LOG_LEVEL_UNKNOWN=0
uint8 LOG_LEVEL_DEBUG=10
uint8 LOG_LEVEL_INFO=20
uint8 LOG_LEVEL_WARN=30
uint8 LOG_LEVEL_ERROR=40
uint8 LOG_LEVEL_FATAL=50
string name
uint32 level`,
  'msg/SetLoggerLevelsResult': `bool successful
string reason`,
  'srv/DescribeParameters': `string[] names
---
ParameterDescriptor[] descriptors`,
  'srv/GetLoggerLevels': `string[] names
---
LoggerLevel[] levels`,
  'srv/GetParameterTypes': `string[] names
---
uint8[] types`,
  'srv/GetParameters': `string[] names
---
ParameterValue[] values`,
  'srv/ListParameters': `uint64 DEPTH_RECURSIVE=0
string[] prefixes
uint64 depth
---
ListParametersResult result`,
  'srv/SetLoggerLevels': `LoggerLevel[] levels
---
SetLoggerLevelsResult[] results`,
  'srv/SetParameters': `Parameter[] parameters
---
SetParametersResult[] results`,
  'srv/SetParametersAtomically': `Parameter[] parameters
---
SetParametersResult result`,
};
