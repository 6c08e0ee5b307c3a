import { didYouMean } from '../errors/index.js';
import type { Member } from './member.js';
import type { MessageType } from './message_type.js';

/** What a path of fields leads to. */
type Reached =
  | { readonly kind: 'message'; readonly type: MessageType }
  | { readonly kind: 'array'; readonly member: Member }
  | { readonly kind: 'text' }
  | { readonly kind: 'value' };

const VALUE: Reached = { kind: 'value' };
const NAMES = { array: 'an array', text: 'a string', value: 'a single value' };

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
    if (at.kind === 'value' || !(isIndex || part === 'length')) {
      return `"${path.slice(0, index).join('.')}" of ${type.name} is ${NAMES[at.kind]} and has no "${part}".`;
    }
    at = isIndex && at.kind === 'array' ? element(at.member) : VALUE;
  }
  return undefined;
}

/** The value of a field, or one element of it. */
function element({ nested, field }: Member): Reached {
  if (nested !== undefined) return { kind: 'message', type: nested };
  const { primitive } = field.type;
  return primitive === 'string' || primitive === 'wstring' ? { kind: 'text' } : VALUE;
}
