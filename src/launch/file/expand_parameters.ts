import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { formatPlace, Problems, readRegularFile, whyUnreadable } from '../../errors/index.js';
import {
  arrayOf,
  formatParameterValue,
  ParameterRules,
  type ParameterValue,
  readParameterNode,
  readScalar,
  readYaml,
  type ScalarValue,
} from '../../parameters/index.js';
import type { LaunchParameter } from './actions.js';
import { booleanValue } from './attribute_value.js';
import type { Attribute, AttributeText, Entity } from './entity.js';
import { EntityReader } from './entity_reader.js';
import { expand, expandText } from './expand_text.js';
import type { LaunchContext } from './launch_context.js';
import { readLaunchScalar, whyNoValue } from './read_launch_scalar.js';
import {
  hasSubstitution,
  parseEmbeddedTemplate,
  parseTemplate,
  type Template,
  TemplateMistake,
} from './template.js';

const SCALAR_TYPES = new Map<string, ScalarValue['type']>([
  ['bool', 'bool'],
  ['int', 'integer'],
  ['float', 'double'],
  ['str', 'string'],
]);

const STARTS_WITHOUT = 'does not exist; as in ROS 2, the node starts without it.';

/** What Python's `int()` takes, which knows neither `0x10` nor octal numbers. */
const PYTHON_INTEGER = /^\s*[-+]?\d+(?:_\d+)*\s*$/;

/**
 * Reads a text as the type that the launch file requires; a returned string is the reason why not.
 */
function readTyped(text: string, type: string): ScalarValue | string {
  const wanted = SCALAR_TYPES.get(type);
  if (wanted === 'bool') {
    const value = booleanValue(text);
    if (value !== undefined) return { type: 'bool', value };
  }
  if (wanted === 'string') return { type: 'string', value: text };
  if (wanted === 'integer' && PYTHON_INTEGER.test(text)) {
    return readScalar(String(BigInt(text.replace(/[\s_+]/g, ''))));
  }
  const value = readLaunchScalar(text.trim());
  if (value.type === wanted && wanted !== 'integer') return value;
  if (wanted === 'double' && value.type === 'integer') {
    return { type: 'double', value: Number(value.value) };
  }
  return `"${text}" is not of the type ${type}`;
}

function staysText(source: AttributeText): boolean {
  if (!source.quoted) return false;
  try {
    return !hasSubstitution(parseTemplate(source.text));
  } catch (error) {
    if (error instanceof TemplateMistake) return true;
    throw error;
  }
}

/** Reads the values of `param`, `set_parameter` and `extra_arg`. */
class ValueReader {
  readonly #context: LaunchContext;
  readonly #attribute: Attribute;
  readonly #type: string | undefined;

  constructor(context: LaunchContext, attribute: Attribute, type: string | undefined) {
    this.#context = context;
    this.#attribute = attribute;
    this.#type = type;
  }

  #refuse(reason: string): undefined {
    const place = this.#attribute.texts[0]?.place ?? this.#attribute.place;
    return this.#context.refuse('ORR_LAUNCH_PARAMETER', `${reason}.`, place);
  }

  read(): ParameterValue | undefined {
    const wantsList = this.#type?.startsWith('list_of_') === true;
    if (this.#attribute.isList) {
      if (this.#type !== undefined && !wantsList) {
        return this.#refuse(`A list is not of the type ${this.#type}`);
      }
      return this.#list();
    }
    const source = this.#attribute.texts[0]!;
    const text = expandText(source.text, this.#context, source.place);
    if (text === undefined) return undefined;
    if (wantsList) return this.#listText(text);
    if (this.#type !== undefined) return this.#scalar(readTyped(text, this.#type));
    return staysText(source) ? { type: 'string', value: text } : this.#untyped(text);
  }

  #scalar(value: ScalarValue | string): ScalarValue | undefined {
    return typeof value === 'string' ? this.#refuse(value) : value;
  }

  /** YAML's rules decide; a text that is not a YAML value is a string. */
  #untyped(text: string): ParameterValue | undefined {
    const trimmed = text.trim();
    const reason = whyNoValue(trimmed);
    if (reason !== undefined) return this.#refuse(reason);
    if (!/^['"[]/.test(trimmed)) return readLaunchScalar(trimmed === '' ? text : trimmed);
    const problems = new Problems();
    const node = readYaml(trimmed, '', problems, 'ORR_LAUNCH_PARAMETER');
    if (node === undefined) return { type: 'string', value: text };
    const value = readParameterNode(node, 'The value', problems);
    if (value === undefined) {
      return this.#refuse(problems.sorted()[0]!.message.replace(/\.$/, ''));
    }
    return value;
  }

  #list(): ParameterValue | undefined {
    const items: ScalarValue[] = [];
    for (const source of this.#attribute.texts) {
      const text = expandText(source.text, this.#context, source.place);
      if (text === undefined) return undefined;
      const item = this.#item(text, staysText(source));
      if (item === undefined) return undefined;
      items.push(item);
    }
    return this.#joined(items);
  }

  #item(text: string, isText: boolean): ScalarValue | undefined {
    if (this.#type !== undefined) {
      return this.#scalar(readTyped(text, this.#type.replace('list_of_', '')));
    }
    return isText ? { type: 'string', value: text } : readLaunchScalar(text.trim());
  }

  /** A list as text, `[1, 2]`, that must be of a given type. */
  #listText(text: string): ParameterValue | undefined {
    const node = readYaml(text.trim(), '', new Problems(), 'ORR_LAUNCH_PARAMETER');
    if (node?.kind !== 'sequence')
      return this.#refuse(`"${text}" is not of the type ${this.#type}`);
    const items: ScalarValue[] = [];
    for (const each of node.items) {
      const item = each.kind === 'scalar' ? this.#item(each.text, each.quoted) : undefined;
      if (item === undefined) return undefined;
      items.push(item);
    }
    return this.#joined(items);
  }

  #joined(items: readonly ScalarValue[]): ParameterValue | undefined {
    if (items.length === 0) {
      return this.#refuse('An empty list has no type; leave the parameter out');
    }
    const types = [...new Set(items.map((item) => item.type))];
    return arrayOf(items) ?? this.#refuse(`The list mixes ${types.join(' and ')}; use one type`);
  }
}

