/**
 * Sizes in bytes of what RTPS sends over UDP and IPv4 (RTPS 2.5, 9.4; RFC 768; RFC 791), for one
 * writer and one reader without security.
 */
const IP_HEADER = 20;
const UDP_HEADER = 8;
const RTPS_HEADER = 20;
const INFO_TS = 12;
const INFO_DST = 16;
const DATA = 24;
const DATA_FRAG = 36;
const HEARTBEAT = 32;
/** Space that a fragment leaves for inline QoS, as the engine of room `dds` does. */
const INLINE_QOS = 160;
/** Size without the bitmap of sequence numbers. */
const ACKNACK = 28;

/** Size of what every datagram begins with. */
const FRAMING = RTPS_HEADER + INFO_DST + INFO_TS;

/**
 * The UDP payloads in which a message travels. The last one of a reliable writer also carries a
 * heartbeat.
 *
 * @param cdr - bytes of the message with its encapsulation header
 * @param limit - the largest payload
 */
export function dataDatagrams(cdr: number, limit: number, reliable: boolean): readonly number[] {
  const tail = reliable ? HEARTBEAT : 0;
  const payload = (cdr + 3) & ~3;
  const whole = FRAMING + DATA + payload + tail;
  if (whole <= limit) return [whole];
  const room = (limit - FRAMING - DATA_FRAG - HEARTBEAT - INLINE_QOS) & ~3;
  const sizes: number[] = [];
  for (let rest = payload; rest > 0; rest -= room) {
    sizes.push(FRAMING + DATA_FRAG + Math.min(room, rest));
  }
  sizes[sizes.length - 1]! += tail;
  return sizes;
}

export const HEARTBEAT_DATAGRAM = RTPS_HEADER + INFO_DST + HEARTBEAT;

/** A datagram that acknowledges what has arrived and names up to 256 missing messages. */
export function acknowledgement(missing: number): number {
  return RTPS_HEADER + INFO_DST + ACKNACK + 4 * Math.ceil(Math.min(missing, 256) / 32);
}

/** The IP packets of a datagram: fragments of the MTU, all but the last with a multiple of 8 bytes. */
export function ipPackets(udpPayload: number, mtu: number): readonly number[] {
  const content = UDP_HEADER + udpPayload;
  if (IP_HEADER + content <= mtu) return [IP_HEADER + content];
  const room = (mtu - IP_HEADER) & ~7;
  const sizes: number[] = [];
  for (let rest = content; rest > 0; rest -= room) sizes.push(IP_HEADER + Math.min(room, rest));
  return sizes;
}
