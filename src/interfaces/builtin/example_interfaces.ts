/** Field lists of `example_interfaces`. */
export const example_interfaces = {
  'msg/Bool': `bool data`,
  'msg/Byte': `byte data`,
  'msg/ByteMultiArray': `MultiArrayLayout layout
byte[] data`,
  'msg/Char': `char data`,
  'msg/Empty': ``,
  'msg/Float32': `float32 data`,
  'msg/Float32MultiArray': `MultiArrayLayout layout
float32[] data`,
  'msg/Float64': `float64 data`,
  'msg/Float64MultiArray': `MultiArrayLayout layout
float64[] data`,
  'msg/Int16': `int16 data`,
  'msg/Int16MultiArray': `MultiArrayLayout layout
int16[] data`,
  'msg/Int32': `int32 data`,
  'msg/Int32MultiArray': `MultiArrayLayout layout
int32[] data`,
  'msg/Int64': `int64 data`,
  'msg/Int64MultiArray': `MultiArrayLayout layout
int64[] data`,
  'msg/Int8': `int8 data`,
  'msg/Int8MultiArray': `MultiArrayLayout layout
int8[] data`,
  'msg/MultiArrayDimension': `string label
uint32 size
uint32 stride`,
  'msg/MultiArrayLayout': `MultiArrayDimension[] dim
uint32 data_offset`,
  'msg/String': `string data`,
  'msg/UInt16': `uint16 data`,
  'msg/UInt16MultiArray': `MultiArrayLayout layout
uint16[] data`,
  'msg/UInt32': `uint32 data`,
  'msg/UInt32MultiArray': `MultiArrayLayout layout
uint32[] data`,
  'msg/UInt64': `uint64 data`,
  'msg/UInt64MultiArray': `MultiArrayLayout layout
uint64[] data`,
  'msg/UInt8': `uint8 data`,
  'msg/UInt8MultiArray': `MultiArrayLayout layout
uint8[] data`,
  'msg/WString': `wstring data`,
  'srv/AddTwoInts': `int64 a
int64 b
---
int64 sum`,
  'srv/SetBool': `bool data
---
bool success
string message`,
  'srv/Trigger': `---
bool success
string message`,
  'action/Fibonacci': `int32 order
---
int32[] sequence
---
int32[] sequence`,
};