/** The value of an attribute as YAML text, or `undefined` after a report. */
function expandValue(
  attribute: Attribute | undefined,
  type: string | undefined,
  context: LaunchContext,
): string | undefined {
  if (attribute === undefined) return undefined;
  const value = new ValueReader(context, attribute, type).read();
  return value === undefined ? undefined : formatParameterValue(value);
}

/** A `value` that launch reads by YAML's rules when it is needed, also if the launch file has it in quotes. */
export function expandLaterValue(reader: EntityReader, context: LaunchContext): string | undefined {
  const attribute = reader.attribute('value');
  if (attribute === undefined || attribute.isList)
    return expandValue(attribute, undefined, context);
  const texts = attribute.texts.map((each) => ({ ...each, quoted: false }));
  return expandValue({ ...attribute, texts }, undefined, context);
}

function flatten(
  entity: Entity,
  prefix: string,
  pattern: string,
  context: LaunchContext,
): LaunchParameter[] {
  const reader = new EntityReader(entity, context);
  const name = reader.text('name');
  if (name === undefined) return [];
  if (name === '') {
    reader.refuse('ORR_LAUNCH_PARAMETER', 'The name of a parameter must not be empty.', 'name');
    return [];
  }
  const full = prefix + name;
  const nested = reader.parts('param');
  if (nested.length > 0) {
    return nested.flatMap((part) => flatten(part, `${full}.`, pattern, context));
  }
  const value = expandValue(reader.attribute('value'), reader.text('type'), context);
  return value === undefined ? [] : [{ kind: 'value', name: full, value, pattern }];
}

function substituted(text: string, context: LaunchContext, reader: EntityReader): string | null {
  let template: Template;
  try {
    template = parseEmbeddedTemplate(text);
  } catch (error) {
    if (!(error instanceof TemplateMistake)) throw error;
    reader.refuse('ORR_LAUNCH_SUBSTITUTION', `${error.message} in the parameter file.`, 'from');
    return null;
  }
  return expand(template, context, reader.placeOf('from')) ?? null;
}

/** Whose parameters a file has: as in ROS 2, a process starts without a missing file, and a component does not. */
export type FileReader = 'process' | 'component';

/** Finds, reads and checks a parameter file. */
export function expandParameterFile(
  reader: EntityReader,
  attribute: 'from' | 'filename' | 'path',
  context: LaunchContext,
  readBy: FileReader,
  allowsSubstitutions = reader.boolean('allow_substs', false),
): LaunchParameter[] {
  const written = reader.text(attribute);
  if (written === undefined) return [];
  const path = resolve(dirname(context.file), written);
  const given = reader.text('content');
  let content = given ?? null;
  if (given === undefined) {
    let text: string;
    try {
      text = readRegularFile(path);
    } catch (cause) {
      if (readBy === 'process' && !existsSync(path)) {
        const place = formatPlace(reader.placeOf(attribute));
        context.warnings.push(`${place}: the parameter file "${path}" ${STARTS_WITHOUT}`);
        return [];
      }
      const message = `The parameter file "${path}" cannot be read: ${whyUnreadable(cause)}.`;
      reader.refuse('ORR_LAUNCH_FILE', message, attribute);
      return [];
    }
    if (allowsSubstitutions) content = substituted(text, context, reader);
    checkContent(content ?? text, path, context);
  } else {
    checkContent(given, path, context);
  }
  return [{ kind: 'file', path, content, place: reader.placeOf(attribute) }];
}

function checkContent(text: string, path: string, context: LaunchContext): void {
  try {
    new ParameterRules().addText(text, path);
  } catch (error) {
    context.problems.absorb(error);
  }
}

/** The `param` parts of a node, in order. */
export function expandParameters(
  parts: readonly Entity[],
  pattern: string,
  context: LaunchContext,
  readBy: FileReader,
): LaunchParameter[] {
  return parts.flatMap((part) => {
    const reader = new EntityReader(part, context);
    if (!reader.isWanted()) return [];
    if (reader.has('from')) return expandParameterFile(reader, 'from', context, readBy);
    const files = reader.parts('file');
    if (files.length > 0) {
      const allows = reader.boolean('allow_substs', false);
      return files.flatMap((file) =>
        expandParameterFile(new EntityReader(file, context), 'path', context, readBy, allows),
      );
    }
    return flatten(part, '', pattern, context);
  });
}
