import { didYouMean } from '../../errors/index.js';
import type { Member, MessageType } from '../../interfaces/index.js';
import { tell } from './check_options.js';
import type { GivenTo } from './given_to.js';

/**
 * Tells of fields that a message has and its type has not, which nobody ever gets. To be called for the first
 * message of an endpoint: the others are made in the same place, and looking takes longer than publishing.
 */
export function checkFields(message: unknown, type: MessageType, to: GivenTo): void {
  const isMessage = typeof message === 'object' && message !== null && !ArrayBuffer.isView(message);
  if (isMessage) look(message as Record<string, unknown>, type, '', to);
}

function look(
  value: Readonly<Record<string, unknown>>,
  type: MessageType,
  path: string,
  to: GivenTo,
): void {
  const members = new Map(type.members.map((member) => [member.field.name, member]));
  for (const key of Object.keys(value)) {
    // What instances keep for themselves.
    if (key.startsWith('_')) continue;
    const member = members.get(key);
    if (member !== undefined) {
      lookInto(value[key], member, `${path}${key}`, to);
      continue;
    }
    const names = [...members.keys()];
    const hint = didYouMean(key, names) || `; its fields are ${names.join(', ') || 'none'}.`;
    tell(to, `a message with the field "${path}${key}", which ${type.name} does not have${hint}`);
  }
}

function lookInto(value: unknown, { nested, field }: Member, path: string, to: GivenTo): void {
  if (nested === undefined || typeof value !== 'object' || value === null) return;
  const isList = field.type.array !== undefined;
  // One element is like the other.
  const one: unknown = isList ? (value as ArrayLike<unknown>)[0] : value;
  if (typeof one !== 'object' || one === null) return;
  look(one as Record<string, unknown>, nested, isList ? `${path}[0].` : `${path}.`, to);
}
