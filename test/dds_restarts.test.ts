/**
 * Either side of an exchange with another vendor is killed and comes back under its old name. Cyclone DDS cannot fix
 * the prefix of its GUIDs; Fast DDS can, like devices that derive it from their address.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BLOB,
  blob,
  capture,
  collect,
  endAll,
  KEEP_ALL,
  nextDomain,
  open,
  range,
  start,
} from './dds_exchange.js';
import { peers } from './dds_peer.js';

afterEach(endAll);

const topic = { topic: 'rt/blob', type: BLOB, qos: KEEP_ALL };

describe.skipIf(peers.missing.fast !== undefined)('a peer with the same prefix each time', () => {
  it.each(['kill', 'goodbye'])('gives everything again after a %s', async (end) => {
    const at = nextDomain();
    const driver = await open(at);
    const got = collect();
    driver.participant.createReader(topic, driver.now(), { onData: got.onData });
    driver.wake();
    for (const life of [1, 2, 3]) {
      // The lease outlives all of them: the successor starts while its predecessor still counts as alive.
      const options = { domain: at, prefix: 77, count: 20, size: 10, lease_ms: 60_000 };
      const peer = start('fast', 'pub', { ...options, linger_ms: end === 'kill' ? 60_000 : 0 });
      expect(await peer.line('acknowledged')).toMatchObject({ acknowledged: true });
      if (end === 'kill') peer.kill();
      await peer.ended;
      expect(got.numbers).toEqual(Array.from({ length: life }, () => range(20)).flat());
    }
  });

  it('gets everything again after a kill', async () => {
    const at = nextDomain();
    const driver = await open(at);
    const writer = driver.participant.createWriter(topic, driver.now());
    driver.wake();
    let written = 0;
    for (let life = 0; life < 3; life++) {
      const options = { domain: at, prefix: 78, count: 5, lease_ms: 60_000, linger_ms: 60_000 };
      const peer = start('fast', 'sub', options);
      await peer.line('ready');
      const first = written;
      // It gets what is written once it is known again; samples before that are for its predecessor.
      const timer = setInterval(() => {
        writer.write(blob(written++, 10), driver.now());
        driver.wake();
      }, 50);
      const line = await peer.line('received');
      clearInterval(timer);
      expect(line).toMatchObject({ received: 5, wrong: 0, disordered: 0 });
      expect(line.first).toBeGreaterThanOrEqual(first);
      expect(line.last).toBe(Number(line.first) + 4);
      peer.kill();
      await peer.ended;
    }
  });
});

const MODULE = fileURLToPath(new URL('../dist/dds/index.js', import.meta.url));

/** One of our readers in a process of its own, with a lease of a second. It prints a line for each sample. */
const READER = `
import { DEFAULT_QOS, UdpDriver } from ${JSON.stringify(MODULE)};
const driver = await UdpDriver.open({
  domain: Number(process.argv[1]), multicast: false, peers: ['127.0.0.1'], lease: 1e9 });
const qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const topic = { topic: 'rt/blob', type: '${BLOB}', qos };
driver.participant.createReader(topic, driver.now(), {
  onData(reader) { while (reader.take() !== undefined) console.log('got'); } });
driver.wake();`;

describe.each(['cyclone', 'fast'] as const)('%s', (vendor) => {
  it.skipIf(peers.missing[vendor] !== undefined)(
    'waits for one of ours that was killed only as long as its lease',
    async () => {
      const at = nextDomain();
      const words = ['--input-type=module', '-e', READER, String(at)];
      const ours = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      const heard = new Promise((resolve) => ours.stdout.once('data', resolve));
      const options = { domain: at, count: 40, size: 10, pause_us: 50_000, seconds: 60 };
      const peer = start(vendor, 'pub', options);
      try {
        await heard;
      } finally {
        ours.kill('SIGKILL');
      }
      // Acknowledged by all readers that are alive: there are none.
      expect(await peer.line('acknowledged')).toMatchObject({ acknowledged: true });
    },
  );
});

it.skipIf(!peers.tshark)('tshark finds nothing malformed in these exchanges', () => {
  const { packets, lines } = capture.malformed();
  expect(lines).toEqual([]);
  expect(packets).toBe(capture.count);
});
