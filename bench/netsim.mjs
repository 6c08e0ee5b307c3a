// Measures the networks of `src/netsim`: `npm run bench -- netsim`. Everything is processor time, since the machine
// is shared. The figures of ns-3 3.37 (the same scenario, co-simulated in windows of 1 ms) and of ROS-NetSim's
// coordinator were measured on the same class of machine; here they are constants.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSystemModels } from '../dist/models/index.js';
import {
  NETWORK_UPDATE,
  NetworkWindows,
  PHYSICS_UPDATE,
  PhysicsWindows,
  runFlows,
  serveWindows,
  WindowCoordinator,
} from '../dist/netsim/index.js';

const SECOND = 1e9;

/** Seconds of processor time that this takes. */
function processorTime(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Agents on a ring with a radius of 10 m, each of which sends to the next one. */
function ring(count, simulator, megabits, bytes) {
  const agents = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const at = `[${(10 * Math.cos(angle)).toFixed(2)}, ${(10 * Math.sin(angle)).toFixed(2)}, 1]`;
    return `a${i}: {position: {at: ${at}}}`;
  });
  const flows = agents.map(
    (_, i) =>
      `{from: a${i}, to: a${(i + 1) % count}, start: ${i}us, udp: {rate: ${megabits}Mbit/s, bytes: ${bytes}}}`,
  );
  const text = `network: {agents: {${agents.join(', ')}}, simulator: ${simulator}, channel: {}, flows: [${flows.join(', ')}]}`;
  return parseSystemModels(text, 'ring.yaml').network;
}

/** Virtual seconds and packets per second of processor time. */
function speed(model, seconds) {
  let records = [];
  runFlows(model, (seconds * SECOND) / 2, 0);
  const time = processorTime(() => {
    records = runFlows(model, seconds * SECOND, 0);
  });
  const packets = records.reduce((sum, { sent }) => sum + sent, 0);
  return { factor: seconds / time, perPacket: (time * 1e6) / packets };
}

async function windowsPerSecond(windows) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const model = parseSystemModels('network: {agents: {a: {}, b: {}}}', 'x.yaml').network;
  const physics = new PhysicsWindows({ model, window: 1e6 });
  const network = new NetworkWindows({ model, window: 1e6, seed: 0 });
  const servers = [
    await serveWindows({ path: join(folder, 'p') }, PHYSICS_UPDATE, (begin) => physics.run(begin)),
    await serveWindows({ path: join(folder, 'n') }, NETWORK_UPDATE, (begin) => network.run(begin)),
  ];
  const coordinator = await WindowCoordinator.connect({
    physics: servers[0].address,
    network: servers[1].address,
  });
  const start = process.cpuUsage();
  for (let window = 0; window < windows; window++) await coordinator.run([]);
  const { user, system } = process.cpuUsage(start);
  coordinator.close();
  await Promise.all(servers.map(({ done }) => done));
  rmSync(folder, { recursive: true, force: true });
  return (windows * 1e6) / (user + system);
}

/** Prints the tables of docs/netsim.md. */
export async function netsimBench(table, quick) {
  const patrol = readFileSync(
    new URL('../examples/uav_patrol/patrol.yaml', import.meta.url),
    'utf8',
  );
  const seconds = quick ? 2 : 10;
  const rows = [];
  const add = (name, { factor, perPacket }, ns3) =>
    rows.push([name, factor.toPrecision(3), perPacket.toFixed(1), ns3]);
  const { network } = parseSystemModels(patrol, 'patrol.yaml');
  add('patrol of two UAVs, TCP, 118 s', speed(network, quick ? 30 : 118), '4.2–4.9');
  for (const [count, ns3] of [
    [2, '–'],
    [5, '14'],
    [10, '3.9'],
    [20, '0.9'],
    [40, '0.15'],
    [100, '–'],
  ]) {
    const wifi = ring(count, '{wifi: {rate: 7}}', 0.25, 500);
    add(
      `802.11n, ${count} agents, 0.25 Mbit/s each`,
      speed(wifi, Math.max(1, (40 * seconds) / count)),
      ns3,
    );
  }
  for (const count of [2, 10, 100]) {
    const simple = ring(count, '{simple: {delay: 1ms, bandwidth: 10Mbit/s}}', 0.25, 500);
    add(`simple, ${count} agents, 0.25 Mbit/s each`, speed(simple, seconds), '–');
  }
  for (const kind of ['{wifi: {rate: 7}}', '{simple: {delay: 1ms, bandwidth: 10Mbit/s}}']) {
    for (const megabits of [0.05, 0.25, 1]) {
      const name = kind.includes('wifi') ? '802.11n' : 'simple';
      const model = ring(10, kind, megabits, 500);
      add(`${name}, 10 agents, ${megabits} Mbit/s each`, speed(model, seconds / megabits), '–');
    }
  }
  table(
    'Networks: virtual seconds per second of processor time',
    ['scenario', '× real time', 'µs per packet', 'ns-3 3.37'],
    rows,
  );
  const windows = await windowsPerSecond(quick ? 2000 : 20_000);
  table(
    'Windows of ROS-NetSim: coordinator and both simulators in one process, idle',
    ['', 'windows per second of processor time'],
    [
      ['Orrery', Math.round(windows).toLocaleString('en')],
      ["ROS-NetSim's coordinator, immediate simulators", '950–2,000'],
    ],
  );
}
