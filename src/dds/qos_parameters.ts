/** QoS policies as parameters of discovery. */
import { MAX_NAME_BYTES, MAX_PARTITIONS } from './limits.js';
import { type ParameterWriter, PID, readDuration, writeDuration } from './parameter_list.js';
import {
  DEFAULT_QOS,
  DESTINATION_ORDER,
  DURABILITY,
  HISTORY,
  type History,
  LIVELINESS,
  OWNERSHIP,
  PRESENTATION,
  type Qos,
  RELIABILITY,
  type ResourceLimits,
  XCDR1,
} from './qos.js';
import { rejection } from './rejection.js';
import type { WireReader } from './wire_reader.js';

/** QoS that is being read. */
export type MutableQos = { -readonly [K in keyof Qos]: Qos[K] };

/** The values of policies that are not announced: the defaults of DDS, which differ from those of ROS 2. */
export function unannouncedQos(isWriter: boolean): MutableQos {
  return {
    ...DEFAULT_QOS,
    reliability: isWriter ? 'reliable' : 'best_effort',
    maxBlockingTime: 100e6,
    history: { kind: 'keep_last', depth: 1 },
  };
}

function kind<T>(kinds: readonly T[], value: number): T {
  const found = kinds[value];
  if (found === undefined) throw rejection('parameter');
  return found;
}

function readHistory(value: WireReader): History {
  const history = kind(HISTORY, value.i32());
  return { kind: history, depth: value.i32() };
}

function readLimits(value: WireReader): ResourceLimits {
  return { samples: value.i32(), instances: value.i32(), samplesPerInstance: value.i32() };
}

function readStrings(value: WireReader, limit: number): string[] {
  const count = value.u32();
  if (count > limit) throw rejection('parameter');
  return Array.from({ length: count }, () => value.string(MAX_NAME_BYTES));
}

function readRepresentations(value: WireReader): number[] {
  const count = value.u32();
  if (count > 16) throw rejection('parameter');
  const list = Array.from({ length: count }, () => (value.u16() << 16) >> 16);
  return list.length === 0 ? [XCDR1] : list;
}

/** Reads one parameter into `qos`; false when it is not a policy. */
export function readQosParameter(pid: number, value: WireReader, qos: MutableQos): boolean {
  switch (pid) {
    case PID.reliability: {
      // Counted from 1; some early implementations counted persistent reliability as 3.
      qos.reliability = kind(RELIABILITY, value.i32() - 1);
      qos.maxBlockingTime = value.remaining >= 8 ? readDuration(value) : 0;
      return true;
    }
    case PID.durability:
      qos.durability = kind(DURABILITY, value.i32());
      return true;
    case PID.durabilityService:
      readDuration(value);
      qos.durabilityService = readHistory(value);
      return true;
    case PID.history:
      qos.history = readHistory(value);
      return true;
    case PID.resourceLimits:
      qos.limits = readLimits(value);
      return true;
    case PID.deadline:
      qos.deadline = readDuration(value);
      return true;
    case PID.latencyBudget:
      qos.latencyBudget = readDuration(value);
      return true;
    case PID.lifespan:
      qos.lifespan = readDuration(value);
      return true;
    case PID.liveliness:
      qos.liveliness = kind(LIVELINESS, value.i32());
      qos.livelinessLease = readDuration(value);
      return true;
    case PID.ownership:
      qos.ownership = kind(OWNERSHIP, value.i32());
      return true;
    case PID.destinationOrder:
      qos.destinationOrder = kind(DESTINATION_ORDER, value.i32());
      return true;
    case PID.presentation: {
      const scope = kind(PRESENTATION, value.i32());
      qos.presentation = { scope, coherent: value.u8() !== 0, ordered: value.u8() !== 0 };
      return true;
    }
    case PID.partition:
      qos.partitions = readStrings(value, MAX_PARTITIONS);
      return true;
    case PID.dataRepresentation:
      qos.representations = readRepresentations(value);
      return true;
  }
  return false;
}

/** Writes every policy, so that no peer depends on defaults. */
export function writeQosParameters(list: ParameterWriter, qos: Qos, isWriter: boolean): void {
  const integer = (pid: number, value: number) => list.u32(pid, value);
  list.add(PID.reliability, (out) => {
    out.u32(RELIABILITY.indexOf(qos.reliability) + 1);
    writeDuration(out, qos.maxBlockingTime);
  });
  integer(PID.durability, DURABILITY.indexOf(qos.durability));
  list.add(PID.history, (out) => {
    out.u32(HISTORY.indexOf(qos.history.kind));
    out.u32(qos.history.depth);
  });
  list.add(PID.resourceLimits, (out) => {
    out.u32(qos.limits.samples);
    out.u32(qos.limits.instances);
    out.u32(qos.limits.samplesPerInstance);
  });
  const { durabilityService } = qos;
  if (isWriter && durabilityService !== undefined) {
    list.add(PID.durabilityService, (out) => {
      writeDuration(out, 0);
      out.u32(HISTORY.indexOf(durabilityService.kind));
      out.u32(durabilityService.depth);
      for (let i = 0; i < 3; i++) out.u32(-1);
    });
  }
  list.duration(PID.deadline, qos.deadline);
  list.duration(PID.latencyBudget, qos.latencyBudget);
  if (isWriter) list.duration(PID.lifespan, qos.lifespan);
  list.add(PID.liveliness, (out) => {
    out.u32(LIVELINESS.indexOf(qos.liveliness));
    writeDuration(out, qos.livelinessLease);
  });
  integer(PID.ownership, OWNERSHIP.indexOf(qos.ownership));
  integer(PID.destinationOrder, DESTINATION_ORDER.indexOf(qos.destinationOrder));
  list.add(PID.presentation, (out) => {
    out.u32(PRESENTATION.indexOf(qos.presentation.scope));
    out.u8(Number(qos.presentation.coherent));
    out.u8(Number(qos.presentation.ordered));
  });
  if (qos.partitions.length > 0) {
    list.add(PID.partition, (out) => {
      const start = out.position;
      out.u32(qos.partitions.length);
      for (const name of qos.partitions) {
        out.align(4, start);
        out.string(name);
      }
    });
  }
  list.add(PID.dataRepresentation, (out) => {
    out.u32(qos.representations.length);
    for (const id of qos.representations) out.u16(id);
  });
}
