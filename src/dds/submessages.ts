/** Numbers of RTPS 2.x: submessages and their flags. */

/** `RTPS` */
export const MAGIC = [0x52, 0x54, 0x50, 0x53] as const;
export const HEADER_BYTES = 20;
export const PROTOCOL_VERSION = [2, 3] as const;

export const SUBMESSAGE = {
  pad: 0x01,
  ackNack: 0x06,
  heartbeat: 0x07,
  gap: 0x08,
  infoTimestamp: 0x09,
  infoSource: 0x0c,
  infoReplyIp4: 0x0d,
  infoDestination: 0x0e,
  infoReply: 0x0f,
  nackFrag: 0x12,
  heartbeatFrag: 0x13,
  data: 0x15,
  dataFrag: 0x16,
} as const;

export const FLAG = {
  littleEndian: 0x01,
  /** DATA, DATA_FRAG */
  inlineQos: 0x02,
  /** DATA */
  data: 0x04,
  /** DATA */
  key: 0x08,
  /** DATA_FRAG */
  fragKey: 0x04,
  /** HEARTBEAT, ACKNACK */
  final: 0x02,
  /** HEARTBEAT */
  liveliness: 0x04,
  /** INFO_TS */
  invalidate: 0x02,
} as const;

/** Bits of PID_STATUS_INFO. */
export const STATUS = { disposed: 1, unregistered: 2 } as const;

/** Identifiers of the representation of a payload: the first two bytes, in network order. */
export const REPRESENTATION = {
  cdrBe: 0x0000,
  cdrLe: 0x0001,
  parametersBe: 0x0002,
  parametersLe: 0x0003,
  cdr2Be: 0x0006,
  cdr2Le: 0x0007,
  delimitedCdr2Be: 0x0008,
  delimitedCdr2Le: 0x0009,
  parametersCdr2Be: 0x000a,
  parametersCdr2Le: 0x000b,
} as const;

/** The name of the representation that the first bytes of a payload state, for reports. */
export function representationName(payload: Uint8Array): string {
  if (payload.length < 2) return 'empty';
  const id = (payload[0]! << 8) | payload[1]!;
  const names: Record<number, string> = {
    0: 'XCDR1 big endian',
    1: 'XCDR1 little endian',
    2: 'XCDR1 parameter list big endian (mutable type)',
    3: 'XCDR1 parameter list little endian (mutable type)',
    6: 'XCDR2 big endian',
    7: 'XCDR2 little endian',
    8: 'XCDR2 delimited big endian (appendable type)',
    9: 'XCDR2 delimited little endian (appendable type)',
    10: 'XCDR2 parameter list big endian (mutable type)',
    11: 'XCDR2 parameter list little endian (mutable type)',
  };
  return names[id] ?? `unknown representation 0x${id.toString(16).padStart(4, '0')}`;
}

/** Whether ROS 2 could have sent this payload: XCDR1 in either byte order. */
export function isPlainCdr(payload: Uint8Array): boolean {
  return payload.length >= 4 && payload[0] === 0 && payload[1]! <= 1;
}
