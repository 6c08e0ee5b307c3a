import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { OrreryError } from '../../errors/index.js';
import { type NetworkModel, parseSystemModels } from '../../models/index.js';
import { decompress, encodeFrame, FrameReader } from '../protocol/frames.js';
import {
  CHANNEL_DATA,
  NETWORK_UPDATE,
  type NetworkUpdate,
  PHYSICS_UPDATE,
} from '../protocol/messages.js';
import { addressesOf } from './addresses.js';
import { readCoordinatorConfiguration } from './coordinator_configuration.js';
import { NetworkWindows } from './network_windows.js';
import { PacketLedger } from './packet_ledger.js';
import { addressText, type PeerAddress, parsePeerAddress } from './peer_address.js';
import { PeerConnection } from './peer_connection.js';
import { PhysicsWindows } from './physics_windows.js';
import { readSession, replaySession } from './replay_session.js';
import { networkBegin, WindowCoordinator } from './window_coordinator.js';
import { serveWindows } from './window_server.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-windows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let sockets = 0;
const unixSocket = (): PeerAddress => ({ path: join(folder, `${++sockets}.socket`) });
const MS = 1_000_000;

function model(simulator: string, more = ''): NetworkModel {
  const agents = `agents: {a: {position: {at: [0, 0, 1]}}, b: {position: {at: [50, 0, 1]}}}`;
  const { network } = parseSystemModels(
    `network: {${agents}, simulator: ${simulator}${more}}`,
    'm.yaml',
  );
  return network!;
}

/** Runs windows with our own simulators; each agent sends one packet to the other in each. */
async function session(place: () => PeerAddress, network: NetworkModel, windows: number) {
  const physicsServer = await serveWindows(place(), PHYSICS_UPDATE, (begin) =>
    new PhysicsWindows({ model: network, window: MS }).run(begin),
  );
  const built = new NetworkWindows({ model: network, window: MS, seed: 1 });
  const server = await serveWindows(place(), NETWORK_UPDATE, (begin) => built.run(begin));
  const coordinator = await WindowCoordinator.connect({
    physics: physicsServer.address,
    network: server.address,
  });
  const [a, b] = addressesOf(network) as [number, number];
  const ledger = new PacketLedger(1000);
  const releases: string[] = [];
  for (let window = 0; window < windows; window++) {
    const packets = [
      { id: 2 * window, from: a, to: b, bytes: 500 },
      { id: 2 * window + 1, from: b, to: a, bytes: 500 },
    ];
    ledger.sent(packets, window);
    const result = await coordinator.run(packets);
    releases.push(`${window}: ${ledger.settle(result).join(' ')}`);
    expect(CHANNEL_DATA.decode(decompress(result.channelData)).node_list).toHaveLength(14);
  }
  coordinator.close();
  expect(await Promise.all([physicsServer.done, server.done])).toEqual([windows, windows]);
  return { counts: ledger.counts, releases };
}

