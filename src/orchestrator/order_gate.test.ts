import { expect, it } from 'vitest';
import { Publisher, Subscription, Timer } from '../graph/index.js';
import { callback, model, Ordered, uint64 } from './ordered.test_support.js';

it('follows a chain to its end before later entries of the configuration', async () => {
  const ordered = new Ordered([
    model('p1', callback('/m', ['/a'])),
    model('p2', callback('/m', ['/d'])),
    model('p3', callback('/a', ['/d'])),
    model('t', callback('/d')),
  ]);
  ordered.relay('p2', '/m', ['/d'], 200n);
  ordered.relay('p1', '/m', ['/a'], 100n);
  ordered.relay('p3', '/a', ['/d']);
  ordered.relay('t', '/d', [], 0n, true);
  const source = ordered.publisher('/m');
  for (const data of [1n, 2n]) source.publish({ data });
  await ordered.drain();
  // Without the configuration, the message on the shorter path comes first.
  expect(ordered.got).toEqual(['/d 101', '/d 201', '/d 102', '/d 202']);
  expect(ordered.errors).toEqual([]);
});

it('continues when a callback sends less than it declares, and when a node is absent', async () => {
  const ordered = new Ordered([
    model('p', callback('/m', ['/d', '/e'])),
    model('absent', callback('/m', ['/d'])),
    model('t', callback('/d'), callback('/e')),
  ]);
  ordered.relay('p', '/m', ['/e']);
  const t = ordered.relay('t', '/e', [], 0n, true);
  new Subscription(t, '/d', uint64, () => ordered.got.push('/d'));
  const source = ordered.publisher('/m');
  for (const data of [1n, 2n, 3n]) source.publish({ data });
  await ordered.drain();
  expect(ordered.got).toEqual(['/e 1', '/e 2', '/e 3']);
});

it('names an output that a callback sends without declaring it', async () => {
  const ordered = new Ordered([
    model('p', callback('/m', ['/d'])),
    model('t', callback('/d'), callback('/e')),
  ]);
  ordered.relay('p', '/m', ['/e']);
  ordered.relay('t', '/e', [], 0n, true);
  ordered.publisher('/m').publish({ data: 1n });
  await ordered.drain();
  expect(ordered.errors.map(({ code }) => code)).toEqual(['ORR_ORCHESTRATOR_OUTPUT']);
  expect(ordered.errors[0]!.message).toContain('/e');
});

it('attributes messages to the timer that sends them, and waits for callbacks that await', async () => {
  const ordered = new Ordered([
    model('p', callback('/m', ['/d']), callback(100, ['/e'])),
    model('t', callback('/d'), callback('/e')),
  ]);
  const p = ordered.node('p');
  const [d, e] = ['/d', '/e'].map((topic) => new Publisher(p, topic, uint64));
  let goOn = () => {};
  new Subscription(p, '/m', uint64, async ({ data }) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    d!.publish({ data: data as bigint });
  });
  new Timer(p, 100, () => e!.publish({ data: 9n }));
  const t = ordered.relay('t', '/d', [], 0n, true);
  new Subscription(t, '/e', uint64, ({ data }) => ordered.got.push(`/e ${data}`));
  const source = ordered.publisher('/m');
  for (const data of [1n, 2n]) source.publish({ data });
  await ordered.drain(100);
  expect(ordered.got).toEqual([]);
  for (const until of [150, 160]) {
    goOn();
    await ordered.drain(until);
  }
  // Messages that it sends after an await still belong to it.
  expect(ordered.got).toEqual(['/d 1', '/e 9', '/d 2']);
});

it('attributes messages after an await to their callback, before later inputs', async () => {
  const ordered = new Ordered([
    model('p1', callback('/m', ['/d'])),
    model('p2', callback('/m', ['/d'])),
    model('t', callback('/d')),
  ]);
  const p1 = ordered.node('p1');
  const d = new Publisher(p1, '/d', uint64);
  new Subscription(p1, '/m', uint64, async ({ data }) => {
    await Promise.resolve();
    d.publish({ data: (data as bigint) + 100n });
  });
  ordered.relay('p2', '/m', ['/d'], 200n);
  ordered.relay('t', '/d', [], 0n, true);
  const source = ordered.publisher('/m');
  for (const data of [1n, 2n]) source.publish({ data });
  await ordered.drain();
  expect(ordered.got).toEqual(['/d 101', '/d 201', '/d 102', '/d 202']);
  expect(ordered.errors).toEqual([]);
});

it('continues when a content filter rejects a message', async () => {
  const ordered = new Ordered([model('p', callback('/m', ['/d'])), model('t', callback('/d'))]);
  const p = ordered.node('p');
  const d = new Publisher(p, '/d', uint64);
  const input = new Subscription(p, '/m', uint64, ({ data }) =>
    d.publish({ data: data as bigint }),
  );
  input.filter = ({ data }) => (data as bigint) % 2n === 0n;
  ordered.relay('t', '/d', [], 0n, true);
  const source = ordered.publisher('/m');
  for (const data of [1n, 2n, 3n, 4n]) source.publish({ data });
  await ordered.drain();
  expect(ordered.got).toEqual(['/d 2', '/d 4']);
});
