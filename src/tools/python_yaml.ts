/** YAML as PyYAML writes it; the commands of ROS 2 print messages in it. */
import { Float, isRecord, itemsOf, type PythonTree } from './python_tree.js';

/** Strings that YAML 1.1 would read as something else unless they are quoted. */
const NOT_TEXT = [
  /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  /^(?:~|null|Null|NULL|<<|=|)$/,
  /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  /^[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  /^\d{4}-\d\d-\d\d$/,
  /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/,
];

/** Characters that Python writes as a backslash and one letter. */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\0': '0', '\x07': 'a', '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f' },
  ...{ '\r': 'r', '\x1b': 'e', '"': '"', '\\': '\\', '\x85': 'N', '\xa0': '_' },
  ...{ '\u2028': 'L', '\u2029': 'P' },
};

/** A value as lines of YAML that end with a line break; in flow style everything is on one line. */
export function pythonYaml(tree: PythonTree, isFlow = false): string {
  if (isFlow || !(isRecord(tree) || itemsOf(tree) !== undefined)) return `${flowText(tree)}\n`;
  const lines: string[] = [];
  blockLines(lines, tree, '');
  return `${lines.join('\n')}\n`;
}

function blockLines(lines: string[], tree: PythonTree, indent: string): void {
  const items = itemsOf(tree);
  if (items !== undefined) {
    for (const item of items) {
      const from = lines.length;
      if (isCollection(item)) blockLines(lines, item, `${indent}  `);
      else lines.push(`${indent}  ${scalarText(item, false, indent)}`);
      // The dash takes the place of the indentation of the first line.
      lines[from] = `${indent}- ${lines[from]!.slice(indent.length + 2)}`;
    }
    if (items.length === 0) lines.push(`${indent}[]`);
    return;
  }
  const fields = Object.entries(tree as Readonly<Record<string, PythonTree>>);
  for (const [name, item] of fields) {
    const key = `${indent}${scalarText(name, false, indent)}:`;
    if (!isCollection(item)) lines.push(`${key} ${scalarText(item, false, indent)}`);
    else {
      lines.push(key);
      blockLines(lines, item, itemsOf(item) === undefined ? `${indent}  ` : indent);
    }
  }
  if (fields.length === 0) lines.push(`${indent}{}`);
}

/** Whether a value takes lines of its own. */
function isCollection(tree: PythonTree): boolean {
  const items = itemsOf(tree);
  return items === undefined ? isRecord(tree) && Object.keys(tree).length > 0 : items.length > 0;
}

function flowText(tree: PythonTree, indent = ''): string {
  const items = itemsOf(tree);
  const within = `${indent}  `;
  if (items !== undefined) return `[${items.map((item) => flowText(item, within)).join(', ')}]`;
  if (!isRecord(tree)) return scalarText(tree, true, indent);
  const fields = Object.entries(tree).map(
    ([name, item]) => `${scalarText(name, true, within)}: ${flowText(item, within)}`,
  );
  return `{${fields.join(', ')}}`;
}

function scalarText(value: PythonTree, isFlow: boolean, indent: string): string {
  if (itemsOf(value) !== undefined) return '[]';
  if (isRecord(value)) return '{}';
  if (value instanceof Float) return floatText(value);
  if (typeof value !== 'string') return value === null ? 'null' : String(value);
  if (isPlain(value, isFlow)) return value;
  if (isSpecial(value) || /\n /.test(value) || / \n/.test(value)) return doubleQuoted(value);
  const text = value.replaceAll("'", "''").replaceAll(/\n+/g, (all) => `\n${all}${indent}  `);
  return `'${text}'`;
}

function floatText(float: Float): string {
  const text = String(float);
  if (text === 'nan') return '.nan';
  if (text.endsWith('inf')) return text.replace('inf', '.inf');
  return text.includes('.') ? text : text.replace('e', '.0e');
}

/** Whether a string has characters that only double quotes can hold. */
function isSpecial(text: string): boolean {
  return /[^\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(text);
}

function isPlain(text: string, isFlow: boolean): boolean {
  if (NOT_TEXT.some((pattern) => pattern.test(text)) || isSpecial(text)) return false;
  if (
    /^[\s#,[\]{}&*!|>'"%@`]|^(?:---|\.\.\.)|^[-?](?:\s|$)|[\s]$|\n|[\x85\u2028\u2029]/.test(text)
  ) {
    return false;
  }
  if (/:(?:\s|$)|\s#/.test(text)) return false;
  return !(isFlow && /[,?[\]{}:]|^-(?:\s|$)/.test(text));
}

function doubleQuoted(text: string): string {
  const escaped = Array.from(text, (char) => {
    const short = ESCAPES[char];
    if (short !== undefined) return `\\${short}`;
    const code = char.codePointAt(0)!;
    if (!isSpecial(char) && code < 0x10000) return char;
    const digits = code.toString(16).toUpperCase();
    if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
  });
  return `"${escaped.join('')}"`;
}
