/** The parameter services of a process's nodes, through which its callbacks are followed. */
import { TypeRegistry } from '../interfaces/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const getParameters = types.service('rcl_interfaces/srv/GetParameters');
const setParameters = types.service('rcl_interfaces/srv/SetParameters');
const parameterEvent = types.message('rcl_interfaces/msg/ParameterEvent');
const clock = types.message('rosgraph_msgs/msg/Clock');

const SIM_TIME = 'use_sim_time';
/** `PARAMETER_BOOL` of `rcl_interfaces/msg/ParameterType`. */
const BOOL = 1;

/** The parameter service and the node that a name belongs to, if it is one of those used here. */
export function parameterServiceOf(
  name: string,
  type: string,
): { readonly node: string; readonly which: 'get' | 'set' } | undefined {
  const match = /^(\/.+)\/(get|set)_parameters$/.exec(name);
  const [, node, which] = match ?? [];
  if (node === undefined || !/^rcl_interfaces\/srv\/(Get|Set)Parameters$/.test(type)) {
    return undefined;
  }
  return { node, which: which as 'get' | 'set' };
}

/** A request for a parameter that every node has. */
export const QUESTION = getParameters.request.encode(
  getParameters.request.normalize({ names: [SIM_TIME] }),
);

/**
 * A request that sets a parameter to its present value: the node then publishes an event with the
 * time of its clock.
 */
export const READ_BACK = setParameters.request.encode(
  setParameters.request.normalize({
    parameters: [{ name: SIM_TIME, value: { type: BOOL, bool_value: true } }],
  }),
);

interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

/** The node and the time of its clock, if {@link READ_BACK} caused this event. */
export function readBackOf(
  payload: Uint8Array,
): { readonly node: string; readonly time: bigint } | undefined {
  let event: ReturnType<typeof parameterEvent.decode>;
  try {
    event = parameterEvent.decode(payload);
  } catch {
    return undefined;
  }
  const named = (list: unknown) => (list as { readonly name: string }[]).map(({ name }) => name);
  const changed = [...named(event.changed_parameters), ...named(event.new_parameters)];
  if (changed.length !== 1 || changed[0] !== SIM_TIME) return undefined;
  const { sec, nanosec } = event.stamp as Stamp;
  return { node: String(event.node), time: BigInt(sec) * 1_000_000_000n + BigInt(nanosec) };
}

/** A message for `/clock`. */
export function clockMessage(time: bigint): Uint8Array {
  const sec = Number(time / 1_000_000_000n);
  return clock.encode({ clock: { sec, nanosec: Number(time % 1_000_000_000n) } });
}
