/** The disturbance of `orrery verify` that moves a system and Orrery to another folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeSystem } from '../src/launch/index.js';
import type { RunFile } from '../src/record/index.js';
import { UNDISTURBED } from '../src/verify/disturbances.js';
import { disturbedRun } from '../src/verify/disturbed_run.js';
import { copyElsewhere } from '../src/verify/elsewhere.js';
import { ROOT, temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

/** Expressions that reveal where a program is. */
const SAID: Readonly<Record<string, string>> = {
  nothing: `'none'`,
  'a line of the log': `(node.getLogger().info(__filename), 'logged')`,
  'what a module of its own gives': `require('../lib/own.js').own`,
  'what a package gives': `require('some-package').name`,
  'what a file beside it holds': `require('node:fs').readFileSync(__dirname + '/data.txt', 'utf8')`,
  'a stack': `new Error('x').stack`,
  'a stack through a package': `require('some-package').stack()`,
  'a stack through Orrery': 'orrerysStack',
  'call sites': 'callSites()',
  'its folder': '__dirname',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
  'a sentence about its folder': '`in ${__dirname}, or "${__dirname}". ${__dirname}.`',
  'a URL': `require('node:url').pathToFileURL(__filename).href`,
  'what an ES module calls itself': 'url',
  'a path that it resolves': `require.resolve('../lib/own.js')`,
  'its arguments': `process.argv.slice(1).join(' ')`,
  'the length of a path': 'String(__filename.length)',
  'a path in base64': `Buffer.from(__filename).toString('base64')`,
};
const NAMES = Object.keys(SAID);
/** Programs that process their own path. */
const PLACED = ['the length of a path', 'a path in base64'];

const ROBOT = `const rclnodejs = require('rclnodejs');
const callSites = () => {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName()).join(' ');
  const { stack } = new Error();
  Error.prepareStackTrace = prepareStackTrace;
  return stack;
};
let orrerysStack = '';
rclnodejs.init().then(async () => {
  const { url } = await import('../lib/where.mjs');
  const node = new rclnodejs.Node('robot');
  node.createSubscription('std_msgs/msg/String', 'opened', ({ data }) => {
    console.log('opened', require('node:fs').readFileSync(data, 'utf8'));
  });
  const opened = node.createPublisher('std_msgs/msg/String', 'opened');
  const header = node.createPublisher('std_msgs/msg/Header', 'header');
  ${NAMES.map((_, i) => `const p${i} = node.createPublisher('std_msgs/msg/String', 't${i}');`).join('\n')}
  node.declareParameter(new rclnodejs.Parameter('map', rclnodejs.ParameterType.PARAMETER_STRING, __dirname));
  node.createTimer(10_000_000n, () => {
    try { node.createPublisher(5); } catch ({ stack }) { orrerysStack = stack; }
    opened.publish({ data: __dirname + '/data.txt' });
    header.publish({ frame_id: __dirname });
    ${NAMES.map((name, i) => `p${i}.publish({ data: ${SAID[name]} });`).join('\n')}
  });
  node.spin();
});`;

const PYTHON_ROBOT = `import sys, traceback
import rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('python_robot')
publisher = node.create_publisher(String, 'traceback', 10)
def tick():
    try:
        raise ValueError('x')
    except ValueError:
        publisher.publish(String(data=traceback.format_exc() + __file__ + sys.argv[0]))
        node.get_logger().error(traceback.format_exc())
node.create_timer(0.01, tick)
rclpy.spin(node)
`;

/** Each is one topic of a system in a folder with a difficult name. */
function makeSystem(): string {
  const folder = join(temporaryDirectory(), 'my (first) robot ü');
  for (const each of ['nodes', 'lib', 'node_modules/some-package']) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const files = {
    'package.json': '{}',
    'nodes/data.txt': 'data',
    'lib/own.js': `exports.own = 'own';`,
    'lib/where.mjs': 'export const { url } = import.meta;',
    'node_modules/some-package/index.js': `exports.name = 'package'; exports.stack = () => new Error('y').stack;`,
    'nodes/robot.js': ROBOT,
    'nodes/robot.py': PYTHON_ROBOT,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, 'nodes/robot.js');
}

const file = makeSystem();
const system = dirname(file);
const programs = PYTHON === undefined ? [file] : [file, file.replace(/js$/, 'py')];
const { config } = describeSystem({ files: programs }, { until: '0.03s' });

type Both = readonly [here: RunFile, there: RunFile];

async function inBothPlaces(system: typeof config): Promise<Both> {
  const work = temporaryDirectory();
  const run = (moved: typeof config, name: string, installation: string) =>
    disturbedRun(moved, process.execPath, UNDISTURBED, join(work, name), { installation });
  const first = await run(system, 'here', ROOT);
  const elsewhere = copyElsewhere(system, first, work);
  if (typeof elsewhere === 'string') throw new Error(elsewhere);
  return [first, await run(elsewhere.config, 'there', elsewhere.installation)];
}

let here: RunFile;
let there: RunFile;
beforeAll(async () => {
  [here, there] = await inBothPlaces(config);
});

/** Publishes its folder; the size of a message decides when it arrives. */
const WIRED = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const [talker, listener] = [new rclnodejs.Node('talker'), new rclnodejs.Node('listener')];
  const publisher = talker.createPublisher('std_msgs/msg/Header', 'header');
  listener.createSubscription('std_msgs/msg/Header', 'header', () => {});
  talker.createTimer(10_000_000n, () => publisher.publish({ frame_id: __dirname }));
  talker.spin();
  listener.spin();
});`;

it.each(['direct', 'rtps'] as const)(
  'sends messages of the same size over a network (%s)',
  async (middleware) => {
    const program = join(dirname(makeSystem()), 'wired.js');
    writeFileSync(program, WIRED);
    const models = [{ middleware, links: [{ bandwidth: 1_000_000 }] }];
    const { config } = describeSystem({ files: [program] }, { until: '0.3s', models });
    const [first, second] = await inBothPlaces(config);
    expect(first.counts.messages).toBeGreaterThan(20);
    expect(second.digest).toEqual(first.digest);
  },
);

it.each(NAMES)('%s', (name) => {
  const topic = `/t${NAMES.indexOf(name)}`;
  expect(here.digest.topics[topic]).toBeDefined();
  expect(here.digest.topics[topic] === there.digest.topics[topic]).toBe(!PLACED.includes(name));
});

it('runs without errors in both places: code that gets a path can open the file', () => {
  expect([here.errors, there.errors]).toEqual([[], []]);
});

it.each(['/rosout', '/parameter_events', '/header', '/opened'])('%s', (topic) => {
  expect(here.digest.topics[topic]).toBeDefined();
  expect(there.digest.topics[topic]).toBe(here.digest.topics[topic]);
});

it.skipIf(PYTHON === undefined)(
  'tracebacks and file names in Python are equal in both places',
  () => {
    expect(here.digest.topics['/traceback']).toBeDefined();
    expect(there.digest.topics['/traceback']).toBe(here.digest.topics['/traceback']);
  },
);

it('lists modules that were required, also later and from packages', () => {
  const names = here.repeat.inputs.map(({ file }) => relative(system, file).replaceAll('\\', '/'));
  expect(names).toEqual(
    expect.arrayContaining(['robot.js', '../lib/own.js', '../node_modules/some-package/index.js']),
  );
});

it('says why there is nothing to copy', () => {
  const none = { ...here, repeat: { ...here.repeat, inputs: [] } };
  expect(copyElsewhere(config, none, temporaryDirectory())).toContain('no files of its own');
});
