/** The commands of ROS 2 over a live system: a run with --live, on the loopback. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RosNetwork } from '../src/tools/index.js';
import { commandHere } from './command_here.js';
import { nextDomain } from './dds_exchange.js';
import { LiveProcess } from './live_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const domain = String(nextDomain());
const running: LiveProcess[] = [];

const ROBOT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker', 'robot');
  node.declareParameter(new rclnodejs.Parameter('speed', rclnodejs.ParameterType.PARAMETER_INTEGER, 42n));
  const publisher = node.createPublisher('std_msgs/msg/String', '/chatter');
  node.createTimer(20_000_000n, () => publisher.publish({ data: 'hello' }));
  node.createService('example_interfaces/srv/AddTwoInts', '/add', (request, response) =>
    response.send({ sum: request.a + request.b }));
  const plus = node.createService('example_interfaces/srv/AddTwoInts', '/plus', (request, response) =>
    response.send({ sum: request.a + request.b }));
  const asker = node.createClient('example_interfaces/srv/AddTwoInts', '/plus');
  node.createTimer(50_000_000n, () => asker.sendRequest({ a: 20n, b: 22n }, () => {}));
  const { CONTENTS } = rclnodejs.ServiceIntrospectionStates;
  for (const end of [plus, asker])
    end.configureIntrospection(node.getClock(), rclnodejs.QoS.profileSystemDefault, CONTENTS);
  const Fibonacci = rclnodejs.require('test_msgs/action/Fibonacci');
  new rclnodejs.ActionServer(node, 'test_msgs/action/Fibonacci', '/fibonacci', async (goal) => {
    const feedback = new Fibonacci.Feedback();
    feedback.sequence = [0, 1];
    goal.publishFeedback(feedback);
    goal.succeed();
    const result = new Fibonacci.Result();
    result.sequence = [0, 1, 1];
    return result;
  });
  const managed = new rclnodejs.lifecycle.LifecycleNode('managed');
  managed.registerOnConfigure(() => rclnodejs.lifecycle.CallbackReturnCode.SUCCESS);
  node.createSubscription('std_msgs/msg/String', '/orders', ({ data }) => console.log('order', data));
  managed.spin();
  node.spin();
  console.log('up');
});`;

function start(...words: string[]): LiveProcess {
  const started = new LiveProcess(sandbox.folder, ['orrery', ...words], { ROS_DOMAIN_ID: domain });
  running.push(started);
  return started;
}

const run = (line: string) => commandHere(line, domain);

const good = (out: string) => ({ code: 0, out, err: '' });

let robot: LiveProcess;
let network: RosNetwork;

/** All commands use one participant, of the built package: a thread cannot be started from TypeScript. */
async function shareNetwork(): Promise<void> {
  const { RosNetwork: Network } = (await import('../dist/tools/index.js' as string)) as {
    RosNetwork: typeof RosNetwork;
  };
  const settings = { domain: Number(domain), interfaces: [], peers: ['127.0.0.1'] };
  network = await Network.open(settings);
  vi.spyOn(RosNetwork, 'open').mockImplementation(async (_, patience = 1000) => {
    await network.settle(patience);
    return network;
  });
  leave = network.close.bind(network);
  network.close = async () => {};
}

let leave = async () => {};

beforeAll(async () => {
  sandbox.write('robot.cjs', ROBOT);
  robot = start('run', 'robot.cjs', '--live', '--interface', 'lo', '--no-record');
  await robot.printed('up');
  const first = start('topic', 'list');
  expect(await first.ended).toBe(0);
  expect(first.stdout).toContain('/chatter\n');
  await shareNetwork();
});
afterAll(async () => {
  await leave();
  for (const each of running) each.kill();
  sandbox.remove();
});

