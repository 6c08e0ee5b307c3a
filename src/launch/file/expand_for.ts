import { Problems } from '../../errors/index.js';
import { formatDouble, readYaml, type YamlScalar } from '../../parameters/index.js';
import type { LaunchAction } from './actions.js';
import type { EntityReader } from './entity_reader.js';
import type { LaunchContext } from './launch_context.js';
import { isNull, readPythonScalar } from './read_launch_scalar.js';

/** Expands the content of a loop, once for each set of variables. */
type Body = () => readonly LaunchAction[];

/** Performs a `for`: `len` times, `$(index NAME)` counts from 0. */
export function expandFor(
  reader: EntityReader,
  context: LaunchContext,
  body: Body,
): LaunchAction[] {
  const length = reader.count('len', 0);
  const name = reader.text('name') ?? '';
  const actions: LaunchAction[] = [];
  for (let i = 0; i < length && context.countAction(reader.place); i++) {
    actions.push(...iterate(new Map([[name, String(i)]]), context, body));
  }
  return actions;
}

/**
 * Performs a `for_each`: `values` are YAML mappings between semicolons; their entries are what
 * `$(for-var NAME)` gives.
 */
export function expandForEach(
  reader: EntityReader,
  context: LaunchContext,
  body: Body,
): LaunchAction[] {
  const actions: LaunchAction[] = [];
  for (const text of (reader.text('values') ?? '').split(';')) {
    if (text.trim() === '') continue;
    if (!context.countAction(reader.place)) break;
    const variables = readVariables(text.trim(), reader);
    if (variables !== undefined) actions.push(...iterate(variables, context, body));
  }
  return actions;
}

/** Variables of outer loops stay visible in inner ones. */
function iterate(
  variables: ReadonlyMap<string, string>,
  context: LaunchContext,
  body: Body,
): readonly LaunchAction[] {
  const outer = context.loopVariables;
  context.loopVariables = new Map([...outer, ...variables]);
  const actions = body();
  context.loopVariables = outer;
  return actions;
}

function readVariables(text: string, reader: EntityReader): Map<string, string> | undefined {
  const refuse = (reason: string): undefined =>
    reader.refuse(
      'ORR_LAUNCH_ATTRIBUTE',
      `"${text}" in "values" ${reason}; write {name: value, …} and a semicolon between two of them.`,
      'values',
    );
  const problems = new Problems();
  const root = readYaml(text, '', problems, 'ORR_LAUNCH_ATTRIBUTE');
  if (root?.kind !== 'mapping') return refuse('is not a YAML mapping');
  const variables = new Map<string, string>();
  for (const { key, value } of root.entries) {
    if (value.kind !== 'scalar') return refuse(`gives "${key}" something other than one value`);
    variables.set(key, textOf(value));
  }
  return variables;
}

/** A value as Python prints it, because launch inserts that into texts. */
function textOf({ text, quoted }: YamlScalar): string {
  if (quoted) return text;
  if (isNull(text)) return 'None';
  const { type, value } = readPythonScalar(text);
  if (type === 'bool') return value ? 'True' : 'False';
  return type === 'double' ? formatDouble(value) : String(value);
}