describe('windows', () => {
  const wifi = model('{wifi: {standard: 11n, rate: 1}}', ', channel: {fading: {}}');

  it('are the same over Unix sockets and TCP, and in every session', async () => {
    const first = await session(unixSocket, wifi, 50);
    const tcp = await session(() => ({ host: '127.0.0.1', port: 0 }), wifi, 50);
    expect(tcp).toEqual(first);
    expect(first.counts.sent).toBe(100);
    expect(first.counts.released).toBeGreaterThan(50);
    expect(first.counts.released + first.counts.lost).toBeLessThanOrEqual(100);
  });

  it('release a packet at the end of the window in which it arrives', async () => {
    const { releases } = await session(unixSocket, model('{simple: {delay: 2.5ms}}'), 6);
    expect(releases.slice(0, 4)).toEqual(['0: ', '1: ', '2: 0 1', '3: 2 3']);
  });

  it('deliver a broadcast to all others, and report what is lost', () => {
    const windows = new NetworkWindows({ model: model('{simple: {}}'), window: MS, seed: 0 });
    const [a, b] = addressesOf(model('{simple: {}}')) as [number, number];
    const packets = [
      { id: 1, from: a, to: 0xffffffff, bytes: 100 },
      { id: 2, from: a, to: 12345, bytes: 100 },
    ];
    const end = windows.run(networkBegin(0, packets, new Uint8Array()));
    expect([end.pkt_id, end.rx_ip, end.ber]).toEqual([[1], [b], [0]]);
    expect([...end.clear_pkt_id].sort()).toEqual([1, 2]);
  });

  it('use the positions of the physics simulator', () => {
    const network = model('{simple: {}}', ', channel: {path_loss: {disk: {range: 10}}}');
    const built = new NetworkWindows({ model: network, window: MS, seed: 0 });
    const [a, b] = addressesOf(network) as [number, number];
    const near = { node_list: [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 1, 0, 0, 0], path_details: [] };
    const packet = { id: 1, from: a, to: b, bytes: 100 };
    expect(built.run(networkBegin(0, [packet], new Uint8Array())).pkt_id).toEqual([]);
    const channel = gzipSync(CHANNEL_DATA.encode(near));
    expect(built.run(networkBegin(1, [packet], channel)).pkt_id).toEqual([1]);
  });

  it('contain the line of sight between agents, with the points at obstacles', () => {
    const obstacle = '[{min: [10, -5, 0], max: [20, 5, 8]}]';
    const physics = new PhysicsWindows({
      model: model('{simple: {}}', `, channel: {obstacles: ${obstacle}}`),
      window: MS,
    });
    const { channel_data } = physics.run(PHYSICS_UPDATE.empty());
    expect(CHANNEL_DATA.decode(decompress(channel_data))).toEqual({
      node_list: [0, 0, 1, 1, 0, 0, 0, 50, 0, 1, 1, 0, 0, 0],
      path_details: [
        {
          ids: [1, 2],
          los: false,
          num_hops: [4],
          hop_points: [0, 0, 1, 0, 10, 0, 1, 0, 20, 0, 1, 0, 50, 0, 1, 0],
        },
      ],
    });
  });

  it('of a recorded session are answered one by one', async () => {
    const file = join(folder, 'session.jsonl');
    const frame = (window: number) =>
      encodeFrame(gzipSync(PHYSICS_UPDATE.encode({ ...PHYSICS_UPDATE.empty(), time_val: window })));
    const lines = [0, 1, 2].map((window) => ({
      ...{ link: 'phy', direction: 'coord->server', frame: frame(window).toString('hex') },
    }));
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const physics = new PhysicsWindows({ model: model('{simple: {}}'), window: MS });
    const server = await serveWindows(unixSocket(), PHYSICS_UPDATE, (begin) => physics.run(begin));
    const { address } = server;
    const peer = await PeerConnection.connect({ role: 'x', address, connectTimeout: 1000 });
    const result = await replaySession(readSession(file), 'phy', peer, 5000);
    expect(result).toEqual({ windows: 3, wrong: [] });
    peer.close();
    await server.done;
  });
});

