/** Messages as the commands of ROS 2 print them, which are in Python. */
import type { MessageObject, MessageType, NumericArray } from '../interfaces/index.js';

/** `std_msgs/msg/String` as `std_msgs.msg.String`. */
export function pythonClass(type: string): string {
  return type.replaceAll('/', '.');
}

/** e.g. `std_msgs.msg.String(data='hello')`. */
export function pythonText(type: MessageType, message: MessageObject): string {
  const fields = type.members.map(({ field, nested }) => {
    const value = message[field.name];
    return `${field.name}=${valueText(value, nested)}`;
  });
  return `${pythonClass(type.name)}(${fields.join(', ')})`;
}

function valueText(value: unknown, nested: MessageType | undefined): string {
  if (nested !== undefined) {
    return Array.isArray(value)
      ? `[${value.map((each) => pythonText(nested, each as MessageObject)).join(', ')}]`
      : pythonText(nested, value as MessageObject);
  }
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (ArrayBuffer.isView(value)) {
    const items = Array.from(value as NumericArray, numberText);
    const isFloat = value instanceof Float32Array || value instanceof Float64Array;
    return `[${items.map((text) => (isFloat ? floatText(text) : text)).join(', ')}]`;
  }
  if (Array.isArray(value))
    return `[${value.map((each) => valueText(each, undefined)).join(', ')}]`;
  return typeof value === 'number' ? numberText(value) : String(value);
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? 'inf' : '-inf';
}

function floatText(text: string): string {
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}
