/** Field lists of `test_msgs`. Most of them repeat every primitive type in one way or another. */

/** Per primitive: a constant or default value, and the default of an array. */
const PRIMITIVES: readonly (readonly [type: string, value: string, array: string])[] = [
  ['bool', 'true', '[false, true, false]'],
  ['byte', '50', '[0, 1, 255]'],
  ['char', '100', '[0, 1, 127]'],
  ['float32', '1.125', '[1.125, 0.0, -1.125]'],
  ['float64', '1.125', '[3.1415, 0.0, -3.1415]'],
  ['int8', '-50', '[0, 127, -128]'],
  ['uint8', '200', '[0, 1, 255]'],
  ['int16', '-1000', '[0, 32767, -32768]'],
  ['uint16', '2000', '[0, 1, 65535]'],
  ['int32', '-30000', '[0, 2147483647, -2147483648]'],
  ['uint32', '60000', '[0, 1, 4294967295]'],
  ['int64', '-40000000', '[0, 9223372036854775807, -9223372036854775808]'],
  ['uint64', '50000000', '[0, 1, 18446744073709551615]'],
];
const STRING = ['string', '', '["", "max value", "min value"]'] as const;

const each = (line: (type: string, value: string) => string) =>
  PRIMITIVES.map(([type, value]) => line(type, value)).join('\n');

/** Every primitive and three messages as arrays, then every primitive with a default. */
function arraysOf(suffix: string, types = [...PRIMITIVES, STRING]): string {
  return [
    ...types.map(([type]) => `${type}${suffix} ${type}_values`),
    `BasicTypes${suffix} basic_types_values`,
    `Constants${suffix} constants_values`,
    `Defaults${suffix} defaults_values`,
    ...types.map(([type, , array]) => `${type}${suffix} ${type}_values_default ${array}`),
  ].join('\n');
}

const BASIC_TYPES = each((type) => `${type} ${type}_value`);

const stringsOf = (type: string, prefix: string) => `${type} ${prefix}
${type} ${prefix}_default1 "Hello world!"
${type} ${prefix}_default2 "Hello'world!"
${type} ${prefix}_default3 'Hello"world!'
${type} ${prefix}_default4 'Hello\\'world!'
${type} ${prefix}_default5 "Hello\\"world!"`;

const NESTED_PARTS = `Builtins nested_field_no_pkg
BasicTypes nested_field
builtin_interfaces/Time nested_different_pkg`;

export const test_msgs = {
  'msg/Arrays': `${arraysOf('[3]')}
int32 alignment_check`,
  'msg/BasicTypes': BASIC_TYPES,
  'msg/BoundedPlainSequences': `${arraysOf('[<=3]', [...PRIMITIVES])}
int32 alignment_check`,
  'msg/BoundedSequences': `${arraysOf('[<=3]')}
int32 alignment_check`,
  'msg/Constants': each((type, value) => `${type} ${type.toUpperCase()}_CONST=${value}`),
  'msg/Defaults': each((type, value) => `${type} ${type}_value ${value}`),
  'msg/Empty': ``,
  'msg/KeyedLong': `int32 key
int32 value`,
  'msg/KeyedString': `string key
string value`,
  'msg/MultiNested': `Arrays[3] array_of_arrays
BoundedSequences[3] array_of_bounded_sequences
UnboundedSequences[3] array_of_unbounded_sequences
Arrays[<=3] bounded_sequence_of_arrays
BoundedSequences[<=3] bounded_sequence_of_bounded_sequences
UnboundedSequences[<=3] bounded_sequence_of_unbounded_sequences
Arrays[] unbounded_sequence_of_arrays
BoundedSequences[] unbounded_sequence_of_bounded_sequences
UnboundedSequences[] unbounded_sequence_of_unbounded_sequences`,
  'msg/Nested': `BasicTypes basic_types_value`,
  'msg/Strings': `${stringsOf('string', 'string_value')}
string STRING_CONST="Hello world!"
${stringsOf('string<=22', 'bounded_string_value')}`,
  'msg/UnboundedSequences': `${arraysOf('[]')}
int32 alignment_check`,
  'msg/WStrings': `wstring wstring_value
wstring wstring_value_default1 "Hello world!"
wstring wstring_value_default2 "Hellö wörld!"
wstring wstring_value_default3 "ハローワールド"
wstring[3] array_of_wstrings
wstring[<=3] bounded_sequence_of_wstrings
wstring[] unbounded_sequence_of_wstrings`,
  'srv/Arrays': `${arraysOf('[3]')}
---
${arraysOf('[3]')}`,
  'srv/BasicTypes': `${BASIC_TYPES}
string string_value
---
${BASIC_TYPES}
string string_value`,
  'srv/Empty': `---`,
  'action/Fibonacci': `int32 order
---
int32[] sequence
---
int32[] sequence`,
  'action/NestedMessage': `${NESTED_PARTS}
---
${NESTED_PARTS}
---
${NESTED_PARTS}`,
};