describe('a bad peer', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A network simulator that calls `answer` for each BEGIN. */
  async function bad(answer: (socket: Socket, begin: NetworkUpdate) => void): Promise<PeerAddress> {
    const address = unixSocket();
    const server = createServer((socket) => {
      const reader = new FrameReader();
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        for (const body of reader.push(chunk))
          answer(socket, NETWORK_UPDATE.decode(decompress(body)));
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen({ ...address }, resolve));
    return address;
  }

  async function failure(answer: (socket: Socket, begin: NetworkUpdate) => void): Promise<string> {
    const good = await serveWindows(unixSocket(), PHYSICS_UPDATE, () => PHYSICS_UPDATE.empty());
    const network = await bad(answer);
    const coordinator = await WindowCoordinator.connect({
      ...{ physics: good.address, network, windowTimeout: 3000 },
    });
    const error = await coordinator.run([]).then(
      () => new Error('nothing was wrong'),
      (thrown: unknown) => thrown as Error,
    );
    // The other peer is disconnected too, and its socket is gone.
    await good.done;
    expect(error).toBeInstanceOf(OrreryError);
    const place = addressText(network);
    return `${(error as OrreryError).code}: ${error.message.replaceAll(place, 'X')}`;
  }

  const message = (end: Partial<NetworkUpdate>) =>
    encodeFrame(gzipSync(NETWORK_UPDATE.encode({ ...NETWORK_UPDATE.empty(), ...end })));

  it.each<readonly [string, (socket: Socket, begin: NetworkUpdate) => void, RegExp]>([
    ['dies', (socket) => socket.destroy(), /ORR_NETSIM_PEER: .* at X closed the connection/],
    ['hangs', () => {}, /ORR_NETSIM_PEER: .* has not sent the end of window 0 within 3 s/],
    [
      'answers another window',
      (socket) => socket.write(message({ msg_type: 1, time_val: 7 })),
      /ORR_NETSIM_PROTOCOL: .*window 0 with the END of window 7/,
    ],
    [
      'answers with a BEGIN',
      (socket) => socket.write(message({})),
      /ORR_NETSIM_PROTOCOL: .*window 0 with the BEGIN of window 0/,
    ],
    [
      'sends what is not gzip',
      (socket) => socket.write(encodeFrame(Buffer.from('hello'))),
      /ORR_NETSIM_PROTOCOL: .*cannot be decompressed/,
    ],
    [
      'sends what is not the message',
      (socket) => socket.write(encodeFrame(gzipSync(Buffer.from([0x18, 0xff, 0xff])))),
      /ORR_NETSIM_PROTOCOL: .*not a NetworkUpdate message/,
    ],
    [
      'announces too much',
      (socket) => socket.write(Buffer.from([255, 255, 255, 255])),
      /ORR_NETSIM_PROTOCOL: .*4294967295 bytes/,
    ],
  ])('that %s is named within the time of a window', async (_, answer, expected) => {
    expect(await failure(answer)).toMatch(expected);
  });

  it('is named if it does not listen, and the other one is disconnected', async () => {
    const physics = await serveWindows(unixSocket(), PHYSICS_UPDATE, () => PHYSICS_UPDATE.empty());
    const options = { physics: physics.address, network: unixSocket(), connectTimeout: 200 };
    await expect(WindowCoordinator.connect(options)).rejects.toThrow(
      /network simulator .* does not listen/,
    );
    expect(await physics.done).toBe(0);
  });

  it('reads arbitrary bytes, or names what is wrong with them', () => {
    const decoders = [NETWORK_UPDATE, PHYSICS_UPDATE, CHANNEL_DATA];
    const valid = NETWORK_UPDATE.encode({
      ...NETWORK_UPDATE.empty(),
      ...{ pkt_id: [1, 2], src_ip: [3, 4], ber: [0, 1e-9], channel_data: new Uint8Array(5) },
    });
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 5 })
      .map((changes) => {
        const bytes = Uint8Array.from(valid);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        for (const decoder of decoders) {
          try {
            decoder.decode(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(OrreryError);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the configuration of ROS-NetSim', () => {
  const write = (text: string) => {
    const file = join(folder, 'configuration.yaml');
    writeFileSync(file, text);
    return file;
  };

  it('loads with its keys and its defaults', () => {
    const text = `ip_list: ['192.168.0.1', '192.168.0.2']
mac_list: [1a, 2a]
gazebo_models: [agent1, agent2]
net_use_uds: False
phy_use_uds: True
do_driver_transfer: False
netsim_ip_server_address: '127.0.0.1'
netsim_ip_server_port: 10000
phy_uds_server_address: '/x/phy_server_socket'
packet_holding_duration: 1000
broadcast_address: '4294967295'
`;
    expect(readCoordinatorConfiguration(write(text))).toEqual({
      addresses: [0xc0a80001, 0xc0a80002],
      network: { host: '127.0.0.1', port: 10_000 },
      physics: { path: '/x/phy_server_socket' },
      packetHolding: 1000,
    });
  });

  it.each([
    ['ip_list: [300.1.1.1]', /needs ip_list/],
    ['ip_list: [10.0.0.1]\npacket_holding_duration: no', /packet_holding_duration/],
    ['ip_list: [10.0.0.1]\nnet_use_uds: false\nnetsim_ip_server_port: 70000', /not a port/],
    ['{', /cannot be read/],
  ])('%s is refused', (text, expected) => {
    expect(() => readCoordinatorConfiguration(write(text))).toThrow(expected);
    expect(() => parsePeerAddress('nowhere')).toThrow(/not the address of a simulator/);
  });
});
