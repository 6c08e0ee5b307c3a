/** The same scenarios over the built-in 802.11 and over ns-3. Skipped where ns-3 is not installed. */
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseSystemModels } from '../../models/index.js';
import { runFlowsAnywhere } from '../flows/run_flows.js';
import { buildProgram, builtProgram, type NativeProgram } from '../native/native_program.js';
import { NS3 } from '../native/native_programs.js';
import { NetworkProgram } from './network_program.js';

const SECOND = 1e9;
const HAS_NS3 =
  existsSync('/usr/include/ns3/yans-wifi-channel.h') && existsSync('/usr/include/zlib.h');
const NEAR = 'agents: {a: {position: {at: [0, 0, 10]}}, b: {position: {at: [30, 0, 10]}}}';

interface Figures {
  readonly megabits: number;
  /** Mean, in ms. */
  readonly delay: number;
  /** Share of the packets. */
  readonly lost: number;
}

async function over(simulator: string, rest: string, seconds: number, seed = 0): Promise<Figures> {
  const text = `network: {simulator: {${simulator}}, ${rest}}`;
  const { network } = parseSystemModels(text, 'scenario.yaml');
  const records = await runFlowsAnywhere(network!, seconds * SECOND, seed);
  const [from, to] = [SECOND / 4, seconds * SECOND];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const delays = records.flatMap((record) => record.delay(from, to) ?? []);
  return {
    megabits: sum(records.map((record) => record.rate(from, to))) / 1e6,
    delay: sum(delays) / delays.length / 1e6,
    lost: sum(records.map(({ lost }) => lost)) / sum(records.map(({ sent }) => sent)),
  };
}

async function both(settings: string, rest: string, seconds: number) {
  const own = await over(`wifi: {${settings}}`, rest, seconds);
  return [own, await over(`ns3: {${settings}}`, rest, seconds)] as const;
}

/** The relative difference between a figure and a reference. */
const off = (own: number, other: number) => Math.abs(own / other - 1);

describe.skipIf(!HAS_NS3)('ns-3', () => {
  beforeAll(() => {
    buildProgram(NS3);
  }, 300_000);

  it.each([
    ['standard: 11n, rate: 1', 40],
    ['standard: 11n, rate: 7', 40],
    ['standard: 11a, rate: 7', 60],
  ])('carries as much as the built-in network, within 0.5 %%: %s', async (settings, megabits) => {
    const flow = `flows: [{from: a, to: b, udp: {rate: ${megabits}Mbit/s}}]`;
    const [own, other] = await both(settings, `${NEAR}, ${flow}`, 1.5);
    expect(off(own.megabits, other.megabits)).toBeLessThan(0.005);
    expect(off(own.delay, other.delay)).toBeLessThan(0.05);
    expect(Math.abs(own.lost - other.lost)).toBeLessThan(0.01);
  });

  it('loses as much as the built-in network where signals fade, within the bands of the document', async () => {
    const flow = 'flows: [{from: a, to: b, udp: {rate: 2Mbit/s}}]';
    const channel =
      'channel: {path_loss: {log_distance: {exponent: 2.6}}, tx_power: 13, fading: {k_factor: -100, background_speed: 4}}';
    for (const metres of [120, 160]) {
      const agents = `agents: {a: {position: {at: [0, 0, 10]}}, b: {position: {at: [${metres}, 0, 10]}}}`;
      const [own, other] = await both('rate: 1', `${agents}, ${flow}, ${channel}`, 8);
      expect(Math.abs(own.lost - other.lost)).toBeLessThan(0.04);
      expect(Math.abs(own.megabits - other.megabits)).toBeLessThan(0.1);
    }
  });

  it('lets TCP recover after an outage of seconds, as the built-in network does', async () => {
    const places = [0, 1, 1.1, 5, 5.1].map(
      (time, index) => `{time: ${time}s, at: [${[30, 30, 5000, 5000, 30][index]}, 0, 10]}`,
    );
    const agents = `agents: {a: {position: {at: [0, 0, 10]}}, b: {position: {trajectory: [${places}]}}}`;
    const rest = `${agents}, channel: {path_loss: {umi: {}}, tx_power: 13}, flows: [{from: a, to: b, tcp: {}}]`;
    const [own, other] = await both('rate: 1, queue: 30', rest, 10);
    // Retransmissions wait twice as long each time (0.2, 0.4, … s); the next one after the outage is heard at 7.4 s.
    expect(own.megabits * 10).toBeGreaterThan(8 * (1 + 2));
    expect(off(own.megabits, other.megabits)).toBeLessThan(0.2);
  });

  it('is the same in every run with a seed, and leaves nothing behind', async () => {
    const channel = 'channel: {path_loss: {umi: {}}, tx_power: -6, fading: {background_speed: 2}}';
    const scenario = `${NEAR}, ${channel}, flows: [{from: a, to: b, tcp: {}}]`;
    const first = await over('ns3: {}', scenario, 1, 1);
    expect(await over('ns3: {}', scenario, 1, 1)).toEqual(first);
    expect(await over('ns3: {}', scenario, 1, 2)).not.toEqual(first);
    const left = readdirSync(tmpdir()).filter((name) =>
      name.startsWith(`orrery-netsim-${process.pid}-`),
    );
    expect(left).toEqual([]);
  });

  it('is named and ended if it hangs or dies', async () => {
    const file = builtProgram(NS3)!;
    const start = () =>
      NetworkProgram.start({
        ...{ name: 'ns-3', file, connectTimeout: 60_000 },
        args: Object.entries({
          ...{ addresses: '1,2', window: 1e6, seed: 1, standard: '11n', rate: 0, queue: 30 },
          ...{ attempts: 7, errors: 'table', losses: 'given', power: 16 },
          ...{ 'noise-figure': 7, sensitivity: -82 },
        }).flatMap(([name, value]) => [`--${name}`, String(value)]),
      });
    const hanging = await start();
    process.kill(hanging.pid!, 'SIGSTOP');
    await expect(hanging.connection.receive('the end of window 0', 50)).rejects.toThrow(
      'has not sent the end of window 0 within 0.05 s',
    );
    hanging.close();
    const dying = await start();
    const answer = dying.connection.receive('the end of window 0', 60_000);
    process.kill(dying.pid!, 'SIGKILL');
    await expect(answer).rejects.toThrow('closed the connection');
    dying.close();
  });
});

it('names a program that does not start or ends at once, with its output', async () => {
  const none = { name: 'x', file: '/nonexistent', args: [], connectTimeout: 1000 };
  await expect(NetworkProgram.start(none)).rejects.toThrow('x does not start: spawn /nonexistent');
  const node = {
    ...none,
    file: process.execPath,
    args: ['-e', 'console.error("no"); process.exit(3)', '--'],
  };
  await expect(NetworkProgram.start({ ...node, connectTimeout: 60_000 })).rejects.toThrow(
    'ended with code 3; see its output: no.',
  );
});

it('names the requirements of a program that cannot be compiled', () => {
  const broken: NativeProgram = { ...NS3, name: 'broken', libraries: ['-lorrery_of_nowhere'] };
  expect(() => buildProgram({ ...broken, options: ['-fsyntax-only', '-x', 'ada'] })).toThrow(
    /broken cannot be compiled .*it needs a C\+\+ compiler/,
  );
});
