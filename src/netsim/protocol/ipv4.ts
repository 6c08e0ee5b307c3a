const HEADER_BYTES = 20;
const CHECKSUM = 10;
const DESTINATION = 16;
const UDP_CHECKSUM = 26;

/** The checksum of an IPv4 header of 20 bytes (RFC 791), whatever its checksum field holds. */
export function headerChecksum(header: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < HEADER_BYTES; i += 2) {
    if (i !== CHECKSUM) sum += (header[i]! << 8) | header[i + 1]!;
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

/**
 * Readdresses a broadcast packet to a single receiver, as ROS-NetSim delivers broadcasts: it replaces
 * the destination, recomputes the header checksum and removes the UDP checksum.
 *
 * @param address - the receiver's IPv4 address as a number
 */
export function addressedTo(packet: Uint8Array, address: number): Uint8Array {
  const copy = Uint8Array.from(packet);
  const view = new DataView(copy.buffer);
  view.setUint32(DESTINATION, address);
  view.setUint16(CHECKSUM, headerChecksum(copy));
  view.setUint16(UDP_CHECKSUM, 0);
  return copy;
}

/** The address of the dotted form as a number; undefined when it is not one. */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) {
    return undefined;
  }
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}
