import { DEFAULT_QOS as WIRE_DEFAULT, type Qos as WireQos } from '../dds/index.js';
import type { Qos } from '../graph/index.js';

/** A QoS of the graph as DDS has it. */
export function toWire(qos: Qos): WireQos {
  const keepsAll = qos.history === 'keep_all';
  return {
    ...WIRE_DEFAULT,
    reliability: qos.reliability,
    durability: qos.durability,
    history: { kind: qos.history, depth: keepsAll ? -1 : Math.max(1, qos.depth) },
    deadline: qos.deadline,
    lifespan: qos.lifespan,
    liveliness: qos.liveliness,
    livelinessLease: qos.livelinessLease,
  };
}

/** A QoS of DDS as the graph has it: what ROS 2 has no word for is brought to the nearest. */
export function fromWire(qos: WireQos): Qos {
  return {
    history: qos.history.kind,
    depth: Math.max(1, qos.history.depth),
    reliability: qos.reliability,
    durability: qos.durability === 'volatile' ? 'volatile' : 'transient_local',
    deadline: qos.deadline,
    lifespan: qos.lifespan,
    liveliness: qos.liveliness === 'automatic' ? 'automatic' : 'manual_by_topic',
    livelinessLease: qos.livelinessLease,
  };
}
