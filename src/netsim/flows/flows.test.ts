import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseSystemModels, readSystemModels } from '../../models/index.js';
import { flowFigures } from './flow_figures.js';
import { runFlows } from './run_flows.js';

const SECOND = 1_000_000_000;

function run(text: string, seconds: number, seed = 0) {
  const agents = 'agents: {a: {position: {at: [0, 0, 10]}}, b: {position: {at: [30, 0, 10]}}}';
  const { network } = parseSystemModels(`network: {${agents}, ${text}}`, 'flows.yaml');
  return runFlows(network!, seconds * SECOND, seed);
}

const TCP = 'flows: [{from: a, to: b, tcp: {}}]';

/** Mbit/s of a TCP flow after its beginning, and its delay in ms. */
function tcp(simulator: string, seconds = 12, seed = 0): readonly [number, number] {
  const [record] = run(`simulator: ${simulator}, ${TCP}`, seconds, seed);
  const [from, to] = [2 * SECOND, seconds * SECOND];
  return [record!.rate(from, to) / 1e6, (record!.delay(from, to) ?? 0) / 1e6];
}

describe('a TCP flow over 802.11n', () => {
  // ns-3 3.37, CUBIC, one stream, queue of 100 packets, good signal (docs/netsim.md).
  it.each([
    [0, 4.71],
    [1, 8.02],
    [2, 10.65],
    [3, 12.71],
    [4, 15.64],
    [7, 19.39],
  ])('at MCS %i carries what it carries in ns-3, %f Mbit/s, within 5 %%', (rate, published) => {
    const [megabits] = tcp(`{wifi: {rate: ${rate}, queue: 100}}`);
    expect(Math.abs(megabits / published - 1)).toBeLessThan(0.05);
  });

  it.each([
    [20, 27],
    [30, 40],
    [50, 64],
    [100, 123],
  ])('is delayed by a queue of %i packets as in ns-3, %i ms, within 20 %%', (queue, published) => {
    const [, delay] = tcp(`{wifi: {rate: 1, queue: ${queue}}}`, 30);
    expect(Math.abs(delay / published - 1)).toBeLessThan(0.2);
  });
});

describe('a UDP flow over 802.11n', () => {
  // ns-3 3.37 with the same settings, a good signal and a sender that is never idle.
  it.each([
    [0, 5.3],
    [1, 9.34],
    [2, 12.48],
    [3, 15.09],
    [4, 18.82],
    [7, 23.65],
  ])('at MCS %i carries what it carries in ns-3, %f Mbit/s, within 0.5 %%', (rate, published) => {
    const flow = 'flows: [{from: a, to: b, udp: {rate: 60Mbit/s, bytes: 1472}}]';
    const [record] = run(`simulator: {wifi: {rate: ${rate}}}, ${flow}`, 10);
    expect(Math.abs(record!.rate(0, 10 * SECOND) / 1e6 / published - 1)).toBeLessThan(0.005);
  });
});

describe('a TCP flow', () => {
  it('fills a link, and survives losses and outages', () => {
    const [full] = tcp('{simple: {bandwidth: 10Mbit/s, delay: 10ms, queue: 50}}');
    expect(full).toBeGreaterThan(9.3);
    expect(full).toBeLessThanOrEqual((10 * 1448) / 1500);
    const [some] = tcp('{simple: {bandwidth: 10Mbit/s, delay: 10ms, loss: 0.01, queue: 50}}');
    expect(some).toBeGreaterThan(1);
    expect(some).toBeLessThan(full);
    const outage = 'burst: {enter: 0.001, leave: 0.02}';
    const [bursts] = tcp(`{simple: {bandwidth: 10Mbit/s, delay: 10ms, ${outage}, queue: 50}}`, 60);
    expect(bursts).toBeGreaterThan(0.2);
  });

  it('follows the square root law under rare losses (Mathis et al. 1997)', () => {
    const flow = 'flows: [{from: a, to: b, tcp: {congestion: reno}}]';
    const [record] = run(`simulator: {simple: {delay: 25ms, loss: 0.0005}}, ${flow}`, 120);
    const measured = record!.rate(5 * SECOND, 120 * SECOND);
    // 1448 bytes, 50 ms and delayed acknowledgements: C = √(3/4).
    const law = ((1448 * 8) / 0.05) * Math.sqrt(0.75 / 0.0005);
    expect(measured / law).toBeGreaterThan(0.6);
    expect(measured / law).toBeLessThan(1.7);
  });

  it('is the same with the same seed, and differs with another', () => {
    const wifi =
      '{wifi: {}}, channel: {path_loss: {umi: {}}, fading: {background_speed: 2}, tx_power: -6}';
    expect(tcp(wifi, 5, 1)).toEqual(tcp(wifi, 5, 1));
    expect(tcp(wifi, 5, 2)).not.toEqual(tcp(wifi, 5, 1));
  });

  it('shares the channel with others', () => {
    const both = `flows: [{from: a, to: b, tcp: {}}, {from: b, to: a, udp: {rate: 4Mbit/s}}]`;
    const [first, second] = run(`simulator: {wifi: {rate: 1}}, ${both}`, 6);
    const [alone] = tcp('{wifi: {rate: 1}}', 6);
    expect(second!.rate(SECOND, 6 * SECOND) / 1e6).toBeGreaterThan(2);
    expect(alone).toBeGreaterThan(7.5);
    expect(first!.rate(SECOND, 6 * SECOND) / 1e6).toBeLessThan(6);
  });
});

it('repeats the experiment of ROS-NetSim: examples/uav_patrol', () => {
  const file = new URL('../../../examples/uav_patrol/patrol.yaml', import.meta.url);
  const { network } = readSystemModels(fileURLToPath(file));
  const [record] = runFlows(network!, 100 * SECOND, 0);
  const rate = (from: number, to: number) => record!.rate(from * SECOND, to * SECOND) / 1e6;
  expect(rate(1, 8)).toBeCloseTo(8, 0);
  expect(rate(20, 31)).toBeGreaterThan(1);
  expect(rate(20, 31)).toBeLessThan(4);
  expect(rate(40, 58)).toBeCloseTo(8, 0);
  expect(rate(80, 100)).toBeLessThan(0.1);
  const delay = record!.delay(40 * SECOND, 58 * SECOND)! / 1e6;
  expect(delay).toBeGreaterThan(30);
  expect(delay).toBeLessThan(45);
  const picture = flowFigures(record!, 100 * SECOND, 'a & b');
  expect(picture).toContain('a &amp; b');
  expect(picture.match(/font-weight="bold"/g)).toHaveLength(6);
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
});

it('refuses a flow whose ends are not agents', () => {
  expect(() => run('flows: [{from: a, to: nobody, tcp: {}}]', 1)).toThrow(/the agents are a, b/);
  expect(() => run('flows: [{from: a, to: b}]', 1)).toThrow(/either tcp or udp/);
});
