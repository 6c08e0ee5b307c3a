// Compares the built-in 802.11 with ns-3 for the same scenarios: `npm run bench -- ns3`, once
// `orrery netsim build ns3` has been run. Prints a table of docs/netsim.md.
import { parseSystemModels } from '../dist/models/index.js';
import { builtProgram, NATIVE_PROGRAMS, runFlowsAnywhere } from '../dist/netsim/index.js';

const SECOND = 1e9;

/** Throughput in Mbit/s, mean delay in ms and percentage of lost packets, for all flows together. */
async function figures(scenario, simulator, seconds) {
  const { settings, agents, channel, flows } = scenario;
  const text = `network: {agents: {${agents}}, simulator: {${simulator}: {${settings}}}, channel: {${channel}}, flows: [${flows}]}`;
  const { network } = parseSystemModels(text, 'scenario.yaml');
  const records = await runFlowsAnywhere(network, seconds * SECOND, 0);
  const from = SECOND / 2;
  const sum = (of) => records.reduce((total, record) => total + of(record), 0);
  const delays = records.flatMap((record) => record.delay(from, seconds * SECOND) ?? []);
  return [
    (sum((record) => record.rate(from, seconds * SECOND)) / 1e6).toFixed(2),
    (delays.reduce((total, delay) => total + delay, 0) / delays.length / 1e6).toFixed(1),
    ((100 * sum((record) => record.lost)) / sum((record) => record.sent)).toFixed(1),
  ];
}

const near = 'a: {position: {at: [0, 0, 10]}}, b: {position: {at: [30, 0, 10]}}';
const umi = 'path_loss: {umi: {}}, tx_power: 13';
const oneWay = (megabits) => `{from: a, to: b, udp: {rate: ${megabits}Mbit/s}}`;

function ring(count) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return `a${i}: {position: {at: [${(10 * Math.cos(angle)).toFixed(2)}, ${(10 * Math.sin(angle)).toFixed(2)}, 1]}}`;
  }).join(', ');
}

const around = (count, megabits) =>
  Array.from(
    { length: count },
    (_, i) =>
      `{from: a${i}, to: a${(i + 1) % count}, start: ${i * 100}us, udp: {rate: ${megabits}Mbit/s}}`,
  ).join(', ');

const SCENARIOS = [
  ...[0, 1, 4, 7].map((rate) => ({
    name: `11n, MCS ${rate}, one saturated sender`,
    settings: `rate: ${rate}`,
    ...{ agents: near, channel: umi, flows: oneWay(40) },
  })),
  {
    name: '11a, 54 Mb/s, one saturated sender',
    settings: 'standard: 11a, rate: 7',
    ...{ agents: near, channel: umi, flows: oneWay(60) },
  },
  ...[5, 10, 20].map((count) => ({
    name: `11a, 54 Mb/s, ${count} saturated senders`,
    settings: 'standard: 11a, rate: 7',
    ...{ agents: ring(count), channel: '', flows: around(count, 60 / count) },
  })),
  ...[40, 80, 120, 160, 200, 240].map((metres) => ({
    name: `11n, MCS 1, 2 Mbit/s, Rayleigh, ${metres} m`,
    settings: 'rate: 1',
    agents: `a: {position: {at: [0, 0, 10]}}, b: {position: {at: [${metres}, 0, 10]}}`,
    channel:
      'path_loss: {log_distance: {exponent: 2.6}}, tx_power: 13, fading: {k_factor: -100, background_speed: 4}',
    flows: oneWay(2),
  })),
  {
    name: '11n, MCS 1, hidden senders, 2 and 1.7 Mbit/s',
    settings: 'rate: 1',
    agents:
      'a: {position: {at: [-80, 0, 1]}}, b: {position: {at: [0, 0, 1]}}, c: {position: {at: [80, 0, 1]}}',
    channel: 'path_loss: {log_distance: {exponent: 2.5}}, tx_power: 8',
    flows:
      '{from: a, to: b, udp: {rate: 2Mbit/s}}, {from: c, to: b, start: 1ms, udp: {rate: 1700kbit/s}}',
  },
  {
    name: '11n, MCS 1, TCP, a queue of 30',
    settings: 'rate: 1',
    ...{ agents: near, channel: umi, flows: '{from: a, to: b, tcp: {}}' },
  },
];

export async function ns3Bench(table, quick) {
  if (builtProgram(NATIVE_PROGRAMS.ns3) === undefined) {
    process.stderr.write('ns-3 is left out; build it: orrery netsim build ns3\n');
    return;
  }
  const rows = [];
  for (const scenario of SCENARIOS) {
    const seconds = quick ? 2 : 10;
    const own = await figures(scenario, 'wifi', seconds);
    const other = await figures(scenario, 'ns3', seconds);
    rows.push([scenario.name, ...own.map((value, i) => `${value} / ${other[i]}`)]);
  }
  table(
    'The same scenario over the built-in 802.11 and over ns-3',
    ['scenario', 'Mbit/s', 'delay, ms', 'lost, %'],
    rows,
  );
}
