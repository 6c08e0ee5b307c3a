/** Viewers of a run with `--serve foxglove`: the client of the protocol's authors, and hand-written frames. */

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TypeRegistry } from '../src/interfaces/index.js';
import { freePort } from './free_port.js';
import { LiveProcess } from './live_process.js';
import { Sandbox } from './sandbox.js';

/** The parts of the client in `@foxglove/ws-protocol` that the test uses; its own declarations need those of a browser. */
interface Client {
  on(event: string, listener: (told: never) => void): void;
  subscribe(channel: number): number;
  sendServiceCallRequest(request: object): void;
  subscribeConnectionGraph(): void;
  getParameters(names: readonly string[], id: string): void;
  setParameters(parameters: readonly object[], id: string): void;
  advertise(channel: object): number;
  sendMessage(channel: number, data: Uint8Array): void;
  fetchAsset(uri: string, requestId: number): void;
}

interface ClientClass {
  readonly SUPPORTED_SUBPROTOCOL: string;
  new (options: { readonly ws: WebSocket }): Client;
}

const PACKAGE = '@foxglove/ws-protocol';
const FoxgloveClient = await import(PACKAGE).then(
  (module) => (module as { readonly FoxgloveClient: ClientClass }).FoxgloveClient,
  () => undefined,
);
const clientTitle = FoxgloveClient === undefined ? ` (skipped: ${PACKAGE} is not installed)` : '';

const sandbox = new Sandbox();
const running: LiveProcess[] = [];
const types = new TypeRegistry({ amentPrefixPath: '' });

