/** Messages as rosbridge writes them in JSON, and back. */
import { OrreryError } from '../errors/index.js';
import {
  type FieldType,
  type MessageObject,
  type MessageType,
  unsignedChars,
} from '../interfaces/index.js';

type Values = Record<string, unknown>;

const isBytes = ({ primitive, array }: FieldType) =>
  array !== undefined && (primitive === 'uint8' || primitive === 'char' || primitive === 'byte');
const isFloat = ({ primitive }: FieldType) => primitive === 'float32' || primitive === 'float64';
const isLong = ({ primitive }: FieldType) => primitive === 'int64' || primitive === 'uint64';

/**
 * The JSON text of a message: integers of 64 bits with all their digits, arrays of bytes in base64,
 * numbers that JSON does not have as null.
 */
export function toJson(type: MessageType, message: MessageObject): string {
  const values: Values = unsignedChars(type, message);
  const fields = type.members.map(({ field, nested }) => {
    const value = values[field.name];
    return `${JSON.stringify(field.name)}:${fieldJson(field.type, nested, value)}`;
  });
  return `{${fields.join(',')}}`;
}

function fieldJson(type: FieldType, nested: MessageType | undefined, value: unknown): string {
  if (isBytes(type)) {
    return JSON.stringify(Buffer.from(value as Uint8Array).toString('base64'));
  }
  if (type.array === undefined) return oneJson(nested, value);
  const items = Array.from(value as Iterable<unknown>, (each) => oneJson(nested, each));
  return `[${items.join(',')}]`;
}

function oneJson(nested: MessageType | undefined, value: unknown): string {
  if (nested !== undefined) return toJson(nested, value as MessageObject);
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/**
 * The message that a client wrote; fields that it left out have their defaults.
 * @throws OrreryError if it does not fit the type
 */
export function fromJson(type: MessageType, json: unknown): MessageObject {
  return type.normalize(valuesOf(type, json ?? {}));
}

const HEADER = 'std_msgs/msg/Header';
const NS = 1_000_000_000n;

/**
 * What a client wrote, with this time in its header if the client gave no stamp.
 *
 * @param time - ns since the epoch
 */
export function stamped(type: MessageType, json: unknown, time: bigint): unknown {
  const header = type.members.find(({ field }) => field.name === 'header');
  if (header?.nested?.name !== HEADER || header.field.type.array !== undefined) return json;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const given = (json as Values).header ?? {};
  if (typeof given !== 'object' || 'stamp' in given) return json;
  const stamp = { sec: Number(time / NS), nanosec: Number(time % NS) };
  return { ...json, header: { ...given, stamp } };
}

function valuesOf(type: MessageType, json: unknown): Values {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw wrong(`${type.name} is written as an object`);
  }
  const values: Values = {};
  const members = new Map(type.members.map((member) => [member.field.name, member]));
  for (const [name, value] of Object.entries(json)) {
    const member = members.get(name);
    if (member === undefined) throw wrong(`${type.name} has no field "${name}"`);
    values[name] = fieldValue(member.field.type, member.nested, value);
  }
  return values;
}

function fieldValue(type: FieldType, nested: MessageType | undefined, value: unknown): unknown {
  if (isBytes(type) && typeof value === 'string')
    return new Uint8Array(Buffer.from(value, 'base64'));
  if (type.array === undefined) return oneValue(type, nested, value);
  if (!Array.isArray(value)) throw wrong('an array is written as a list');
  return value.map((each) => oneValue(type, nested, each));
}

function oneValue(type: FieldType, nested: MessageType | undefined, value: unknown): unknown {
  if (nested !== undefined) return valuesOf(nested, value);
  if (isFloat(type) && value === null) return Number.NaN;
  if (!isLong(type)) return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  // Also accepted as text, because numbers in JSON lose digits in most languages.
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  throw wrong(`${String(value)} is not an integer`);
}

function wrong(what: string): OrreryError {
  return new OrreryError('ORR_ROSBRIDGE_MESSAGE', `The message does not fit its type: ${what}.`);
}
