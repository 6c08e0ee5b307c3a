/** The parameters of all nodes of a run, by the names that clients of the Foxglove protocol give them: `/node.name`. */
import type { MessageObject } from '../interfaces/index.js';
import type { Bridge } from './bridge.js';
import { toJson } from './message_json.js';

/** A node that does not answer is left out after this time, in ms. */
const PATIENCE_MS = 2000;
/** The most parameters of a node that are listed. */
const MOST_OF_A_NODE = 2000;
const ASKED = '/get_parameters';

export interface ClientParameter {
  readonly name: string;
  readonly value?: unknown;
  readonly type?: string;
}

/** `rcl_interfaces/msg/ParameterValue`: its number for a type, and the field that holds the value. */
const FIELDS = [
  ...['', 'bool_value', 'integer_value', 'double_value', 'string_value', 'byte_array_value'],
  ...['bool_array_value', 'integer_array_value', 'double_array_value', 'string_array_value'],
] as const;
type Values = Readonly<Record<string, unknown>>;

/** @param names - `/node.name`; none: all */
export async function readParameters(
  bridge: Bridge,
  names: readonly string[],
): Promise<ClientParameter[]> {
  const nodes = bridge.view
    .all('server')
    .filter(({ name, type }) => type === 'rcl_interfaces/srv/GetParameters' && name.endsWith(ASKED))
    .map(({ name }) => name.slice(0, -ASKED.length));
  const found = await Promise.all(
    [...new Set(nodes)].sort().map((node) => parametersOf(bridge, node, names)),
  );
  return found.flat();
}

async function parametersOf(
  bridge: Bridge,
  node: string,
  names: readonly string[],
): Promise<ClientParameter[]> {
  const own = names.filter((name) => name.startsWith(`${node}.`));
  if (names.length > 0 && own.length === 0) return [];
  let wanted: readonly string[] = own.map((name) => name.slice(node.length + 1));
  if (names.length === 0) {
    const list = await ask(bridge, `${node}/list_parameters`, { prefixes: [], depth: 0 });
    wanted = ((list?.result as Values | undefined)?.names ?? []) as string[];
  }
  if (wanted.length === 0) return [];
  const some = wanted.slice(0, MOST_OF_A_NODE);
  const answer = await ask(bridge, `${node}${ASKED}`, { names: some });
  const values = (answer?.values ?? []) as readonly Values[];
  return values.map((value, i) => ({ name: `${node}.${some[i]}`, ...clientValue(value) }));
}

/** The parameters that a `rcl_interfaces/msg/ParameterEvent` reports. */
export function changedNames(event: object): string[] {
  const {
    node,
    new_parameters: made,
    changed_parameters: changed,
  } = event as {
    readonly node: string;
    readonly new_parameters: readonly { readonly name: string }[];
    readonly changed_parameters: readonly { readonly name: string }[];
  };
  return [...made, ...changed].map(({ name }) => `${node}.${name}`);
}

function clientValue(value: Values): Partial<ClientParameter> {
  const number = Number(value.type);
  const field = FIELDS[number] ?? '';
  if (field === '') return {};
  const type = { 3: 'float64', 5: 'byte_array', 8: 'float64_array' }[number];
  return { value: value[field], ...(type !== undefined && { type }) };
}

/** @returns for each parameter that was not set, why */
export async function writeParameters(
  bridge: Bridge,
  parameters: readonly ClientParameter[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, value, type } of parameters) {
    const dot = name.indexOf('.');
    const [node, own] = [name.slice(0, dot), name.slice(dot + 1)];
    if (dot < 1) {
      problems.push(`${name} is not written as /node.parameter.`);
      continue;
    }
    const before = await ask(bridge, `${node}${ASKED}`, { names: [own] });
    const known = Number((before?.values as readonly Values[] | undefined)?.[0]?.type ?? 0);
    const written = { name: own, value: rosValue(value, type, known) };
    const answer = await ask(bridge, `${node}/set_parameters`, { parameters: [written] });
    const [result] = (answer?.results ?? []) as readonly Values[];
    if (result === undefined) problems.push(`${node} does not answer.`);
    else if (result.successful !== true) problems.push(`${name}: ${String(result.reason)}`);
  }
  return problems;
}

/** @param known - number of the type that the parameter has; 0: none */
function rosValue(value: unknown, type: string | undefined, known: number): Values {
  const number = typeNumber(value, type, known);
  const field = FIELDS[number] ?? '';
  return field === '' ? { type: 0 } : { type: number, [field]: value };
}

function typeNumber(value: unknown, type: string | undefined, known: number): number {
  const isList = Array.isArray(value);
  const first: unknown = isList ? value[0] : value;
  switch (typeof first) {
    case 'boolean':
      return isList ? 6 : 1;
    case 'number': {
      const isFloat = type?.startsWith('float64') || known === 3 || known === 8;
      if (isFloat || !Number.isInteger(first)) return isList ? 8 : 3;
      return isList ? 7 : 2;
    }
    case 'string':
      return isList ? 9 : type === 'byte_array' ? 5 : 4;
    default:
      return isList ? known : 0;
  }
}

/** @returns undefined if nobody answers */
function ask(bridge: Bridge, service: string, args: object): Promise<Values | undefined> {
  return new Promise((resolve) => {
    let forget = () => {};
    const timer = setTimeout(() => {
      forget();
      resolve(undefined);
    }, PATIENCE_MS);
    const done = (answer: Values | undefined) => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      forget = bridge.call(service, args, (reply) => {
        if ('failure' in reply) done(undefined);
        else done(JSON.parse(toJson(reply.type, reply.message as MessageObject)));
      });
    } catch {
      done(undefined);
    }
  });
}
