/** Reads and sets the parameters of a node through its services. */
import { OrreryError } from '../errors/index.js';
import type { MessageObject } from '../interfaces/index.js';
import type { ParameterValue } from '../parameters/index.js';
import { Float, type PythonTree, pythonStr } from './python_tree.js';
import type { RosNetwork } from './ros_network.js';

/** `rcl_interfaces/msg/ParameterType`: its name, its field of `ParameterValue`, and what `get` prints before the value. */
const KINDS = [
  ['not set', '', ''],
  ['boolean', 'bool_value', 'Boolean value is'],
  ['integer', 'integer_value', 'Integer value is'],
  ['double', 'double_value', 'Double value is'],
  ['string', 'string_value', 'String value is'],
  ['byte array', 'byte_array_value', 'Byte values are'],
  ['boolean array', 'bool_array_value', 'Boolean values are'],
  ['integer array', 'integer_array_value', 'Integer values are'],
  ['double array', 'double_array_value', 'Double values are'],
  ['string array', 'string_array_value', 'String values are'],
] as const;

type Value = MessageObject & { readonly type: number };

/** The value of a parameter; undefined if it is not set. A double becomes a `Float`, even if it is whole. */
function plainValue(value: Value): PythonTree {
  const [kind, field = ''] = KINDS[value.type] ?? [];
  if (field === '') return undefined;
  const plain = value[field];
  if (kind === 'double') return new Float(plain as number);
  // Integer arrays stay typed arrays: their items may have more digits than a number holds.
  return ArrayBuffer.isView(plain) && kind === 'byte array'
    ? Array.from(plain as Uint8Array, (byte) => String.fromCharCode(byte))
    : plain;
}

/** The text that ROS 2 prints for a value, e.g. `Integer value is: 42`; undefined if it is not set. */
export function parameterText(value: MessageObject): string | undefined {
  const kind = KINDS[(value as Value).type];
  if (kind === undefined || kind[1] === '') return undefined;
  return `${kind[2]}: ${pythonValue(plainValue(value as Value))}`;
}

/** The value as Python prints it. */
function pythonValue(value: PythonTree): string {
  if (value instanceof Float64Array || value instanceof BigInt64Array) {
    const items = Array.from<number | bigint, string>(value, (item) =>
      typeof item === 'number' ? String(new Float(item)) : String(item),
    );
    const code = value instanceof Float64Array ? 'd' : 'q';
    return items.length === 0 ? `array('${code}')` : `array('${code}', [${items.join(', ')}])`;
  }
  if (!Array.isArray(value)) return pythonStr(value);
  return `[${value.map((item) => (typeof item === 'string' ? `'${item}'` : pythonStr(item))).join(', ')}]`;
}

/** Makes a `ParameterValue` from a value of a parameter file. */
export function parameterMessage({ type, value }: ParameterValue): MessageObject {
  const kind = KINDS.findIndex(([, field]) => field === `${type}_value`);
  return { type: kind, [`${type}_value`]: value };
}

const CALL_MS = 5000;

function call(
  network: RosNetwork,
  node: string,
  service: string,
  type: string,
  request: MessageObject,
): Promise<MessageObject> {
  const service_ = network.types.service(`rcl_interfaces/srv/${type}`);
  const content = service_.request.normalize(request);
  return network.call(`${node}/${service}`, service_, content, CALL_MS);
}

/** Names of the node's parameters, sorted. */
export async function listParameters(
  network: RosNetwork,
  node: string,
  prefixes: readonly string[] = [],
): Promise<string[]> {
  const request = { prefixes: [...prefixes] };
  const { result } = await call(network, node, 'list_parameters', 'ListParameters', request);
  return [...(result as { names: string[] }).names].sort();
}

/** Types of parameters as ROS 2 calls them, e.g. `double array`, in the order of the names. */
export async function parameterTypes(
  network: RosNetwork,
  node: string,
  names: readonly string[],
): Promise<string[]> {
  const request = { names };
  const answer = await call(network, node, 'describe_parameters', 'DescribeParameters', request);
  return (answer.descriptors as Descriptor[]).map(({ type }) => KINDS[type]?.[0] ?? 'not set');
}