describe('the commands of ROS 2', () => {
  it('tell of topics', async () => {
    const list = await run('topic list');
    const typed = await run('topic list -v');
    const info = await run('topic info /chatter -v');
    const type = await run('topic type chatter');
    const find = await run('topic find std_msgs/msg/String');
    const unknown = await run('topic info /nope');
    expect(list.out).toContain('/chatter\n');
    expect(list.out).not.toContain('_action');
    expect(typed.out).toContain(' * /chatter [std_msgs/msg/String] 1 publisher\n');
    expect(info.out).toMatch(
      /^Type: std_msgs\/msg\/String\n\nPublisher count: 1\n\nNode name: talker\n/,
    );
    expect(info.out).toContain('Node namespace: /robot\n');
    expect(info.out).toMatch(/Topic type hash: RIHS01_df668c740482/);
    expect(info.out).toContain('  History (Depth): KEEP_LAST (10)\n');
    expect(type).toEqual(good('std_msgs/msg/String\n'));
    expect(find.out).toBe('/chatter\n/orders\n');
    expect(unknown).toMatchObject({ code: 1, err: "Unknown topic '/nope'\n" });
  });

  it('hear and publish', async () => {
    const echo = await run('topic echo /chatter --once');
    const json = await run('topic echo /chatter -n 2 --json');
    const hz = await run('topic hz /chatter -n 1');
    const bandwidth = await run('topic bw /chatter -n 1');
    const late = await run('topic echo /nope --once');
    expect(echo).toEqual(good('data: hello\n---\n'));
    expect(json.out).toBe('{"data":"hello"}\n'.repeat(2));
    expect(hz.out).toMatch(
      /^average rate: [\d.]+\n\tmin: [\d.]+s max: [\d.]+s std dev: [\d.]+s window: \d+\n$/,
    );
    expect(bandwidth.out).toMatch(
      /^Subscribed to \[\/chatter\]\n\d+.* from \d+ messages\n\tMessage size mean: /,
    );
    expect(late.code).toBe(1);
    const published = await run("topic pub --once /orders std_msgs/msg/String '{data: go}'");
    expect(published.out).toContain("publishing #1: std_msgs.msg.String(data='go')\n");
    await robot.printed('order go');
  });

  it('take the options of ROS 2', async () => {
    const hello = 'data: hello\n---\n';
    const filtered = `--filter 'm.data.startswith("he") and len(m.data) == 5'`;
    expect(await run(`topic echo /chatter --once ${filtered}`)).toEqual(good(hello));
    const part = await run(`topic echo /chatter --field data --once --filter 'm == "hello"'`);
    expect(part).toEqual(good('hello\n---\n'));
    const other = `topic echo /chatter --timeout 0.1 --filter 'm.data != "hello"' --qos-depth 1`;
    expect(await run(`${other} --count 1 --no-daemon -s`)).toMatchObject({ out: '' });
    const wrong = await run(`topic echo /chatter --once --filter 'm.dat > 3'`);
    expect(wrong).toMatchObject({ code: 1, err: 'ORR_TOOL_FILTER' });
    const raw = await run('topic echo /chatter --once --raw --qos-profile sensor_data');
    expect(raw.out).toMatch(/^b'\\x00\\x01\\x00\\x00\\x06\\x00\\x00\\x00hello(\\x00)+'\n---\n$/);
    const info = await run('topic echo /chatter --once --include-message-info');
    expect(info.out).toMatch(
      /^source_timestamp: \d{19}\nreceived_timestamp: \d{19}\npublication_sequence_number: \d+\n/,
    );
    const hz = await run(`topic hz /chatter -n 1 -w 5 --wall-time --filter 'm.data == "hello"'`);
    expect(hz.out).toMatch(/ window: [2-5]\n$/);
    const times = '-t 2 -r 100 --qos-durability transient_local --keep-alive 0.2 -n sender';
    const twice = await run(`topic pub /orders std_msgs/msg/String '{data: a}' ${times}`);
    expect(twice.out.match(/publishing #/g)).toHaveLength(2);
    const alone = `topic pub -1 -w 2 --max-wait-time-secs 0.2 /orders std_msgs/msg/String`;
    expect(await run(alone)).toMatchObject({ code: 1 });
    const piped = start('topic', 'pub', '-1', '--stdin', '/orders', 'std_msgs/msg/String');
    piped.write('data: piped\n');
    await robot.printed('order piped');
    expect(await piped.ended).toBe(0);
    const types = await run('param list /robot/talker --param-type --param-prefixes speed qos');
    expect(types).toEqual(good('  speed (type: integer)\n'));
    expect(await run('lifecycle nodes -c')).toEqual(good('1\n'));
    expect(await run('lifecycle list /managed')).toMatchObject({ code: 0 });
    expect(await run('service find -c example_interfaces/srv/AddTwoInts')).toEqual(good('2\n'));
  });

  it('tell of nodes, and call services', async () => {
    const list = await run('node list');
    const info = await run('node info /robot/talker');
    const services = await run('service list -t');
    const call = await run("service call /add example_interfaces/srv/AddTwoInts '{a: 20, b: 22}'");
    const wrong = await run("service call /add example_interfaces/srv/AddTwoInts '{c: 20}'");
    expect(list).toEqual(good('/managed\n/robot/talker\n'));
    expect(info.out).toContain('  Publishers:\n    /chatter: std_msgs/msg/String\n');
    expect(info.out).toContain('  Action Servers:\n    /fibonacci: test_msgs/action/Fibonacci\n');
    expect(services.out).toContain('/add [example_interfaces/srv/AddTwoInts]\n');
    expect(call.out).toContain('response:\nexample_interfaces.srv.AddTwoInts_Response(sum=42)\n');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('ORR_MESSAGE_FIELD') });
  });

  it('show the events of a service', async () => {
    const echo = await run('service echo plus -n 8');
    const flow = await run(
      'service echo /plus example_interfaces/srv/AddTwoInts -n 8 --flow-style',
    );
    const csv = await run('service echo /plus -n 8 --csv');
    const short = await run('service echo /plus -n 8 --no-arr');
    const silent = await run('service echo /add --timeout 0.1');
    expect(echo.out).toMatch(
      /^info:\n {2}event_type: RE.*\n {2}stamp:\n {4}sec: \d+\n {4}nanosec: \d+\n {2}client_gid: \[(\d+, ){15}\d+\]\n {2}sequence_number: \d+\n/,
    );
    for (const name of ['REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'])
      expect(echo.out).toContain(`  event_type: ${name}\n`);
    expect(echo.out).toContain('\nrequest:\n- a: 20\n  b: 22\nresponse: []\n---\n');
    expect(flow.out).toContain('\nrequest: []\nresponse: [{sum: 42}]\n---\n');
    expect(csv.out).toMatch(/^RESPONSE_SENT,(\d+,){19}42$/m);
    expect(short.out).toContain('  client_gid: "<array type: uint8[16]>"\n');
    expect(short.out).toContain(
      'response: "<sequence type: example_interfaces/srv/AddTwoInts_Response, length: 1>"\n',
    );
    // The service is known, but it publishes no events.
    expect(silent).toEqual({ code: 1, out: '', err: '' });
  });

  it('read and set parameters', async () => {
    const list = await run('param list /robot/talker');
    const get = await run('param get /robot/talker speed');
    const describe = await run('param describe /robot/talker speed');
    const dump = await run('param dump /robot/talker');
    const none = await run('param get /robot/nobody speed');
    expect(list.out).toContain('  speed\n');
    expect(get).toEqual(good('Integer value is: 42\n'));
    expect(describe.out).toContain('Parameter name: speed\n  Type: integer\n');
    expect(dump.out).toContain('/robot/talker:\n  ros__parameters:\n    speed: 42\n');
    expect(none).toMatchObject({ code: 1, err: 'Node not found\n' });
    const set = await run('param set /robot/talker speed 7');
    expect(set).toEqual(good('Set parameter successful\n'));
    const file = sandbox.write('p.yaml', '/robot/talker:\n  ros__parameters:\n    speed: 9\n');
    const load = await run(`param load /robot/talker ${file}`);
    expect(load).toEqual(good('Set parameter speed successful\n'));
    const again = await run('param get /robot/talker speed --hide-type');
    expect(again).toEqual(good('9\n'));
  });

  it('drive actions and lifecycles', async () => {
    const list = await run('action list -t');
    const goal = await run(
      "action send_goal -f /fibonacci test_msgs/action/Fibonacci '{order: 3}'",
    );
    const nodes = await run('lifecycle nodes');
    const state = await run('lifecycle get /managed');
    expect(list).toEqual(good('/fibonacci [test_msgs/action/Fibonacci]\n'));
    expect(goal.out).toMatch(/Goal accepted with ID: [0-9a-f]{32}\n/);
    expect(goal.out).toContain('Feedback:\n    sequence: [0, 1]\n');
    expect(goal.out).toMatch(
      /Result:\n {4}sequence: \[0, 1, 1\]\n\nGoal finished with status: SUCCEEDED\n$/,
    );
    expect(nodes).toEqual(good('/managed\n'));
    expect(state).toEqual(good('unconfigured [1]\n'));
    const set = await run('lifecycle set /managed configure');
    expect(set).toEqual(good('Transitioning successful\n'));
  });

  it('examine the network, and say what does not fit', async () => {
    sandbox.write(
      'misfit.cjs',
      `const rclnodejs = require('rclnodejs');
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('misfit');
         node.createSubscription('std_msgs/msg/Int32', '/chatter', () => {});
         node.spin();
         console.log('up');
       });`,
    );
    const misfit = start('run', 'misfit.cjs', '--live', '--no-record');
    await misfit.printed('up');
    const doctor = await run('doctor --live');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/error types: \/chatter: \/robot\/talker → \/misfit: /);
    expect(doctor.out).toMatch(
      / participants \(Orrery\), \d+ nodes, \d+ topics in domain \d+ on this machine\./,
    );
    await misfit.interrupt();
  });
});

it('service echo reads recordings', async () => {
  const text = ROBOT.replace(
    "console.log('up');",
    'node.createTimer(300_000_000n, () => rclnodejs.shutdown());',
  );
  sandbox.write('recorded.cjs', text);
  expect(await start('run', 'recorded.cjs', '--record', 'kept').ended).toBe(0);
  const echo = await run(`service echo /plus --flow-style --run ${sandbox.folder}/kept`);
  const events = [...echo.out.matchAll(/event_type: (\w+)/g)].map(([, name]) => name);
  expect(events.slice(0, 4)).toEqual([
    ...['REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'],
  ]);
  expect(echo.out).toContain('request: [{a: 20, b: 22}]\n');
});

describe('definitions', () => {
  it('are shown without a system', async () => {
    const show = await run('interface show std_srvs/srv/SetBool --no-comments');
    const list = await run('interface package std_srvs');
    const proto = await run('interface proto std_msgs/msg/String');
    expect(show).toEqual(good('bool data\n---\nbool success\nstring message\n'));
    expect(list).toEqual(good('std_srvs/srv/Empty\nstd_srvs/srv/SetBool\nstd_srvs/srv/Trigger\n'));
    expect(proto.out).toBe('"data: ""\n"\n');
  });
});
