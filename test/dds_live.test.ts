/** The thread with the sockets, from the built package. */
import { expect, it } from 'vitest';
import { DEFAULT_QOS, type LiveParticipant } from '../src/dds/index.js';
import { nextDomain } from './dds_exchange.js';

it('two programs hear each other, while one of them does not come to rest', async () => {
  // Built: a thread cannot be started from TypeScript.
  const built = (await import('../dist/dds/index.js' as string)) as {
    LiveParticipant: typeof LiveParticipant;
  };
  const domain = nextDomain();
  const options = { domain, multicast: false, peers: ['127.0.0.1'] };
  const [a, b] = [
    await built.LiveParticipant.open(options),
    await built.LiveParticipant.open(options),
  ];
  const topic = {
    ...{ topic: 'rt/chatter', type: 'std_msgs::msg::dds_::String_' },
    qos: { ...DEFAULT_QOS, durability: 'transient_local' as const },
  };
  const got: number[] = [];
  b.createReader(topic, { onSample: ({ payload }) => got.push(payload[4]!) });
  const writer = a.createWriter(topic);
  for (let n = 0; n < 5; n++) a.write(writer, Uint8Array.of(0, 1, 0, 0, n, 0, 0, 0));
  while (got.length < 5) {
    // The program is busy; the threads match and deliver meanwhile.
    for (const end = performance.now() + 20; performance.now() < end; );
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(got).toEqual([0, 1, 2, 3, 4]);
  await a.close();
  await b.close();
});

it('says why it cannot be opened', async () => {
  const built = (await import('../dist/dds/index.js' as string)) as {
    LiveParticipant: typeof LiveParticipant;
  };
  const opened = built.LiveParticipant.open({ domain: 3, interfaces: ['nope0'] });
  await expect(opened).rejects.toMatchObject({ code: 'ORR_DDS_INTERFACE' });
});
