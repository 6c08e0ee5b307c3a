/** The building blocks of exchanges with DDS peers of other vendors. */
import {
  DEFAULT_QOS,
  type Qos,
  type Reader,
  UdpDriver,
  type UdpOptions,
} from '../src/dds/index.js';
import { EXCHANGED } from './dds_domains.js';
import { Capture, cycloneEnvironment, PeerProcess } from './dds_peer.js';

export const BLOB = 'peer_msgs::msg::dds_::Blob_';
export const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
export const capture = new Capture();
const drivers: UdpDriver[] = [];
const processes: PeerProcess[] = [];

const { first, count, workers } = EXCHANGED;
const ours = first + count * ((Number(process.env.VITEST_POOL_ID ?? 1) - 1) % workers);
let next = process.pid % count;
export const nextDomain = () => {
  next = (next + 1) % count;
  return ours + next;
};

export interface Setup {
  readonly loss?: number;
  /** The share of datagrams that are duplicated, and of those that are up to 3 ms late. */
  readonly disorder?: number;
  readonly options?: Partial<UdpOptions>;
}

export async function open(
  at: number,
  { loss = 0, disorder = 0, options = {} }: Setup = {},
): Promise<UdpDriver> {
  let state = 12_345;
  const chance = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const driver = await UdpDriver.open({
    domain: at,
    multicast: false,
    peers: ['127.0.0.1'],
    impair: (bytes) => {
      if (capture.count < 4000) capture.add(bytes);
      if (chance() < loss) return [];
      const copies = chance() < disorder ? 2 : 1;
      return range(copies).map(() => (chance() < disorder ? Math.ceil(3 * chance()) : 0));
    },
    ...options,
  });
  drivers.push(driver);
  return driver;
}

export function start(
  vendor: 'cyclone' | 'fast',
  mode: string,
  options: Record<string, string | number>,
): PeerProcess {
  const args = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  const env = cycloneEnvironment(options.multicast === 'yes', Number(options.lease_ms ?? 10_000));
  const started = new PeerProcess(vendor, [mode, ...args], env);
  processes.push(started);
  return started;
}

/** Starts the small ROS 2 node; `ros_peer.c` describes the options, which are one string. */
export function startNode(domain: number, options: string): PeerProcess {
  const env = { ...cycloneEnvironment(false), ROS_DOMAIN_ID: String(domain) };
  const started = new PeerProcess('ros', options.split(' '), env);
  processes.push(started);
  return started;
}

/** Closes and kills everything; called after each test. */
export async function endAll(): Promise<void> {
  for (const driver of drivers.splice(0)) await driver.close();
  for (const each of processes.splice(0)) {
    each.kill();
    await each.ended;
  }
}

/** A payload of `peer_msgs/msg/Blob`: a number, and bytes derived from it. */
export function blob(n: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(12 + size);
  bytes[1] = 1;
  bytes.writeUInt32LE(n, 4);
  bytes.writeUInt32LE(size, 8);
  for (let i = 0; i < size; i++) bytes[12 + i] = (n + i) & 255;
  return bytes;
}

/** Resolves when `done` returns true; otherwise the test's own limit ends the wait. */
export async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** What a reader has received: numbers in the order of arrival, and how many had wrong contents. */
export function collect(): { numbers: number[]; wrong: number; onData: (reader: Reader) => void } {
  const got = {
    numbers: [] as number[],
    wrong: 0,
    onData(reader: Reader) {
      for (let sample = reader.take(); sample !== undefined; sample = reader.take()) {
        const { payload } = sample;
        const view = new DataView(payload.buffer, payload.byteOffset);
        const [n, size] = [view.getUint32(4, true), view.getUint32(8, true)];
        got.numbers.push(n);
        for (let i = 0; i < size; i += 61) if (payload[12 + i] !== ((n + i) & 255)) got.wrong++;
      }
    },
  };
  return got;
}

export const range = (count: number) => Array.from({ length: count }, (_, i) => i);
