/**
 * The commands of ROS 2 with a node that is not ours: `dds_peers/ros_peer.c` on Cyclone DDS. They would show a robot
 * in the same way.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveParticipant } from '../src/dds/index.js';
import { DEFAULT_QOS } from '../src/dds/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { RosNetwork } from '../src/tools/index.js';
import { commandHere } from './command_here.js';
import { endAll, nextDomain, startNode, until } from './dds_exchange.js';
import { type PeerProcess, peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';

const domain = nextDomain();
const run = (line: string) => commandHere(line, String(domain));
const good = (out: string) => ({ code: 0, out, err: '' });
const settings = { domain, multicast: false, peers: ['127.0.0.1'] };
const stamped = new TypeRegistry({ amentPrefixPath: '' }).message('geometry_msgs/msg/PointStamped');

let worker: PeerProcess;
let network: RosNetwork;
let leave: () => Promise<void>;
let other: LiveParticipant;

describe.skipIf(peers.missing.ros !== undefined)(
  'the commands of ROS 2, of a node on Cyclone',
  () => {
    beforeAll(async () => {
      worker = startNode(
        domain,
        '--node worker --ns /robot --sub input --pub output --timer 0.05 --pub ticks --service add ' +
          '--ros-args -p speed:=3 -p name:=r2',
      );
      await worker.line('ready');
      // Threads cannot be started from TypeScript, so both are from the built package.
      const tools = (await import('../dist/tools/index.js' as string)) as {
        RosNetwork: typeof RosNetwork;
      };
      const dds = (await import('../dist/dds/index.js' as string)) as {
        LiveParticipant: typeof LiveParticipant;
      };
      other = await dds.LiveParticipant.open({ ...settings, ignoreOwn: true });
      network = await tools.RosNetwork.open({ domain, interfaces: [], peers: ['127.0.0.1'] });
      leave = network.close.bind(network);
      network.close = async () => {};
      vi.spyOn(RosNetwork, 'open').mockImplementation(async (_, patience = 1000) => {
        await network.settle(patience);
        return network;
      });
      await until(() => network.system.topic('/robot/ticks') !== undefined);
    });
    afterAll(async () => {
      await leave();
      await other.close();
      await endAll();
    });

    it('show nodes and topics, as text and as JSON', async () => {
      expect(await run('node list')).toEqual(good('/robot/worker\n'));
      const info = await run('node info /robot/worker');
      expect(info.out).toContain('  Subscribers:\n    /robot/input: std_msgs/msg/String\n');
      // As in ROS 2, only an empty section is followed by an empty line.
      const parts = info.out.split(/^ {2}(?=\S)/m).slice(1);
      expect(parts.map((part) => part.split('\n')[0])).toEqual([
        ...['Subscribers:', 'Publishers:', 'Service Servers:', 'Service Clients:'],
        ...['Action Servers:', 'Action Clients:'],
      ]);
      for (const part of parts) expect(part).toMatch(/^[^\n]+:\n(\n|( {4}\S+: \S+\n)+)$/);
      expect(info.out).toContain('    /robot/add: example_interfaces/srv/AddTwoInts\n');
      const nodes = JSON.parse((await run('node list --json')).out);
      expect(JSON.stringify(nodes)).toContain('worker');
      const topics = JSON.parse((await run('topic list --json')).out);
      expect(JSON.stringify(topics)).toContain('/robot/ticks');
      expect((await run('topic find std_msgs/msg/String')).out).toContain('/robot/output\n');
      expect((await run('service find example_interfaces/srv/AddTwoInts')).out).toBe(
        '/robot/add\n',
      );
      expect((await run('node info /nobody')).code).toBe(1);
    });

    it('receive its messages, and it receives theirs', async () => {
      const echo = await run('topic echo /robot/ticks --once');
      expect(echo.out).toMatch(/^data: "?worker \d+"?\n---\n$/);
      const pub = await run("topic pub --once /robot/input std_msgs/msg/String '{data: go}'");
      expect(pub.code).toBe(0);
      await until(() => worker.lines.some(({ kind, got }) => kind === 'sub' && got === 'go'));
      const writer = other.createWriter({
        ...{
          topic: 'rt/stamped',
          type: 'geometry_msgs::msg::dds_::PointStamped_',
          qos: DEFAULT_QOS,
        },
      });
      const timer = setInterval(() => {
        const now = Date.now();
        const stamp = { sec: Math.floor(now / 1000), nanosec: (now % 1000) * 1_000_000 };
        const message = stamped.normalize({ header: { stamp, frame_id: '' } });
        other.write(writer, stamped.encode(message));
      }, 20);
      await until(() => network.system.topic('/stamped') !== undefined);
      const delay = await run('topic delay /stamped -n 1');
      clearInterval(timer);
      expect(delay.out).toMatch(/^average delay: -?[\d.]+\n\tmin: /);
    });

    it('call its service, and give up if there is none', async () => {
      const type = 'example_interfaces/srv/AddTwoInts';
      const call = await run(`service call /robot/add ${type} '{a: 20, b: 22}'`);
      expect(call.out).toContain('AddTwoInts_Response(sum=42)');
      const none = await run(`service call /nope ${type} '{a: 1, b: 2}' --timeout 0.5`);
      expect(none.code).toBe(1);
    });

    it('read and set its parameters, and report what it refuses', async () => {
      expect(await run('param get /robot/worker speed')).toEqual(good('Integer value is: 3\n'));
      expect(await run('param set /robot/worker speed 7')).toEqual(
        good('Set parameter successful\n'),
      );
      expect(await run('param get /robot/worker speed --hide-type')).toEqual(good('7\n'));
      const dump = await run('param dump /robot/worker');
      expect(dump.out).toMatch(/^\/robot\/worker:\n {2}ros__parameters:\n(.*\n)*.*name: r2\n/);
      for (const refused of ['set /robot/worker nothing 1', 'delete /robot/worker speed']) {
        expect((await run(`param ${refused}`)).code).toBe(1);
      }
    });

    it('set several parameters, separately or atomically', async () => {
      const two = await run('param set /robot/worker speed 8 name r3');
      expect(two).toEqual(
        good('speed: Set parameter successful\nname: Set parameter successful\n'),
      );
      const mixed = await run('param set /robot/worker nothing 1 speed 9');
      expect(mixed).toMatchObject({ code: 1, out: 'speed: Set parameter successful\n' });
      const atomic = await run('param set /robot/worker speed 10 name r4 --atomic');
      expect(atomic).toEqual(good('Set parameters atomically successful\n'));
      const none = await run('param set /robot/worker speed 11 nothing 1 --atomic');
      expect(none.code).toBe(1);
      const speed = 'param get /robot/worker speed --include-hidden-nodes';
      expect(await run(speed)).toEqual(good('Integer value is: 10\n'));
      const odd = await run('param set /robot/worker speed 1 name');
      expect(odd).toMatchObject({ code: 1, err: 'ORR_LIVE_OPTION' });
    });

    it('report what exists', async () => {
      const report = await run('doctor --live --report');
      expect(report.code).toBe(0);
      expect(report.out).toContain(
        'topic               : /robot/ticks\npublisher count     : 1\nsubscriber count    : ',
      );
      expect(report.out).toContain(
        'service          : /robot/add\nservice count    : 1\nclient count     : ',
      );
      expect(report.out).toMatch(/\n {3}RMW MIDDLEWARE\n/);
      expect(report.out).toContain('participant        : Cyclone DDS (127.0.0.1:');
      const { sections } = JSON.parse((await run('doctor --live --report --json')).out);
      expect(sections).toHaveLength(7);
      expect(await run('doctor --report')).toMatchObject({ code: 1, err: 'ORR_DOCTOR_OPTION' });
    });

    it('find nothing wrong with it', async () => {
      const doctor = await run('doctor --live');
      expect(doctor.out).not.toMatch(/^error/m);
      expect(doctor.out).toMatch(/Cyclone/);
    });
  },
);

it('multicast is sent and received', async () => {
  const receiver = new LiveProcess('.', ['orrery', 'multicast', 'receive', '--timeout', '30']);
  await receiver.printed('Waiting');
  const sender = new LiveProcess('.', ['orrery', 'multicast', 'send']);
  // A machine without a route for multicast reports that.
  if ((await sender.ended) !== 0) {
    receiver.kill();
    return;
  }
  expect(await receiver.ended).toBe(0);
  expect(receiver.stdout).toMatch(/^Received from [\d.]+:\d+: '.*'$/m);
});
