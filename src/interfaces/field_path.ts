import { didYouMean } from '../errors/index.js';
import type { Member } from './member.js';
import type { MessageType } from './message_type.js';

/** What a path of fields leads to. */
type Reached =
  | { readonly kind: 'message'; readonly type: MessageType }
  | { readonly kind: 'array'; readonly member: Member }
  | { readonly kind: 'string' | 'number' | 'boolean' };

const KINDS = {
  message: 'a message',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
};

/** `ranges[0].x` → `['ranges', '0', 'x']`. */
export function splitFieldPath(path: string): string[] {
  return path.replaceAll(']', '').split(/[.[]/);
}

/**
 * The mistake in a path of fields such as `pose.position.x` or `ranges[3]`, in words; undefined if
 * messages of the type can have it.
 *
 * @param path - the parts of the path; an element of an array is a number, and `length` is the
 *   array's length
 */
export function wrongFieldPath(type: MessageType, path: readonly string[]): string | undefined {
  const reached = reach(type, path);
  return typeof reached === 'string' ? reached : undefined;
}

/**
 * Why the value at a path can never be compared with `value`, in words; undefined if it can, or if the path is wrong.
 *
 * @param value - undefined: whether the value at the path is true, not 0 and not empty is asked
 */
export function unlikeKinds(
  type: MessageType,
  path: readonly string[],
  value: string | number | boolean | undefined,
): string | undefined {
  const reached = reach(type, path);
  if (typeof reached === 'string' || typeof value === reached.kind) return undefined;
  const field = `"${path.join('.')}" of ${type.name} is ${KINDS[reached.kind]}`;
  if (value !== undefined) {
    return `${field}, and ${JSON.stringify(value)} is ${KINDS[typeof value as 'string']}.`;
  }
  if (reached.kind === 'message') return `${field}; name one of its fields.`;
  return reached.kind === 'array' ? `${field}; compare its length or an element.` : undefined;
}

/** What a path leads to, or the mistake in it. */
function reach(type: MessageType, path: readonly string[]): Reached | string {
  let at: Reached = { kind: 'message', type };
  for (const [index, part] of path.entries()) {
    if (at.kind === 'message') {
      const fields: readonly Member[] = at.type.members;
      const member = fields.find(({ field }) => field.name === part);
      if (member === undefined) {
        const names = fields.map(({ field }) => field.name);
        const hint = didYouMean(part, names) || `; its fields are ${names.join(', ')}.`;
        return `${at.type.name} has no field "${part}"${hint}`;
      }
      at = member.field.type.array === undefined ? element(member) : { kind: 'array', member };
      continue;
    }
    const isIndex = /^\d+$/.test(part);
    const isSingle = at.kind === 'number' || at.kind === 'boolean';
    if (isSingle || !(isIndex || part === 'length')) {
      return `"${path.slice(0, index).join('.')}" of ${type.name} is ${KINDS[at.kind]} and has no "${part}".`;
    }
    if (part === 'length') at = { kind: 'number' };
    else at = at.kind === 'array' ? element(at.member) : { kind: 'string' };
  }
  return at;
}

/** The value of a field, or one element of it. */
function element({ nested, field }: Member): Reached {
  if (nested !== undefined) return { kind: 'message', type: nested };
  const { primitive } = field.type;
  if (primitive === 'bool') return { kind: 'boolean' };
  return { kind: primitive === 'string' || primitive === 'wstring' ? 'string' : 'number' };
}
