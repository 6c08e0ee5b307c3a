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
