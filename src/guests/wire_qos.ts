import type { Qos } from '../graph/index.js';
import type { Frame } from './frame.js';

/** Numbers of rmw's policies, as guests use them. */
const KEEP_ALL = 2;
const BEST_EFFORT = 2;
const TRANSIENT_LOCAL = 1;
const MANUAL_BY_TOPIC = 3;

/** Reads the policies of an endpoint; a duration of 0 or less has no bound, as in rmw. */
export function readQos(frame: Frame): Qos {
  const history = frame.u8();
  const reliability = frame.u8();
  const durability = frame.u8();
  const liveliness = frame.u8();
  const depth = frame.u32();
  const deadline = duration(frame.i64());
  const lifespan = duration(frame.i64());
  const livelinessLease = duration(frame.i64());
  return {
    history: history === KEEP_ALL ? 'keep_all' : 'keep_last',
    depth: Math.max(1, depth),
    reliability: reliability === BEST_EFFORT ? 'best_effort' : 'reliable',
    durability: durability === TRANSIENT_LOCAL ? 'transient_local' : 'volatile',
    liveliness: liveliness === MANUAL_BY_TOPIC ? 'manual_by_topic' : 'automatic',
    deadline,
    lifespan,
    livelinessLease,
  };
}

function duration(ns: number): number {
  return ns <= 0 || ns >= Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : ns;
}

/** The policies as `QoSProfile`s of client libraries number them; an absent bound is -1. */
export function describeQos(qos: Qos): Readonly<Record<string, number>> {
  const ns = (value: number) => (value === Number.POSITIVE_INFINITY ? -1 : value);
  return {
    history: qos.history === 'keep_all' ? KEEP_ALL : 1,
    depth: qos.depth,
    reliability: qos.reliability === 'best_effort' ? BEST_EFFORT : 1,
    durability: qos.durability === 'transient_local' ? TRANSIENT_LOCAL : 2,
    liveliness: qos.liveliness === 'manual_by_topic' ? MANUAL_BY_TOPIC : 1,
    deadline: ns(qos.deadline),
    lifespan: ns(qos.lifespan),
    lease: ns(qos.livelinessLease),
  };
}
