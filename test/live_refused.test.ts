/** The engine counts what it refuses, and `orrery doctor --live` shows the counts. */
import { createSocket } from 'node:dgram';
import { expect, it, vi } from 'vitest';
import { PORTS } from '../src/dds/index.js';
import { RosNetwork } from '../src/tools/index.js';
import { commandHere } from './command_here.js';
import { nextDomain } from './dds_exchange.js';

const domain = nextDomain();
/** Participant indices of a domain to which datagrams are sent: the participant has the first free one. */
const PLACES = 6;

/** Datagrams that are refused, by reason, and how often each is sent. */
const REFUSED: readonly [string, number, Uint8Array][] = [
  ['not_rtps', 3, Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['version', 2, rtps(9)],
  ['submessage_length', 4, rtps(2, Buffer.from([0x07, 1, 0xff, 0x0f]))],
  // A heartbeat with first sample 5 and last sample 1.
  ['sequence_number', 5, rtps(2, heartbeat(5, 1))],
  // A valid one from an unknown participant.
  ['unknown_peer', 6, rtps(2, heartbeat(1, 5))],
];

function rtps(version: number, submessage: Uint8Array = new Uint8Array(0)): Uint8Array {
  return Buffer.concat([
    Buffer.from('RTPS'),
    Buffer.from([version, 4, 1, 16]),
    Buffer.alloc(12, 7),
    submessage,
  ]);
}

function heartbeat(first: number, last: number): Uint8Array {
  const bytes = Buffer.alloc(32);
  bytes.set([0x07, 1, 28, 0]);
  for (const [at, value] of [
    [4, 0x04010000],
    [8, 0x03010000],
    [16, first],
    [24, last],
    [28, 1],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

it('doctor --live counts refused datagrams by reason', async () => {
  // Threads cannot be started from TypeScript, so the participant is from the built package.
  const { RosNetwork: Network } = (await import('../dist/tools/index.js' as string)) as {
    RosNetwork: typeof RosNetwork;
  };
  const network = await Network.open({ domain, interfaces: [] }, 0);
  const leave = network.close.bind(network);
  network.close = async () => {};
  vi.spyOn(RosNetwork, 'open').mockResolvedValue(network);
  const socket = createSocket('udp4');
  for (const [, count, bytes] of REFUSED)
    for (let n = 0; n < count; n++)
      for (let index = 0; index < PLACES; index++)
        socket.send(bytes, PORTS.spdpUnicast(domain, index), '127.0.0.1');
  await vi.waitFor(
    async () => {
      const { out } = await commandHere('doctor --live', String(domain));
      const text = 'received messages or parts of them were refused';
      for (const [reason, count] of REFUSED)
        expect(out).toMatch(new RegExp(`^note refused: ${count} ${text}: ${reason}\\.$`, 'm'));
    },
    { timeout: 170_000, interval: 100 },
  );
  socket.close();
  await leave();
});