const ROBOT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('robot');
  node.declareParameter(new rclnodejs.Parameter('speed', rclnodejs.ParameterType.PARAMETER_DOUBLE, 1.5));
  let n = 0;
  const ticks = node.createPublisher('std_msgs/msg/Int64', '/ticks');
  node.createTimer(10_000_000n, () => ticks.publish({ data: BigInt(n++) }));
  node.createSubscription('geometry_msgs/msg/Twist', '/cmd_vel', ({ linear }) => {
    console.log('heard', linear.x, node.getParameter('speed').value);
  });
  node.createService('example_interfaces/srv/AddTwoInts', '/add', ({ a, b }, response) => response.send({ sum: a + b }));
  node.createSubscription('std_msgs/msg/String', '/done', () => console.log('heard the end'));
  node.spin();
});`;

/** An open connection, and everything that arrived over it. */
async function connected(port: number, ...names: string[]) {
  for (;;) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, names);
    const heard: Buffer[] = [];
    socket.on('message', (data: Buffer) => heard.push(data));
    const isOpen = await new Promise((resolve) => {
      socket.on('open', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return { socket, heard };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The first received item that matches, now or later. */
async function awaited<Item>(list: readonly Item[], fits: (item: Item) => boolean): Promise<Item> {
  for (;;) {
    const found = list.find(fits);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Requests a pace, and returns the answer. */
function control(
  { socket, heard }: Awaited<ReturnType<typeof connected>>,
  [command, speed, id, seek]: readonly [command: number, speed: number, id: string, seek?: bigint],
): Promise<Buffer> {
  const frame = Buffer.alloc(19 + id.length);
  frame.writeUInt8(3, 0);
  frame.writeUInt8(command, 1);
  frame.writeFloatLE(speed, 2);
  frame.writeUInt8(seek === undefined ? 0 : 1, 6);
  frame.writeBigUInt64LE(seek ?? 0n, 7);
  frame.writeUInt32LE(id.length, 15);
  frame.write(id, 19);
  socket.send(frame);
  return awaited(heard, (each) => each[0] === 5 && each.subarray(19).toString() === id);
}

const binary = (list: readonly Buffer[], op: number) => list.filter((each) => each[0] === op);

beforeAll(() => sandbox.write('robot.cjs', ROBOT));
afterEach(() => {
  for (const each of running.splice(0)) each.kill();
});
afterAll(() => sandbox.remove());

function serve(port: number): LiveProcess {
  const until = ['--until-topic', '/done: data == "yes"'];
  const words = ['orrery', 'run', 'robot.cjs', '--serve', `foxglove:${port}`, ...until];
  const robot = new LiveProcess(sandbox.folder, [...words, '--no-record']);
  running.push(robot);
  return robot;
}

const ADD = 'example_interfaces/srv/AddTwoInts';

/** What a client is told, in lists that grow. */
function seenBy(client: Client) {
  const seen = { channels: [], services: [], parameters: [], graph: [], ticks: [], sums: [] } as {
    channels: { id: number; topic: string; schemaName: string; schema: string }[];
    services: { id: number; name: string; type: string }[];
    parameters: { name: string; value?: unknown; type?: string }[];
    graph: { publishedTopics: { name: string; publisherIds: string[] }[] }[];
    ticks: { time: bigint; data: unknown }[];
    sums: unknown[];
  };
  const int = types.message('std_msgs/msg/Int64');
  client.on('advertise', (list: typeof seen.channels) => seen.channels.push(...list));
  client.on('advertiseServices', (list: typeof seen.services) => seen.services.push(...list));
  client.on('parameterValues', ({ parameters }) =>
    seen.parameters.push(...(parameters as never[])),
  );
  client.on('connectionGraphUpdate', (graph: (typeof seen.graph)[0]) => seen.graph.push(graph));
  client.on('message', ({ timestamp, data }: { timestamp: bigint; data: DataView }) => {
    const message = int.decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    seen.ticks.push({ time: timestamp, data: (message as { data: unknown }).data });
  });
  const { response } = types.service(ADD);
  client.on('serviceCallResponse', ({ encoding, data }: { encoding: string; data: DataView }) => {
    if (encoding !== 'cdr') return;
    seen.sums.push(response.decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  });
  return seen;
}

/** Rarer requests of viewers: a call in JSON, a file. */
async function asksFurther(client: Client, serviceId: number): Promise<void> {
  const inJson = new Promise<DataView>((resolve) =>
    client.on('serviceCallResponse', (answer: { encoding: string; data: DataView }) => {
      if (answer.encoding === 'json') resolve(answer.data);
    }),
  );
  const json = Buffer.from('{"a":1,"b":"2"}');
  const data = new DataView(json.buffer, json.byteOffset, json.length);
  client.sendServiceCallRequest({ serviceId, callId: 8, encoding: 'json', data });
  const { buffer, byteOffset, byteLength } = await inJson;
  expect(Buffer.from(buffer, byteOffset, byteLength).toString()).toBe('{"sum":3}');
  const asset = new Promise((resolve) => client.on('fetchAssetResponse', resolve));
  client.fetchAsset('package://robot/arm.stl', 3);
  const error = expect.stringContaining('gives no files');
  expect(await asset).toMatchObject({ requestId: 3, status: 1, error });
}

it.skipIf(FoxgloveClient === undefined)(
  `a client of the protocol sees topics, services and parameters, and takes part${clientTitle}`,
  async () => {
    const port = await freePort();
    const robot = serve(port);
    const { socket } = await connected(port, FoxgloveClient!.SUPPORTED_SUBPROTOCOL);
    const client = new FoxgloveClient!({ ws: socket });
    const seen = seenBy(client);
    const { request } = types.service(ADD);

    const ticks = await awaited(seen.channels, ({ topic }) => topic === '/ticks');
    expect(ticks).toMatchObject({ schemaName: 'std_msgs/msg/Int64', encoding: 'cdr' });
    client.subscribe(ticks.id);
    await awaited(seen.ticks, () => seen.ticks.length > 3);
    const [first, second] = seen.ticks;
    // Virtual times are those of the timer, to the nanosecond.
    expect(second!.time - first!.time).toBe(10_000_000n);

    const add = await awaited(seen.services, ({ name }) => name === '/add');
    const call = request.encode({ a: 40n, b: 2n });
    client.sendServiceCallRequest({
      ...{ serviceId: add.id, callId: 7, encoding: 'cdr' },
      data: new DataView(call.buffer, call.byteOffset, call.length),
    });
    await awaited(seen.sums, () => true);
    expect(seen.sums).toEqual([{ sum: 42n }]);
    await asksFurther(client, add.id);

    client.subscribeConnectionGraph();
    const graph = await awaited(seen.graph, () => true);
    const publishers = graph.publishedTopics.find(({ name }) => name === '/ticks');
    expect(publishers?.publisherIds).toEqual(['/robot']);

    client.getParameters(['/robot.speed'], 'asked');
    await awaited(seen.parameters, ({ value }) => value === 1.5);
    client.setParameters([{ name: '/robot.speed', value: 2 }], 'set');
    await awaited(seen.parameters, ({ value }) => value === 2);

    const twist = { encoding: 'json', schemaName: 'geometry_msgs/msg/Twist', topic: '/cmd_vel' };
    const channel = client.advertise(twist);
    client.sendMessage(channel, Buffer.from('{"linear":{"x":0.25}}'));
    await robot.printed('heard 0.25 2');
    const text = types.message('std_msgs/msg/String');
    const done = { encoding: 'cdr', schemaName: 'std_msgs/msg/String', topic: '/done' };
    client.sendMessage(client.advertise(done), text.encode({ data: 'yes' }));
    expect(await robot.ended, robot.stderr).toBe(0);
    expect(robot.stdout).toContain('heard the end');
  },
);

it('pauses, steps, changes its rate, speaks both protocol names, and survives nonsense', async () => {
  const port = await freePort();
  const robot = serve(port);
  const client = await connected(port, 'other', 'foxglove.sdk.v1');
  const { socket, heard } = client;
  expect(socket.protocol).toBe('foxglove.sdk.v1');
  const info = JSON.parse(String(await awaited(heard, (each) => each[0] === 123))) as {
    capabilities: string[];
    dataStartTime: object;
  };
  expect(info.capabilities).toEqual(expect.arrayContaining(['playbackControl', 'time']));
  expect(info.dataStartTime).toEqual({ sec: expect.any(Number), nsec: expect.any(Number) });
  await awaited(heard, (each) => each[0] === 2);
  const paused = await control(client, [1, 1, 'stop']);
  expect([paused[1], paused.readFloatLE(10)]).toEqual([1, 1]);
  const times = () => binary(heard, 2).length;
  // What was in transit when it was paused still arrives; then time stands still.
  let before = -1;
  for (let i = 0; before !== times(); i++) {
    before = times();
    await control(client, [1, 1, `still ${i}`]);
  }
  // One second further, as fast as possible, and not beyond.
  const goal = binary(heard, 2).at(-1)!.readBigUInt64LE(1) + 1_000_000_000n;
  const leapt = await control(client, [1, 1, 'leap', goal]);
  expect([leapt[1], leapt[14], leapt.readBigUInt64LE(2)]).toEqual([1, 1, goal]);
  await awaited(
    binary(heard, 2),
    () => binary(heard, 2).at(-1)!.readBigUInt64LE(1) >= goal - 20_000_000n,
  );
  before = times();
  const played = await control(client, [0, 50, 'fast', 1n]);
  expect([played[1], played[14], played.readFloatLE(10)]).toEqual([0, 0, 50]);
  await awaited(heard, (each) => /cannot be repeated/.test(String(each)));
  await awaited(heard, () => times() > before);
  for (const nonsense of [
    '[]',
    '{',
    '{"op":"x"}',
    '{"op":"subscribe","subscriptions":[{"id":1}]}',
  ]) {
    socket.send(nonsense);
  }
  socket.send(Buffer.from([1, 2]));
  socket.send(Buffer.from([2, 1, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]));
  const errors = () => heard.filter((each) => /"level":2/.test(String(each))).length;
  await awaited(heard, () => errors() >= 6);
  const refused = new WebSocket(`ws://127.0.0.1:${port}`, ['other']);
  await new Promise((resolve) => refused.on('error', resolve));
  expect(robot.stderr).not.toContain('Error');
  socket.close();
});
