/** Compares captures of real ROS 2 processes with the engine's decoding and encoding. */
import type { TypeRegistry } from '../../interfaces/index.js';
import { decodeEndpointData, encodeEndpointData } from '../endpoint_data.js';
import { fromHex, Guid, hex, VENDOR } from '../guid.js';
import { decodeParticipantData, encodeParticipantData } from '../participant_data.js';
import { decodeDiscoveryInfo, encodeDiscoveryInfo } from '../ros_discovery_info.js';
import { DISCOVERY_TOPIC, ddsTopic, ddsType, rosTopic, rosType } from '../ros_names.js';
import { addHeader, takeHeader } from '../ros_service_header.js';
import {
  endpointUserData,
  participantUserData,
  readEnclave,
  readEndpointUserData,
} from '../ros_user_data.js';
import { isPlainCdr, representationName } from '../submessages.js';
import {
  type DiscoveryVector,
  describeEndpoint,
  endpointOf,
  type VectorEndpoint,
  type VectorParticipant,
} from './endpoint_vector.js';
import { firstDifference } from './first_difference.js';

/** One entry of a file and its difference; `undefined` if there is none. */
export interface Verdict {
  readonly what: string;
  readonly difference: string | undefined;
}

/** A payload of a capture. */
export interface VectorSample {
  readonly order?: number;
  readonly topic: string;
  readonly type: string;
  readonly cdr_hex: string;
  readonly decoded: Record<string, unknown>;
  readonly bytes_consumed?: number;
  readonly trailing_bytes?: number;
}

const VOID_PARTICIPANT = {
  version: [2, 3],
  domain: 0,
  metatraffic: [{ address: '127.0.0.1', port: 7410 }],
  userTraffic: [],
  metatrafficMulticast: [],
  userMulticast: [],
  builtinEndpoints: 0xc3f,
  expectsInlineQos: false,
  name: '',
  properties: [],
} as const;

function attempt(what: string, judge: () => string | undefined): Verdict {
  try {
    return { what, difference: judge() };
  } catch (error) {
    return { what, difference: error instanceof Error ? error.message : String(error) };
  }
}

/** Judges all entries of a file. */
export function judgeFile(content: unknown, types: TypeRegistry): Verdict[] {
  if (Array.isArray(content)) {
    return (content as VectorSample[]).map((sample, i) =>
      attempt(`${sample.topic} ${sample.order ?? i}`, () => judgeSample(sample, types)),
    );
  }
  const { participants = [], endpoints = [] } = content as Partial<DiscoveryVector>;
  return [
    ...participants.map((each) => attempt(each.guid, () => judgeParticipant(each))),
    ...endpoints.map((each) =>
      attempt(`${each.kind} ${each.topic} ${each.guid}`, () => judgeEndpoint(each, types)),
    ),
  ];
}

function judgeParticipant({ guid, qos }: VectorParticipant): string | undefined {
  const userData = fromHex(qos.user_data_hex ?? '');
  const lease =
    qos.liveliness_lease_ns === 'infinite' || qos.liveliness_lease_ns === undefined
      ? Number.POSITIVE_INFINITY
      : qos.liveliness_lease_ns;
  const data = {
    ...VOID_PARTICIPANT,
    guid: Guid.fromHex(guid),
    vendor: VENDOR.cyclone,
    lease,
    userData,
  };
  const read = decodeParticipantData(encodeParticipantData(data));
  const said = [read.guid.text, read.lease, hex(read.userData)];
  const difference = firstDifference([guid, lease, hex(userData)], said);
  if (difference !== undefined) return difference;
  const enclave = readEnclave(userData);
  if (enclave === undefined) return undefined;
  return firstDifference(hex(userData), hex(participantUserData(enclave)), 'USER_DATA');
}

