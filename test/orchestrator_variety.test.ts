/** Processes of many kinds in one system: outputs, namespaces, QoS, and outputs at unexpected times. */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** What the source of the system received, in order. */
const seen = (text: string) => [...text.matchAll(/seen (\S+)$/gm)].map(([, what]) => what);

describe.skipIf(peers.ros === undefined)('processes on Cyclone DDS', () => {
  it('send nothing, one or three messages in a callback, from equal names in two namespaces', () => {
    const file = writeSystem(sandbox, 'variety.launch.xml', {
      a: '--node twin --ns /a --sub /m --pub /seen --pub /seen --pub /seen',
      b: '--node twin --ns /b --sub /m --qos best_effort:5 --omit 2 --pub /seen',
      c: '--sub /seen --qos best_effort:5',
    });
    const { text, status, callbacks } = runSystem(sandbox, file);
    expect(status, text).toBe(0);
    expect(text).not.toContain('leak');
    const twin = (n: number, count: number) => Array.from({ length: count }, () => `twin(m${n})`);
    const expected = [...twin(0, 4), ...twin(1, 3), ...twin(2, 4)];
    expect(seen(text)).toEqual(expected);
    expect(heard({ callbacks }, 'c')).toEqual(expected);
  }, 300_000);

  it('get what was published before they were there, if both sides keep it', () => {
    sandbox.write(
      'latched.mjs',
      `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('map');
const qos = new rclnodejs.QoS();
qos.durability = rclnodejs.QoS.DurabilityPolicy.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
qos.depth = 1;
const publisher = node.createPublisher('std_msgs/msg/String', 'map', { qos });
for (const data of ['old', 'newest']) publisher.publish({ data });
rclnodejs.spin(node);
`,
    );
    const nodes = {
      late: '--sub /map --qos transient_local:1',
      deaf: '--sub /map --qos 5',
    };
    const file = writeSystem(sandbox, 'latched.launch.xml', nodes, ['node latched.mjs']);
    const ran = runSystem(sandbox, file, { until: '0.05s' });
    expect(ran.status, ran.text).toBe(0);
    expect(heard(ran, 'late'), ran.text).toEqual(['newest']);
    expect(heard(ran, 'deaf')).toEqual([]);
  }, 300_000);

  it('send more than the system buffers at once, and all of it arrives with its callback', () => {
    // Of 12 MB on two topics, a part is lost on the way, and sent again after everything else.
    const file = writeSystem(sandbox, 'large.launch.xml', {
      camera: '--sub /m --size 6000000 --pub /left --pub /right --sub /m --pub /seen',
      t: '--sub /left --sub /right --sub /seen',
    });
    const runs = [0, 1].map(() => runSystem(sandbox, file, { args: ['--strict'] }));
    const texts = [0, 1, 2].flatMap((n) => [`camera(m${n})`, `camera(m${n})`, `camera(m${n})`]);
    for (const ran of runs) {
      expect(ran.status, ran.text).toBe(0);
      expect(ran.digest).toBe(runs[0]!.digest);
      expect(heard(ran, 't').map((got) => got.replace(/\.+$/, ''))).toEqual(texts);
    }
  }, 300_000);

  it('are named if they send by a clock of their own', () => {
    const file = writeSystem(sandbox, 'wild.launch.xml', {
      wild: '--timer 0.02 --pub /wild --ros-args -p use_sim_time:=false',
      other: '--sub /m --sleep 0.05 --pub /seen',
    });
    const { text } = runSystem(sandbox, file);
    expect(text).toContain('wild sends on /wild outside of its callbacks');
    const strict = runSystem(sandbox, file, { args: ['--strict'] });
    expect(strict.status, strict.text).not.toBe(0);
  }, 300_000);
});
