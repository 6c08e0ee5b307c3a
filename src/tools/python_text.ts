/** Messages as the commands of ROS 2, which are written in Python, print them. */
import type { MessageObject, MessageType, PrimitiveName } from '../interfaces/index.js';
import { Float, itemsOf, pythonStr } from './python_tree.js';

/** `std_msgs/msg/String` as `std_msgs.msg.String`. */
export function pythonClass(type: string): string {
  return type.replaceAll('/', '.');
}

/** e.g. `std_msgs.msg.String(data='hello')`. */
export function pythonText(type: MessageType, message: MessageObject): string {
  const fields = type.members.map(({ field, nested }) => {
    const text = valueText(message[field.name], nested, field.type.primitive);
    return `${field.name}=${text}`;
  });
  return `${pythonClass(type.name)}(${fields.join(', ')})`;
}

function valueText(
  value: unknown,
  nested: MessageType | undefined,
  primitive: PrimitiveName | undefined,
): string {
  const items = itemsOf(value);
  if (items !== undefined) {
    return `[${items.map((each) => valueText(each, nested, primitive)).join(', ')}]`;
  }
  if (nested !== undefined) return pythonText(nested, value as MessageObject);
  if (typeof value === 'string') return quoted(value);
  const isFloat = primitive === 'float32' || primitive === 'float64';
  return pythonStr(isFloat && typeof value === 'number' ? new Float(value) : value);
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