function judgeEndpoint(vector: VectorEndpoint, types: TypeRegistry): string | undefined {
  const sent = endpointOf(vector);
  const read = decodeEndpointData(
    encodeEndpointData(sent, VENDOR.cyclone),
    vector.kind === 'writer',
  );
  const { kind, guid, entity_kind, participant_guid, topic, type, qos } = vector;
  const known = { kind, guid, entity_kind, participant_guid, topic, type };
  const again = describeEndpoint(read, vector);
  const names = Object.keys(again.qos) as (keyof typeof qos)[];
  const difference =
    firstDifference(known, again) ??
    firstDifference(Object.fromEntries(names.map((name) => [name, qos[name]])), again.qos, 'qos');
  return difference ?? judgeConventions(vector, types);
}

/** Checks names, type hash and ids of services by making each anew from its meaning. */
function judgeConventions(vector: VectorEndpoint, types: TypeRegistry): string | undefined {
  const topic = rosTopic(vector.topic);
  if (topic !== undefined && ddsTopic(topic) !== vector.topic) return `topic ${ddsTopic(topic)}`;
  const type = rosType(vector.type);
  if (type !== undefined && ddsType(type) !== vector.type) return `type ${ddsType(type)}`;
  const userData = vector.qos.user_data_hex ?? '';
  const said = readEndpointUserData(fromHex(userData));
  if (Object.keys(said).length === 0) return undefined;
  const difference = firstDifference(userData, hex(endpointUserData(said)), 'USER_DATA');
  if (difference !== undefined) return difference;
  if (said.typeHash === undefined || type === undefined || !isKnown(type, types)) return undefined;
  return firstDifference(said.typeHash, types.message(type).hash, 'type hash');
}

function isKnown(type: string, types: TypeRegistry): boolean {
  try {
    types.message(type);
    return true;
  } catch {
    return false;
  }
}

function judgeSample(sample: VectorSample, types: TypeRegistry): string | undefined {
  const payload = fromHex(sample.cdr_hex);
  if (!isPlainCdr(payload)) return `the payload is ${representationName(payload)}`;
  const trailing = sample.trailing_bytes ?? 0;
  const exact = payload.subarray(0, payload.length - trailing);
  if (sample.topic === DISCOVERY_TOPIC) return judgeDiscoveryInfo(sample, exact);
  const kind = rosTopic(sample.topic)?.kind;
  const name = rosType(sample.type);
  if (name === undefined) return `${sample.type} is not a type of ROS 2`;
  const type = types.message(name);
  // The form of these captures: a header before the fields of requests and replies.
  const header = 'header' in sample.decoded && kind !== 'topic' ? takeHeader(exact) : undefined;
  const { header: expectedHeader, ...fields } = sample.decoded;
  const body = header?.payload ?? exact;
  const message = type.decode(body);
  const encoded = type.encode(message);
  const whole =
    header === undefined ? encoded : addHeader(encoded, header.id.client, header.id.sequence);
  const said =
    header === undefined
      ? undefined
      : { guid_8_bytes: hex(header.id.client), sequence_number: header.id.sequence };
  return (
    firstDifference(header === undefined ? sample.decoded : fields, message) ??
    (said === undefined ? undefined : firstDifference(expectedHeader, said, 'header')) ??
    // Encapsulation options count padding in some writers; the rest must be the same bytes.
    firstDifference(hex(exact.subarray(4)), hex(whole.subarray(4)), 'encoded')
  );
}

function judgeDiscoveryInfo(sample: VectorSample, exact: Uint8Array): string | undefined {
  const info = decodeDiscoveryInfo(exact);
  const said = {
    gid: info.participant.text,
    node_entities_info_seq: info.nodes.map((node) => ({
      node_namespace: node.namespace,
      node_name: node.name,
      reader_gid_seq: node.readers.map(({ text }) => text),
      writer_gid_seq: node.writers.map(({ text }) => text),
    })),
  };
  return (
    firstDifference(sample.decoded, said) ??
    firstDifference(
      hex(exact.subarray(4)),
      hex(encodeDiscoveryInfo(info, info.gidBytes).subarray(4)),
    )
  );
}
