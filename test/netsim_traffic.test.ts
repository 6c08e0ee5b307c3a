/** Sized traffic has the sizes of real traffic, byte for byte: those of the RTPS engine's datagrams. */
import { expect, it } from 'vitest';
import { DEFAULT_QOS } from '../src/dds/qos.js';
import { VirtualNetwork } from '../src/dds/virtual_network.test_support.js';
import {
  acknowledgement,
  dataDatagrams,
  HEARTBEAT_DATAGRAM,
} from '../src/netsim/traffic/packet_sizes.js';

const TOPIC = { topic: 'rt/numbers', type: 'T' };
const LIMIT = 65_000;
const DATA = 0x15;
const DATA_FRAG = 0x16;

/** The kinds of submessages in a datagram (RTPS 2.5, 9.4). */
function kindsOf(bytes: Uint8Array): number[] {
  const kinds: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 20; at + 4 <= bytes.length; ) {
    kinds.push(view.getUint8(at));
    const length = view.getUint16(at + 2, true);
    if (length === 0) break;
    at += 4 + length;
  }
  return kinds;
}

/** Sizes of the datagrams of user data that one message causes, first those that carry it. */
function datagrams(cdr: number, reliability: 'reliable' | 'best_effort') {
  const net = new VirtualNetwork();
  const qos = { ...DEFAULT_QOS, reliability } as typeof DEFAULT_QOS;
  const [from, to] = [1, 2].map(() => net.join({ maxDatagram: LIMIT }));
  to!.participant.createReader({ ...TOPIC, qos }, net.now, { onData: (reader) => reader.take() });
  const writer = from!.participant.createWriter({ ...TOPIC, qos }, net.now);
  net.run(60e9, () => writer.matchedCount === 1);
  net.run(net.now + 1e9);
  const data: number[] = [];
  const others: number[] = [];
  net.onSend = (_, { bytes }) => {
    const carries = kindsOf(bytes).some((kind) => kind === DATA || kind === DATA_FRAG);
    (carries ? data : others).push(bytes.length);
  };
  const payload = new Uint8Array(cdr);
  payload[1] = 1;
  writer.write(payload, net.now);
  net.run(net.now + 50e6);
  return { data, others };
}

const CDR = [12, 100, 1000, 20_001, 64_000] as const;

it.each([...CDR, 200_000])('a best-effort message of %i bytes of CDR travels alike', (cdr) => {
  const { data, others } = datagrams(cdr, 'best_effort');
  expect(dataDatagrams(cdr, LIMIT, false)).toEqual(data);
  expect(others).toEqual([]);
});

it.each(CDR)('a reliable message of %i bytes of CDR and what follows it travel alike', (cdr) => {
  const { data, others } = datagrams(cdr, 'reliable');
  expect(dataDatagrams(cdr, LIMIT, true)).toEqual([data[0]]);
  expect(new Set(others)).toEqual(new Set([HEARTBEAT_DATAGRAM, acknowledgement(0)]));
});
