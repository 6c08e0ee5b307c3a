import type { FaultEvent } from '../graph/index.js';

/** Topic and type name of the faults in a trace. */
export const FAULT_TOPIC = 'faults';
export const FAULT_TYPE = 'orrery_msgs/msg/Fault';

export const FAULT_DEFINITION = `string fault
string target
`;

/** XCDR1, little endian. */
const HEADER = [0, 1, 0, 0] as const;

/** A fault in CDR. */
export function encodeFault({ fault, target }: FaultEvent): Uint8Array {
  const texts = [Buffer.from(fault), Buffer.from(target)];
  const bytes: number[] = [...HEADER];
  for (const text of texts) {
    while (bytes.length % 4 !== 0) bytes.push(0);
    const length = text.length + 1;
    bytes.push(length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24);
    bytes.push(...text, 0);
  }
  return Uint8Array.from(bytes);
}

/**
 * Reads what {@link encodeFault} returns; the time is not part of it. Undefined if the bytes are something else.
 */
export function decodeFault(bytes: Uint8Array): Pick<FaultEvent, 'fault' | 'target'> | undefined {
  if (bytes[1] !== 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let at = HEADER.length;
  while (texts.length < 2) {
    at = Math.ceil(at / 4) * 4;
    if (at + 4 > bytes.length) return undefined;
    const length = view.getUint32(at, true);
    if (length === 0 || at + 4 + length > bytes.length) return undefined;
    texts.push(Buffer.from(bytes.subarray(at + 4, at + 3 + length)).toString('utf8'));
    at += 4 + length;
  }
  return { fault: texts[0]!, target: texts[1]! };
}
