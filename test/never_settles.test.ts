/** A program that awaits what nothing can settle is named, and no other program that awaits something. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const CALLBACKS = `
  const { once, EventEmitter } = require('node:events');
  const rclnodejs = require('rclnodejs');
  const held = [];
  const never = () => new Promise(() => {});
  rclnodejs.init().then(() => {
    const node = rclnodejs.createNode('callbacks');
    const publisher = node.createPublisher('std_msgs/msg/Int32', 'count');
    let count = 0;
    node.createTimer(100_000_000n, () => publisher.publish({ data: count++ }));
    const on = (topic, callback) => node.createSubscription('std_msgs/msg/Int32', topic, callback);
    // Promises that nothing can settle.
    on('count', async ({ data }) => { if (data === 3) await never(); });
    on('count', async ({ data }) => { if (data > 3) await once(new EventEmitter(), 'said'); });
    on('count', async ({ data }) => { if (data === 4) await Promise.all([never(), null]); });
    // Promises that may still be settled, or have been.
    node.createTimer(200_000_000n, async () => { await new Promise((done) => held.push(done)); });
    node.createTimer(300_000_000n, async () => { await new Promise((done) => setTimeout(done, 60_000)); });
    node.createTimer(400_000_000n, async () => { await new Promise((done) => setTimeout(done, 500)); });
    node.createTimer(500_000_000n, async () => { await once(process, 'said'); });
    const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add');
    node.createTimer(600_000_000n, async () => { await client.sendRequestAsync({ a: 1n, b: 2n }); });
    node.createTimer(700_000_000n, async () => { await never(); }).cancel();
    rclnodejs.spin(node);
  });`;

const MODULE = `
  import rclnodejs from 'rclnodejs';
  await rclnodejs.init();
  const node = rclnodejs.createNode('NAME');
  node.createTimer(100_000_000n, () => {});
  node.spin();`;

describe('a promise that nothing can settle', () => {
  let found: { readonly kind: string; readonly message: string }[] = [];
  let warned: string[] = [];
  beforeAll(() => {
    const files = [sandbox.write('callbacks.cjs', CALLBACKS)];
    const modules = {
      never: 'await new Promise(() => {});',
      later: 'await new Promise((done) => setTimeout(done, 60_000));',
      held: 'await new Promise((done) => { globalThis.held = done; });',
      ended: 'await new Promise((done) => setTimeout(done, 500));',
    };
    for (const [name, wait] of Object.entries(modules)) {
      files.push(sandbox.write(`${name}.mjs`, `${MODULE.replace('NAME', name)}\n${wait}`));
    }
    const run = ['run', ...files, '--until', '4s', '--record', 'run'];
    warned = sandbox.orrery(run).stderr.split('\n');
    found = (
      JSON.parse(sandbox.orrery(['doctor', 'run', '--json']).stdout) as { findings: typeof found }
    ).findings;
  }, 300_000);

  const named = () =>
    found.filter(({ kind }) => kind === 'never-settles').map((each) => each.message);

  it('is found by the doctor, which reports no other promise', () => {
    expect(named()).toEqual([
      // One in the first file, one in the third, and 26 that are at least one second old in the second.
      expect.stringMatching(
        '^A callback of /count → /callbacks \\(and 27 later ones\\) has awaited for 3\\.600 s what nothing can settle',
      ),
      expect.stringMatching(
        '^.*/never\\.mjs awaits at top level \\(.*never\\.mjs:7:7\\) what nothing can settle',
      ),
    ]);
  });

  it('in a callback is a warning of the run', () => {
    const about = warned.filter((line) => line.includes('nothing can settle'));
    expect(about).toEqual([expect.stringContaining('warning: A callback of /count → /callbacks')]);
  });
});
