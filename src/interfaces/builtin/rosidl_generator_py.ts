/** Field lists of `rosidl_generator_py`, whose Python classes upstream tests as generated. */
import { test_msgs } from './test_msgs.js';

/** Upstream generates these from the same files in both packages. */
const SHARED = [
  'msg/Arrays',
  'msg/BasicTypes',
  'msg/BoundedPlainSequences',
  'msg/BoundedSequences',
  'msg/Constants',
  'msg/Defaults',
  'msg/Empty',
  'msg/MultiNested',
  'msg/Nested',
  'msg/Strings',
  'msg/UnboundedSequences',
  'msg/WStrings',
] as const;

const idl = (name: string, fields: string) =>
  `module rosidl_generator_py { module msg { struct ${name} { ${fields} }; }; };`;

export const rosidl_generator_py: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SHARED.map((name) => [name, test_msgs[name]])),
  'msg/BuiltinTypeSequencesIdl.idl': idl(
    'BuiltinTypeSequencesIdl',
    'sequence<char> char_sequence_unbounded;',
  ),
  'msg/ByteArray': `byte[] data`,
  'msg/Float': `float32 float_value`,
  'msg/Property': `string property
string anything`,
  'msg/StringArrays': `string<=5[3] ub_string_static_array_value
string<=5[<=10] ub_string_ub_array_value
string<=5[] ub_string_dynamic_array_value
string[] string_dynamic_array_value
string[3] string_static_array_value
string[<=10] string_bounded_array_value
string[] def_string_dynamic_array_value ["What", "a", "wonderful", "world", "!"]
string[3] def_string_static_array_value ["Hello", "World", "!"]
string[<=10] def_string_bounded_array_value ['Hello', 'World', "!"]
string[] def_various_quotes ["H\\"el'lo", 'Wo\\'r"ld']
string[] def_various_commas ["Hel,lo", ',World', abcd , "!,",]`,
  'msg/TestDeprecated.idl': idl(
    'TestDeprecated',
    '@deprecated(text="Use distance_meters instead") uint8 distance_cm; double distance_meters;',
  ),
};
