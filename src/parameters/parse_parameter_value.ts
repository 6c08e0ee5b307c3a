import type { ErrorCode } from '../errors/index.js';
import { type Place, Problems } from '../errors/index.js';
import { readYaml, type YamlNode, type YamlScalar } from './read_yaml.js';
import { arrayOf, type ParameterValue, readScalar, type ScalarValue } from './value.js';

const TAGGED_TYPES = new Map<string, ScalarValue['type']>([
  ['str', 'string'],
  ['int', 'integer'],
  ['float', 'double'],
  ['bool', 'bool'],
]);

/** Reads a scalar that carries a tag such as `!!str`. */
function readTagged(scalar: YamlScalar): ScalarValue | string {
  const type = TAGGED_TYPES.get(scalar.tag!);
  if (type === undefined) {
    return `has the unknown tag "${scalar.tag}"; use !!str, !!int, !!float or !!bool`;
  }
  if (type === 'string') return { type, value: scalar.text };
  const value = readScalar(scalar.text);
  if (value.type === type) return value;
  if (type === 'double' && value.type === 'integer') return { type, value: Number(value.value) };
  return `is tagged !!${scalar.tag}, but "${scalar.text}" is not of that type`;
}

function readOne(scalar: YamlScalar): ScalarValue | string {
  if (scalar.tag !== undefined && scalar.tag !== 'null') return readTagged(scalar);
  if (!scalar.quoted && scalar.text === '') {
    return 'has no value; write "" for an empty string';
  }
  return readScalar(scalar.text, scalar.quoted ? 'quoted' : 'plain');
}

/**
 * Reads the value of one parameter from a YAML node. Mistakes are added to `problems`.
 *
 * @param subject how the message begins, e.g. `The parameter "rate"`
 */
export function readParameterNode(
  node: YamlNode,
  subject: string,
  problems: Problems,
  code: ErrorCode = 'ORR_PARAMS_VALUE',
): ParameterValue | undefined {
  const refuse = (reason: string, place: Place): undefined => {
    problems.add(code, `${subject} ${reason}.`, place);
    return undefined;
  };
  if (node.kind === 'scalar') {
    const value = readOne(node);
    return typeof value === 'string' ? refuse(value, node.place) : value;
  }
  if (node.kind === 'mapping')
    return refuse('must be a value or a list, not a mapping', node.place);
  if (node.items.length === 0) {
    return refuse('is an empty list, which has no type; leave the parameter out', node.place);
  }
  const items: ScalarValue[] = [];
  for (const item of node.items) {
    if (item.kind !== 'scalar') {
      return refuse('must be a list of plain values; lists cannot be nested', item.place);
    }
    const value = readOne(item);
    if (typeof value === 'string') return refuse(value, item.place);
    if (items.length > 0 && items[0]!.type !== value.type) {
      const hint = value.type === 'integer' && items[0]!.type === 'double' ? ' (write 1.0)' : '';
      return refuse(
        `mixes ${items[0]!.type} and ${value.type} in one list; all must be of one type${hint}`,
        item.place,
      );
    }
    items.push(value);
  }
  return arrayOf(items);
}

/** Words that every YAML reader reads alike: words without special characters, and quoted ones. */
const PLAIN_WORD = /^(?:[A-Za-z0-9_/]|[-+.][0-9])[A-Za-z0-9_/.+-]*$/;
const QUOTED_WORD = /^"([A-Za-z0-9_/.+ -]*)"$/;
/** Longer texts would take long to match. */
const LONGEST_WORD = 1000;

/** Reads a text that needs no YAML parser. The parser takes 100 times as long, which matters for 100,000 parameters. */
function readWord(text: string): ScalarValue | undefined {
  if (text.length > LONGEST_WORD) return undefined;
  if (PLAIN_WORD.test(text)) return readScalar(text);
  const quoted = QUOTED_WORD.exec(text)?.[1];
  return quoted === undefined ? undefined : readScalar(quoted, 'quoted');
}

/**
 * Reads the value part of `-p name:=value`: a YAML scalar, or a list such as `[1, 2]`.
 *
 * @param place where the text comes from; errors are reported there
 * @throws DescriptionError `ORR_PARAMS_INVALID`
 */
export function parseParameterValue(
  text: string,
  subject = 'The parameter value',
  place: Place = { file: '<argument>', line: 1, column: 1 },
): ParameterValue {
  const word = readWord(text);
  if (word !== undefined) return word;
  const inner = new Problems();
  const root = readYaml(text, place.file, inner, 'ORR_PARAMS_SYNTAX');
  const value = root === undefined ? undefined : readParameterNode(root, subject, inner);
  if (inner.count > 0) {
    const problems = new Problems();
    for (const error of inner.sorted()) problems.add(error.code, error.message, place);
    problems.throwIfAny('ORR_PARAMS_INVALID', `"${text}"`);
  }
  return value!;
}
