import { DEFAULT_QOS, Publisher, Timer } from '../graph/index.js';
import { pinnedMath } from '../math/index.js';
import type { NetworkModel } from '../models/index.js';
import type { Simulation } from '../simulation/index.js';
import type { Channel } from './channel/channel.js';

const PROGRAM = 'network';
/** `level` of a DiagnosticStatus. */
const OK = 0;
const ERROR = 2;
const SECOND = 1_000_000_000n;

/**
 * Tells the nodes of a run how well agents hear each other: for each agent a node `network` in the namespace of its name
 * publishes `links`, a diagnostic_msgs/DiagnosticArray with one status for each other agent, "up" or "down" with the
 * strength of its signal. Without a channel all links are up and have no strength.
 *
 * @param period - ns
 */
export function publishLinkStates(
  simulation: Simulation,
  { agents }: Pick<NetworkModel, 'agents'>,
  channel: Channel | undefined,
  period: number,
): void {
  const { graph, types } = simulation;
  const type = types.message('diagnostic_msgs/msg/DiagnosticArray');
  const names = Object.keys(agents);
  const least = channel === undefined ? 0 : 10 * pinnedMath.log10(channel.sensitivity);
  for (const [agent, name] of names.entries()) {
    graph.enterProgram(PROGRAM);
    const node = graph.createNode({ name: 'network', namespace: `/${rosName(name)}` });
    const publisher = new Publisher(node, `/${rosName(name)}/links`, type, DEFAULT_QOS);
    new Timer(node, period, () => {
      const { now } = graph.kernel;
      const time = graph.epoch + BigInt(now);
      const stamp = { sec: Number(time / SECOND), nanosec: Number(time % SECOND) };
      const status = names.flatMap((peer, from) =>
        from === agent ? [] : statusOf(peer, channel?.strength(from, agent, now), least),
      );
      publisher.publish({ header: { stamp, frame_id: name }, status });
    });
    simulation.attach(node);
  }
}

function statusOf(peer: string, strength: number | undefined, least: number) {
  const isUp = strength === undefined || strength >= least;
  return {
    level: isUp ? OK : ERROR,
    name: peer,
    message: isUp ? 'up' : 'down',
    hardware_id: '',
    values: strength === undefined ? [] : [{ key: 'rssi', value: strength.toFixed(1) }],
  };
}

/** A valid ROS name for the name of an agent. */
function rosName(name: string): string {
  const word = name.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}
