/** Values of messages as they are given on a command line: YAML, as ROS 2 reads it. */
import { parse } from 'yaml';
import { OrreryError } from '../errors/index.js';
import type { MessageObject, MessageType } from '../interfaces/index.js';

/**
 * The message that a text such as `{data: hello}` gives; what it leaves out has its default.
 *
 * @throws OrreryError `ORR_TOOL_VALUES`, `ORR_MESSAGE_FIELD`
 */
export function readFields(type: MessageType, text: string): MessageObject {
  let value: unknown;
  try {
    value = parse(text, { version: '1.1', intAsBigInt: false, maxAliasCount: 100 });
  } catch (cause) {
    throw new OrreryError(
      'ORR_TOOL_VALUES',
      `The values "${text}" are not YAML; write e.g. '{data: hello}'.`,
      { cause },
    );
  }
  if (value === null || value === undefined) return type.create();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new OrreryError(
      'ORR_TOOL_VALUES',
      `The values "${text}" name no field of ${type.name}; write e.g. '{data: hello}'.`,
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
