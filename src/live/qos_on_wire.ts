import { DEFAULT_QOS as WIRE_DEFAULT, type Qos as WireQos } from '../dds/index.js';
import type { Qos } from '../graph/index.js';

/** Returns a QoS of the graph in DDS's terms. */
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

/** Returns a QoS of DDS in the graph's terms; policies that ROS 2 lacks become the nearest ones. */
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
