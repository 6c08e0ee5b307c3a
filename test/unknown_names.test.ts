/** A name in a test or condition that does not exist is an error that suggests the intended name. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const { simulate } = (await import(
  pathToFileURL(join(ROOT, 'dist/testing/index.js')).href
)) as typeof import('../src/testing/index.js');

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const talker = sandbox.write(
  'talker.cjs',
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = new rclnodejs.Node('talker');
     const publisher = node.createPublisher('geometry_msgs/msg/PoseArray', 'chatter');
     node.createPublisher('std_msgs/msg/String', 'alarm');
     node.createTimer(100_000_000n, () => publisher.publish({ poses: [{}] }));
     node.spin();
   });`,
);

sandbox.write(
  'talker.py',
  `import rclpy
from geometry_msgs.msg import PoseArray
from rclpy.node import Node
from std_msgs.msg import String
rclpy.init()
node = Node('talker')
publisher = node.create_publisher(PoseArray, 'chatter', 10)
node.create_publisher(String, 'alarm', 10)
node.create_timer(0.1, lambda: publisher.publish(PoseArray()))
rclpy.spin(node)
`,
);
const TALKERS = ['talker.cjs', 'talker.py'] as const;
const isMissing = (file: string) => file.endsWith('.py') && PYTHON === undefined;

const run = simulate(talker, { until: '0.3s' });
afterAll(async () => (await run).close());

describe('a test that asks for', () => {
  it('a topic that no node had fails, but one without messages does not', async () => {
    const { topic, node } = { topic: '/chater', node: '/taker' };
    expect((await run).topic('/alarm').count).toBe(0);
    await expect(run.then((one) => one.topic(topic))).rejects.toThrow('did you mean "/chatter"?');
    await expect(run.then((one) => one.topic(topic))).rejects.toThrow(/optional: true/);
    expect((await run).topic(topic, { optional: true }).count).toBe(0);
    await expect(run.then((one) => one.node(node))).rejects.toThrow('did you mean "/talker"?');
  });

  it('a field that the type lacks fails', async () => {
    const poses = (await run).topic('/chatter');
    expect(poses.values('poses[0].position.x')).toEqual([0, 0, 0]);
    expect(poses.values('poses[7].position.x')).toEqual([undefined, undefined, undefined]);
    expect(poses.values('poses.length')).toEqual([1, 1, 1]);
    expect(poses.values('header.frame_id.length')).toEqual([0, 0, 0]);
    for (const [path, why] of [
      ['poses[0].positon.x', 'geometry_msgs/msg/Pose has no field "positon"; did you mean'],
      ['poses.position', '"poses" of geometry_msgs/msg/PoseArray is an array'],
      ['header.stamp.sec.x', '"header.stamp.sec" of geometry_msgs/msg/PoseArray is a number'],
      ['header.frame_id.size', 'is a string and has no "size"'],
      ['toString', 'has no field "toString"'],
    ] as const) {
      expect(() => poses.values(path)).toThrow(why);
    }
  });

  it.each([
    [{ untl: '1s' }, 'ORR_SIMULATE_OPTION', '"untl" is not an option of simulate(); did you mean'],
    [{ seed: {} }, 'ORR_SIMULATE_OPTION', '"seed" of simulate() is {}; give a string or a finite'],
    [{ distro: 'jazy' }, 'ORR_SIMULATE_OPTION', `is 'jazy'; give one of 'humble', 'iron', 'jazzy'`],
    [{ until: Number.NaN }, 'ORR_SIMULATE_OPTION', '"until" of simulate() is NaN'],
    [{ bags: 'x' }, 'ORR_SIMULATE_OPTION', `is 'x'; give a list`],
    [{ messageLimit: 0 }, 'ORR_SIMULATE_OPTION', '"messageLimit" of simulate() is 0; give a whole'],
    [{ messageLimit: 1.5 }, 'ORR_SIMULATE_OPTION', 'is 1.5; give a whole number above 0'],
    [null, 'ORR_SIMULATE_OPTION', 'are null, not an object'],
    [{ bags: [{ path: 'x', rte: 2 }] }, 'ORR_SIMULATE_OPTION', 'option of bags[0] of simulate()'],
    [{ models: { link: [] } }, 'ORR_MODELS_INVALID', 'did you mean "links"?'],
    [
      { models: [{ links: [{ topic: '/a', delai: 5 }] }] },
      'ORR_MODELS_INVALID',
      'models[0].links[0].delai: "delai" is not known here; did you mean "delay"?',
    ],
    [{ models: { links: [{ delay: '5ms' }] } }, 'ORR_MODELS_INVALID', 'in code, times are in ns'],
    [{ untilExit: 'talkr' }, 'ORR_PROCESS_UNKNOWN', 'did you mean "talker"?'],
    [{ until: '1s', untilTopic: '/chater' }, 'ORR_TOPIC_UNKNOWN', 'did you mean "/chatter"?'],
    [{ untilTopic: '/chatter: header.frame == "x"' }, 'ORR_FIELD_UNKNOWN', 'no field "frame"'],
    [{ until: '1s', untilTopic: '/alarm: dta > 3' }, 'ORR_FIELD_UNKNOWN', 'did you mean "data"?'],
  ])('%j fails', async (options, code, text) => {
    const given = options as Parameters<typeof simulate>[1];
    const outcome = simulate(talker, given);
    await expect(outcome).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  });
});

describe('the command', () => {
  it.each([
    [['--executor', 'nothing=multi:4'], /^error ORR_EXECUTOR_UNKNOWN: .*there are \/talker\.$/m],
    [['--executor', '/takler=multi:4'], /^error ORR_EXECUTOR_UNKNOWN: .*mean "\/talker"\?$/m],
    [['--executor', '/robot/*=single'], /^error ORR_EXECUTOR_UNKNOWN: --executor names "\/robot/m],
    [['--until-exit', 'talkr'], /^error ORR_PROCESS_UNKNOWN: .*mean "talker"\?$/m],
  ])('%j names nothing, which is an error', (words, said) => {
    const common = ['run', 'talker.cjs', '--until', '0.1s', '--no-record'];
    const { status, stderr } = sandbox.orrery([...common, ...words]);
    expect(stderr).toMatch(said);
    expect(status).toBe(1);
  });

  it('accepts executors for nodes and patterns that exist', () => {
    const words = ['--executor', '/talker=multi:4', '--executor', '/tal*=single'];
    const common = ['run', 'talker.cjs', '--until', '0.1s', '--no-record'];
    expect(sandbox.orrery([...common, ...words])).toMatchObject({ status: 0, stderr: '' });
  });

  it.skipIf(PYTHON === undefined)('says that programs in Python choose their executors', () => {
    const said = /^warning: --executor changes nothing for \/talker: /m;
    for (const choice of ['multi:4', '/talker=single', '/tal*=single']) {
      for (const [file, isSaid] of [
        ['talker.py', true],
        ['talker.cjs', false],
      ] as const) {
        const words = ['run', file, '--until', '0.1s', '--no-record', '--executor', choice];
        expect(said.test(sandbox.orrery(words).stderr), `${file} ${choice}`).toBe(isSaid);
      }
    }
  });

  const common = ['run', 'talker.cjs', '--until', '0.1s', '--no-record'];
  const DELAYS = 'Topic Name,Delay Type (FIXED/MEASURED),Fixed Delay_ms,Measured Delay Skew\n';

  it('says which names of models and delays matched nothing', () => {
    const models = sandbox.write(
      'wrong.yaml',
      `execution_times: [{node: /takler, time: 1ms}, {callback: "timer#99", time: 1ms}]
links: [{topic: /chater, to: /nobody, delay: 1ms}]
faults: [{fault: crash, node: /robot/*, at: 1s}, {fault: service_timeout, service: /talker/list_parametrs}]
machines: {base: {nodes: [/other]}}
`,
    );
    const delays = sandbox.write('wrong.csv', `${DELAYS}/alrm,FIXED,1,\n`);
    const words = ['--models', models, '--delays', delays];
    const { status, stderr } = sandbox.orrery([...common, ...words]);
    expect(status).toBe(0);
    const said = stderr.match(/"[^"]+" \(.*\), but no .* had that name.*/g);
    expect(said?.sort()).toEqual([
      '"/alrm" (topic_delays or --delays), but no topic or service had that name; did you mean "/alarm"?',
      '"/chater" (links), but no topic or service had that name; did you mean "/chatter"?',
      '"/nobody" (links), but no node had that name; correct it or leave it out.',
      '"/other" (machines), but no node had that name; correct it or leave it out.',
      '"/robot/*" (faults), but no node had that name; correct it or leave it out.',
      '"/takler" (execution_times), but no node had that name; did you mean "/talker"?',
      expect.stringContaining('did you mean "/talker/list_parameters" or'),
      expect.stringMatching(/^"timer#99" \(execution_times\), but no callback had that name/),
    ]);
  });

  it.for(TALKERS)('says which parameters and remap rules no node took: %s', (file, { skip }) => {
    skip(isMissing(file), 'needs Python');
    const parameters = ['takler:speed:=2', '/robot/talker:a:=1', 'talker:sped:=2'];
    const rules = ['chater:=x', 'takler:chatter:=x'];
    const words = [
      ...parameters.flatMap((each) => ['-p', each]),
      ...['--ros-args', ...rules.flatMap((each) => ['-r', each])],
    ];
    const { status, stderr } = sandbox.orrery(['run', file, ...common.slice(2), ...words]);
    expect(status).toBe(0);
    expect(stderr.trim().split('\n')).toEqual([
      'warning: Parameters are given to /takler (speed), but there was no such node; did you mean "/talker"?',
      'warning: Parameters are given to /robot/talker (a), but there was no such node; correct the name.',
      'warning: Parameters are given that no node declares (sped); correct or declare them.',
      'warning: The remap rule chater:=x matches no name of any node; did you mean "chatter"?',
      'warning: The remap rule takler:chatter:=x matches no name of any node; did you mean "talker"?',
    ]);
  });

  it.for(TALKERS)('accepts names that exist: %s', (file, { skip }) => {
    skip(isMissing(file), 'needs Python');
    const models = sandbox.write(
      'right.yaml',
      `execution_times: [{node: /a/ta*, callback: "timer#*", time: 1ms}, {callback: setTimeout, time: 1ms}]
links: [{topic: /x, to: "/**", delay: 1ms}]
faults: [{fault: loss, topic: /a/alarm, probability: 0.5}]
`,
    );
    const delays = sandbox.write('right.csv', `${DELAYS}/x,FIXED,1,\n`);
    const parameters = ['-p', '/a/talker:use_sim_time:=true', '-p', '/**:use_sim_time:=true'];
    const words = ['--models', models, '--delays', delays, ...parameters];
    const rules = ['--ros-args', '-r', 'chatter:=/x', '-r', '__ns:=/a'];
    const { status, stderr } = sandbox.orrery([
      'run',
      file,
      ...common.slice(2),
      ...words,
      ...rules,
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('says which topic a condition may have meant', () => {
    const words = ['--until', '1s', '--until-topic', '/chater', '--no-record'];
    const { status, stderr } = sandbox.orrery(['run', 'talker.cjs', ...words]);
    expect(status).toBe(124);
    expect(stderr).toContain('waits for a topic that no node had; did you mean "/chatter"?');
  });
});

describe('a launch file', () => {
  const launch = (name: string, ...words: string[]) =>
    sandbox.orrery(['launch', name, '--until', '0.2s', '--no-record', ...words]);

  it('refuses unknown targets and arguments', () => {
    sandbox.write(
      'wrong.launch.yaml',
      `launch:
- arg: {name: speed, default: "1"}
- executable: {cmd: node talker.cjs, name: talker}
- timer:
    period: 1.0
    children: [{on_process_exit: {target: talkr, children: []}}]
`,
    );
    const { status, stderr } = launch('wrong.launch.yaml', 'sped:=2');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'process "talkr", which the system does not have; did you mean "talker"?',
    );
    expect(stderr).toContain('wrong.launch.yaml:6:');
    expect(stderr).toContain('The argument "sped" is not declared by');
    expect(stderr).toContain('did you mean "speed"?');
  });

  it('accepts arguments that it reads without a declaration, or that an excluded file may declare', () => {
    sandbox.write('more.launch.yaml', 'launch:\n- arg: {name: world, default: a}\n');
    sandbox.write(
      'right.launch.yaml',
      `launch:
- executable: {cmd: node talker.cjs $(var extra x), name: talker}
- include: {file: more.launch.yaml, if: $(var sim false)}
`,
    );
    const { status, stderr } = launch('right.launch.yaml', 'extra:=y', 'world:=b');
    expect(stderr).toContain('The argument "world" is not declared by');
    expect(status).toBe(0);
  });

  it.skipIf(PYTHON === undefined)('may in Python read what it does not declare', () => {
    sandbox.write(
      'free.launch.py',
      `from launch import LaunchDescription
from launch.actions import ExecuteProcess, LogInfo, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.substitutions import LaunchConfiguration

def generate_launch_description():
    talker = ExecuteProcess(cmd=['node', 'talker.cjs'])
    over = OnProcessExit(target_action=talker, on_exit=[LogInfo(msg='gone')])
    said = LogInfo(msg=LaunchConfiguration('word', default='nothing'))
    return LaunchDescription([talker, RegisterEventHandler(over), said])
`,
    );
    const { status, stderr } = launch('free.launch.py', 'word:=hello', '--until-exit', 'talker');
    expect(stderr).toContain('hello');
    expect(status).toBe(124);
    const mistyped = launch('free.launch.py', 'wrd:=hello');
    expect(mistyped.stderr).toContain('The argument "wrd" is not declared by');
    expect(mistyped.status).toBe(1);
  });
});
