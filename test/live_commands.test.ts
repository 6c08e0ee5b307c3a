/** The commands of ROS 2 with a live system: a run with --live, on the loopback. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RosNetwork } from '../src/tools/index.js';
import { commandHere } from './command_here.js';
import { nextDomain } from './dds_exchange.js';
import { LiveProcess } from './live_process.js';
import { LATE, MISFIT, ROBOT } from './live_robot.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const domain = String(nextDomain());
const running: LiveProcess[] = [];

function start(...words: string[]): LiveProcess {
  const started = new LiveProcess(sandbox.folder, ['orrery', ...words], { ROS_DOMAIN_ID: domain });
  running.push(started);
  return started;
}

const run = (line: string) => commandHere(line, domain);

const good = (out: string) => ({ code: 0, out, err: '' });

let robot: LiveProcess;
let network: RosNetwork;

/** All commands use one participant of the built package, because a thread cannot be started from TypeScript. */
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
  it('show topics', async () => {
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

  it('receive and publish messages', async () => {
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

  it('measure several topics at once, and publish times', async () => {
    const hz = await run('topic hz /chatter /stamped -n 1 -w 8');
    expect(hz.out).toMatch(
      /^Subscribed to \[\/chatter\]\nSubscribed to \[\/stamped\]\n +topic +rate +min_delta +max_delta +std_dev +window *\n=+\n\/chatter .*\n\/stamped .*\n\n$/,
    );
    const all = await run('topic bw --all -n 1');
    expect(all.out).toMatch(/ +topic +bandwidth +window +mean +min +max *\n=+\n/);
    expect(await run('topic delay')).toMatchObject({ code: 1, err: 'ORR_LIVE_OPTION' });
    const echo = await run('topic echo /stamped --once --flow-style');
    expect(echo.out).toMatch(/^\{stamp: \{sec: \d+, nanosec: \d+\}, frame_id: 'a: b'\}\n---\n$/);
    const type = 'std_msgs/msg/Header';
    const now = await run(`topic pub -t 1 -p 0 /times ${type} '{stamp: now, frame_id: x}'`);
    expect(now.out).toMatch(/publisher: beginning loop\n$/);
    await robot.printed(`time ${String(Date.now()).slice(0, 7)}`);
    const file = sandbox.write('two.yaml', 'data: one\n---\ndata: two\n');
    await run(`topic pub -t 2 -r 50 /orders std_msgs/msg/String --yaml-file ${file}`);
    await robot.printed('order two');
    expect(robot.stdout).toContain('order one');
  });

  it('load components', async () => {
    expect(await run('component list')).toEqual(good('/box\n'));
    const load = await run('component load /box demo demo::Talker -p rate:=2');
    expect(load).toEqual(good("Loaded component 1 into '/box' container node as '/part'\n"));
    expect(await run('component list')).toEqual(good('/box\n  1  demo::Talkerrate\n'));
    expect(await run('component list /box')).toEqual(good('1  demo::Talkerrate\n'));
    expect(await run('component load /box demo none')).toMatchObject({
      ...{ code: 1, err: 'Failed to load component: no such class\n' },
    });
    const unload = await run('component unload /box 1');
    expect(unload).toEqual(good("Unloaded component 1 from '/box' container node\n"));
    expect((await run('component unload /box 9')).code).toBe(1);
    expect((await run('component list /nobody')).code).toBe(1);
  });

  it('show nodes, and call services', async () => {
    const list = await run('node list');
    const info = await run('node info /robot/talker');
    const services = await run('service list -t');
    const call = await run("service call /add example_interfaces/srv/AddTwoInts '{a: 20, b: 22}'");
    const verbose = await run('service info /add -v');
    expect(verbose.out).toMatch(/Services count: 1\n\nNode name: talker\n/);
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
      /^info:\n {2}event_type: RE.*\n {2}stamp:\n {4}sec: \d+\n {4}nanosec: \d+\n {2}client_gid:\n( {2}- \d+\n){16} {2}sequence_number: \d+\n/,
    );
    for (const name of ['REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'])
      expect(echo.out).toContain(`  event_type: ${name}\n`);
    expect(echo.out).toContain('\nrequest:\n- a: 20\n  b: 22\nresponse: []\n---\n');
    expect(flow.out).toContain(', request: [], response: [{sum: 42}]}\n---\n');
    expect(csv.out).toMatch(/^RESPONSE_SENT,(\d+,){19}42$/m);
    expect(short.out).toContain("  client_gid: '<array type: uint8[16]>'\n");
    expect(short.out).toContain(
      "response: '<sequence type: example_interfaces/srv/AddTwoInts_Response, length: 1>'\n",
    );
    // The service is known, but does not publish events.
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
    expect(await run('param list /robot/talker --filter sp')).toEqual(good('  speed\n'));
    const wild = sandbox.write('w.yaml', '/**:\n  ros__parameters:\n    speed: 1\n');
    const refused = await run(`param load /robot/talker ${wild} --no-use-wildcard`);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('only for nodes: /**') });
    const again = await run('param get /robot/talker speed --hide-type');
    expect(again).toEqual(good('9\n'));
  });

  it('wait for a node that starts late', async () => {
    sandbox.write('late.cjs', LATE);
    const waiting = run('param get /late size --timeout 60');
    const late = start('run', 'late.cjs', '--live', '--no-record');
    expect(await waiting).toEqual(good('Integer value is: 5\n'));
    await late.interrupt();
  });

  it('send goals, and change lifecycle states', async () => {
    const list = await run('action list -t');
    const goal = await run(
      "action send_goal -f /fibonacci test_msgs/action/Fibonacci '{order: 3}'",
    );
    const nodes = await run('lifecycle nodes');
    const state = await run('lifecycle get /managed');
    expect(list).toEqual(good('/fibonacci [test_msgs/action/Fibonacci]\n'));
    expect(goal.out).toMatch(/Goal accepted with ID: [0-9a-f]{32}\n/);
    expect(goal.out).toContain('Feedback:\n    sequence:\n- 0\n- 1\n\n');
    expect(goal.out).toMatch(
      /Result:\n {4}sequence:\n- 0\n- 1\n- 1\n\nGoal finished with status: SUCCEEDED\n$/,
    );
    expect(await run('action find test_msgs/action/Fibonacci')).toEqual(good('/fibonacci\n'));
    expect(await run('action find -c test_msgs/action/Nope')).toEqual(good('0\n'));
    const info = await run('action info /fibonacci -t');
    expect(info.out).toContain('servers: 1\n    /robot/talker [test_msgs/action/Fibonacci]\n');
    // Its state is kept for late joiners.
    const echo = await run('action echo /fibonacci -i status_topic --once');
    expect(echo.out).toMatch(/^interface: STATUS_TOPIC\nstatus_list:\n- goal_info:\n/);
    expect(await run('action echo /fibonacci -i X')).toMatchObject({ err: 'ORR_LIVE_OPTION' });
    expect(nodes).toEqual(good('/managed\n'));
    expect(state).toEqual(good('unconfigured [1]\n'));
    const set = await run('lifecycle set /managed configure');
    expect(set).toEqual(good('Transitioning successful\n'));
  });

  it('examine the network, and report what does not match', async () => {
    sandbox.write('misfit.cjs', MISFIT);
    const misfit = start('run', 'misfit.cjs', '--live', '--no-record');
    await misfit.printed('up');
    const doctor = await run('doctor --live');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/error types: \/chatter: \/robot\/talker → \/misfit: /);
    expect(doctor.out).toMatch(
      / participants \(Orrery\), \d+ nodes, \d+ topics in domain \d+ on this machine\./,
    );
    const twin = start('run', 'misfit.cjs', '--live', '--no-record');
    await twin.printed('up');
    const twice = await run('node list');
    expect(twice.err).toMatch(/^WARNING: Be aware that there are nodes .* share an exact name/);
    expect(twice.out.match(/^\/misfit$/gm)).toHaveLength(2);
    const info = await run('node info /misfit');
    expect(info.err).toMatch(/^There are 2 nodes in the graph with the exact name "\/misfit"/);
    expect(info.out).toMatch(/^\/misfit\n {2}Subscribers:\n {4}\/chatter: std_msgs\/msg\/Int32\n/);
    expect((await run('topic list --count -a')).out).toMatch(/^\d+\n$/);
    await misfit.interrupt();
    await twin.interrupt();
  });
});
