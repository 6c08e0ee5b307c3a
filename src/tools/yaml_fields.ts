/** Message values from the command line: YAML, as ROS 2 reads it. */
import { parse } from 'yaml';
import { OrreryError } from '../errors/index.js';
import type { MessageObject, MessageType } from '../interfaces/index.js';

/**
 * Returns a function that makes the message of a YAML text for a given time (ms since 1970). A header given as
 * `auto` and a time given as `now` get that time, as in ROS 2.
 *
 * @throws OrreryError `ORR_TOOL_VALUES`, `ORR_MESSAGE_FIELD`
 */
export function stampedFields(type: MessageType, text: string): (now: number) => MessageObject {
  const value = yamlOf(text);
  const stamps: string[][] = [];
  const plain = withoutWords(type, value, [], stamps);
  const message = fieldsOf(type, plain, text);
  return (now) => {
    if (stamps.length === 0) return message;
    const stamp = { sec: Math.floor(now / 1000), nanosec: (now % 1000) * 1_000_000 };
    const stamped = type.normalize(message);
    for (const path of stamps) Object.assign(fieldOf(stamped, path.join('.')) as object, stamp);
    return stamped;
  };
}

const TIME = 'builtin_interfaces/msg/Time';

/** The value without `auto` and `now`; the paths of both are added to `stamps`. */
function withoutWords(
  type: MessageType,
  value: unknown,
  path: readonly string[],
  stamps: string[][],
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const nested = type.members.find(({ field }) => field.name === name)?.nested;
    const place = [...path, name];
    if (nested?.name === TIME && item === 'now') stamps.push(place);
    else if (nested?.name === 'std_msgs/msg/Header' && item === 'auto') {
      stamps.push([...place, 'stamp']);
    } else plain[name] = nested === undefined ? item : withoutWords(nested, item, place, stamps);
  }
  return plain;
}

/**
 * The message of a YAML text such as `{data: hello}`; fields that the text leaves out have their defaults.
 *
 * @throws OrreryError `ORR_TOOL_VALUES`, `ORR_MESSAGE_FIELD`
 */
export function readFields(type: MessageType, text: string): MessageObject {
  return fieldsOf(type, yamlOf(text), text);
}

function yamlOf(text: string): unknown {
  try {
    return parse(text, { version: '1.1', intAsBigInt: false, maxAliasCount: 100 });
  } catch (cause) {
    throw new OrreryError(
      'ORR_TOOL_VALUES',
      `The values "${text}" are not YAML; write e.g. '{data: hello}'.`,
      { cause },
    );
  }
}

function fieldsOf(type: MessageType, value: unknown, text: string): MessageObject {
  if (value === null || value === undefined) return type.create();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new OrreryError(
      'ORR_TOOL_VALUES',
      `The values "${text}" are not fields of ${type.name}; write e.g. '{data: hello}'.`,
    );
  }
  return type.normalize(value, { strict: true });
}

/** A field by its path, e.g. `pose.position.x`, `transforms[0].header`; undefined when there is none. */
export function fieldOf(message: unknown, path: string): unknown {
  let value = message;
  for (const part of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
