/** Decoded messages as text: YAML as `ros2 topic echo` prints it, and JSON. */
import type { NumericArray } from '../../interfaces/index.js';

/** How messages are printed. */
export interface MessageTextOptions {
  /** Longer arrays are cut and end with `...` (YAML only). Default: nothing is cut. */
  readonly maxArrayLength?: number | undefined;
  /** Also print arrays of messages on one line (YAML only). Default: a line for each field. */
  readonly flowArrays?: boolean;
}

interface YamlStyle {
  readonly max: number;
  readonly flow: boolean;
}

type Scalar = string | number | bigint | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value !== 'object' || value === null;
}

/** Items of an array or typed array; undefined for anything else. */
function itemsOf(value: unknown): ArrayLike<unknown> | undefined {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return value as NumericArray;
  }
  return undefined;
}

function yamlString(text: string): string {
  const plain = /^[A-Za-z_/][\w/.:-]*$/.test(text) && !text.endsWith(':');
  const special = /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain && !special ? text : JSON.stringify(text);
}

function yamlScalar(value: Scalar): string {
  if (typeof value === 'string') return yamlString(value);
  if (typeof value !== 'number' || Number.isFinite(value)) {
    return Object.is(value, -0) ? '-0.0' : String(value);
  }
  if (Number.isNaN(value)) return '.nan';
  return value > 0 ? '.inf' : '-.inf';
}

function yamlField(
  lines: string[],
  key: string,
  value: unknown,
  indent: string,
  style: YamlStyle,
): void {
  const items = itemsOf(value);
  if (items !== undefined) {
    yamlArray(lines, key, items, indent, style);
  } else if (isScalar(value)) {
    lines.push(`${indent}${key}: ${yamlScalar(value)}`);
  } else {
    const fields = Object.entries(value as object);
    lines.push(`${indent}${key}:${fields.length === 0 ? ' {}' : ''}`);
    for (const [name, item] of fields) yamlField(lines, name, item, `${indent}  `, style);
  }
}

function yamlArray(
  lines: string[],
  key: string,
  items: ArrayLike<unknown>,
  indent: string,
  style: YamlStyle,
): void {
  const shown = Math.min(items.length, style.max);
  const rest = shown < items.length;
  if (shown === 0 || style.flow || isScalar(items[0])) {
    lines.push(`${indent}${key}: ${flowArray(items, style.max)}`);
    return;
  }
  lines.push(`${indent}${key}:`);
  for (let index = 0; index < shown; index++) {
    const item: string[] = [];
    for (const [name, value] of Object.entries(items[index] as object)) {
      yamlField(item, name, value, `${indent}  `, style);
    }
    // The dash takes the place of the indentation of the first field.
    lines.push(`${indent}- ${(item[0] ?? '{}').slice(indent.length + 2)}`, ...item.slice(1));
  }
  if (rest) lines.push(`${indent}- ...`);
}

function flowArray(items: ArrayLike<unknown>, max: number): string {
  const shown = Math.min(items.length, max);
  const texts: string[] = [];
  for (let index = 0; index < shown; index++) texts.push(flowText(items[index], max));
  if (shown < items.length) texts.push('...');
  return `[${texts.join(', ')}]`;
}

function flowText(value: unknown, max: number): string {
  const items = itemsOf(value);
  if (items !== undefined) return flowArray(items, max);
  if (isScalar(value)) return yamlScalar(value);
  const fields = Object.entries(value as object);
  return `{${fields.map(([key, item]) => `${key}: ${flowText(item, max)}`).join(', ')}}`;
}

/** A message as YAML lines, without the separating `---`. */
export function messageYaml(message: object, options: MessageTextOptions = {}): string {
  const lines: string[] = [];
  const style = { max: options.maxArrayLength ?? Infinity, flow: options.flowArrays ?? false };
  for (const [key, value] of Object.entries(message)) yamlField(lines, key, value, '', style);
  return lines.join('\n');
}

/**
 * A value as JSON on one line. 64-bit integers, including stamps, become strings with all their
 * digits, since most readers of JSON round numbers of that size; NaN and infinities, which JSON lacks,
 * are the strings `NaN`, `Infinity` and `-Infinity`.
 */
export function messageJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
  }
  const items = itemsOf(value);
  if (items !== undefined) {
    const texts: string[] = [];
    for (let index = 0; index < items.length; index++) texts.push(messageJson(items[index]));
    return `[${texts.join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${messageJson(item)}`,
    );
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