/** The values as messages `ParameterValue`, in the order of the names. */
export async function getParameters(
  network: RosNetwork,
  node: string,
  names: readonly string[],
): Promise<MessageObject[]> {
  const { values } = await call(network, node, 'get_parameters', 'GetParameters', { names });
  return values as MessageObject[];
}

/** Sets parameters; returns for each the reason why it was refused, or undefined. */
export async function setParameters(
  network: RosNetwork,
  node: string,
  values: readonly (readonly [name: string, value: MessageObject])[],
): Promise<(string | undefined)[]> {
  const parameters = values.map(([name, value]) => ({ name, value }));
  const { results } = await call(network, node, 'set_parameters', 'SetParameters', { parameters });
  return (results as { successful: boolean; reason: string }[]).map(({ successful, reason }) =>
    successful ? undefined : reason,
  );
}

/** Sets all parameters or none; returns the reason why they were refused, or undefined. */
export async function setParametersAtomically(
  network: RosNetwork,
  node: string,
  values: readonly (readonly [name: string, value: MessageObject])[],
): Promise<string | undefined> {
  const parameters = values.map(([name, value]) => ({ name, value }));
  const service = 'set_parameters_atomically';
  const { result } = await call(network, node, service, 'SetParametersAtomically', { parameters });
  const { successful, reason } = result as { successful: boolean; reason: string };
  return successful ? undefined : reason;
}

/** Deletes parameters by setting them to the type "not set". */
export function deleteParameters(
  network: RosNetwork,
  node: string,
  names: readonly string[],
): Promise<(string | undefined)[]> {
  return setParameters(
    network,
    node,
    names.map((name) => [name, { type: 0 }]),
  );
}

interface Descriptor {
  readonly name: string;
  readonly type: number;
  readonly description: string;
  readonly additional_constraints: string;
  readonly read_only: boolean;
  readonly floating_point_range: readonly MessageObject[];
  readonly integer_range: readonly MessageObject[];
}

/** Describes parameters as ROS 2 prints them. @throws OrreryError `ORR_TOOL_UNKNOWN` */
export async function describeParameter(
  network: RosNetwork,
  node: string,
  names: readonly string[],
): Promise<string> {
  const request = { names };
  const answer = await call(network, node, 'describe_parameters', 'DescribeParameters', request);
  const descriptors = answer.descriptors as Descriptor[];
  if (descriptors.length < names.length) {
    throw new OrreryError('ORR_TOOL_UNKNOWN', `${node} has no parameter ${names.join(', ')}.`);
  }
  return descriptors.map(descriptorText).join('');
}

function descriptorText(each: Descriptor): string {
  const lines = [`Parameter name: ${each.name}`, `  Type: ${KINDS[each.type]?.[0] ?? 'unknown'}`];
  if (each.description !== '') lines.push(`  Description: ${each.description}`);
  lines.push('  Constraints:');
  if (each.read_only) lines.push('    Read only: true');
  for (const range of [...each.floating_point_range, ...each.integer_range]) {
    lines.push(`    Min value: ${range.from_value}`, `    Max value: ${range.to_value}`);
    if (Number(range.step) !== 0) lines.push(`    Step: ${range.step}`);
  }
  if (each.additional_constraints !== '') {
    lines.push(`    Additional constraints: ${each.additional_constraints}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The values of all parameters of a node, nested at the dots of their names as in a parameter file. */
export async function parameterTree(network: RosNetwork, node: string): Promise<object> {
  const names = await listParameters(network, node);
  const values = await getParameters(network, node, names);
  const tree: Record<string, unknown> = {};
  names.forEach((name, i) => {
    const value = plainValue(values[i] as Value);
    if (value === undefined) return;
    const parts = name.split('.');
    let place = tree;
    for (const part of parts.slice(0, -1)) {
      if (typeof place[part] !== 'object') place[part] = {};
      place = place[part] as Record<string, unknown>;
    }
    place[parts.at(-1)!] = value;
  });
  return { [node]: { ros__parameters: tree } };
}
