/**
 * A process that sends a request within a callback: what it receives next does not depend on real time, or the run
 * says that it does.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, type Ran, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** Adds at once, or after a virtual time in ms. */
const SERVER = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('server');
const wait = Number(process.argv[2] ?? 0);
node.createService('example_interfaces/srv/AddTwoInts', 'sum', ({ a, b }, response) => {
  const answer = () => response.send({ sum: a + b });
  if (wait > 0) setTimeout(answer, wait);
  else answer();
});
rclnodejs.spin(node);
`;

interface Asking {
  /** The arguments that make it send a request, and how long it computes afterwards, in s. */
  readonly ask: string;
  readonly burn?: number;
  /** When the server answers, in virtual ms. */
  readonly after?: number;
  readonly args?: readonly string[];
}

/** A process that sends a request when it hears the source, and receives another source at the same instants. */
function ran({ ask, burn = 0, after = 0, args = [] }: Asking): Ran {
  sandbox.write('server.mjs', SERVER);
  const words = `--sub /m ${ask} /sum --burn ${burn} --pub /seen --sub /m2 --pub /seen`;
  const nodes = { asker: words, relay: '--sub /m --pub /m2' };
  const file = writeSystem(sandbox, 'asking.launch.xml', nodes, [`node server.mjs ${after}`]);
  return runSystem(sandbox, file, { until: '0.25s', args });
}

/** What the asking process published, in order. */
const said = ({ text }: Ran) => [...text.matchAll(/^.*seen asker(.*)$/gm)].map(([, all]) => all);

describe.skipIf(peers.ros === undefined)('a request within a callback', () => {
  it('is not waited for by a callback that goes on, however long it computes', () => {
    const [quick, slow] = [0, 0.5].map((burn) => ran({ ask: '--ask', burn }));
    expect(quick!.status, quick!.text).toBe(0);
    for (const { text } of [quick!, slow!]) expect(text).not.toContain('leak');
    expect(heard(slow!, 'asker')).toEqual(heard(quick!, 'asker'));
    expect(said(slow!)).toEqual(said(quick!));
    expect(said(quick!)).toHaveLength(6);
    expect(slow!.digest, quick!.text + slow!.text).toBe(quick!.digest);
  }, 300_000);

  it('and its response arrives later: other messages come first', () => {
    const [quick, slow] = [0, 0.5].map((burn) => ran({ ask: '--ask', burn, after: 30 }));
    for (const { text } of [quick!, slow!]) expect(text).not.toContain('leak');
    expect(said(slow!)).toEqual(['(m0)', '(relay(m0))', '(0)', '(m1)', '(relay(m1))', '(1)']);
    expect(slow!.digest, slow!.text).toBe(quick!.digest);
  }, 300_000);

  it('is reported as judged by real time if the response comes later, unless that is declared', () => {
    const judged = ran({ ask: '--call', after: 30 });
    expect(judged.text).toMatch(/a callback of asker has called \/sum and has not ended/);
    sandbox.write('waits.yaml', 'waits_inside: [{node: /asker, service: /sum}]\n');
    const declared = ran({ ask: '--call', after: 30, args: ['--models', 'waits.yaml'] });
    expect(declared.status, declared.text).toBe(0);
    expect(declared.text).not.toContain('leak');
    expect(said(declared)).toEqual(['(m0)', '(relay(m0))', '(m1)', '(relay(m1))']);
    expect(declared.digest).toBe(judged.digest);
  }, 300_000);
});
