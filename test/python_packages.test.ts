/** Orrery's Python packages: their own tests, and a comparison of both CDR codecs. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBag } from '../src/bag/index.js';
import { plainOf, unicode } from '../src/interfaces/generated_types.test_support.js';
import { type MessageType, TypeRegistry } from '../src/interfaces/index.js';
import { filesIn } from './project.js';
import { PYTHON, python } from './python.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const folder = mkdtempSync(join(tmpdir(), 'orrery-python-'));
const archive = join(folder, 'definitions.json');
const env = { ORRERY_INTERFACES: archive };

/** All messages of the built-in interfaces, including the parts of services and actions. */
function builtinMessages(): MessageType[] {
  return types
    .packages()
    .flatMap((pkg) => types.interfaces(pkg))
    .flatMap((name) => {
      if (name.includes('/msg/')) return [types.message(name)];
      if (name.includes('/srv/')) {
        const { request, response, event } = types.service(name);
        return [request, response, event];
      }
      const { goal, result, feedback, sendGoal, getResult, feedbackMessage } = types.action(name);
      return [goal, result, feedback, sendGoal.request, getResult.response, feedbackMessage];
    });
}

function definitionOf(name: string): string {
  if (name.includes('/msg/')) return types.message(name).definition;
  if (name.includes('/srv/')) return types.service(name).definition;
  return types.action(name).definition;
}

beforeAll(() => {
  const names = types.packages().flatMap((pkg) => types.interfaces(pkg));
  const texts = Object.fromEntries(names.map((name) => [name, definitionOf(name)]));
  writeFileSync(archive, JSON.stringify(texts));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(PYTHON === undefined)('Python packages', () => {
  const suites = filesIn('python/orrery_tests').filter((path) => /\/test_\w+\.py$/.test(path));

  it.each(suites)('%s', (path) => {
    const module = path.slice('python/'.length, -'.py'.length).replaceAll('/', '.');
    const { status, stderr } = python(['-m', 'unittest', module], { env });
    expect(stderr).toMatch(/^OK/m);
    expect(status).toBe(0);
  });

  it('need neither numpy nor PyYAML', () => {
    // -S: without installed packages.
    const modules = ['messages', 'fixtures', 'rosidl_runtime', 'tf2_core', 'tf_transformations'];
    const names = modules.map((name) => `orrery_tests.test_${name}`);
    const { status, stderr } = python(['-S', '-m', 'unittest', ...names], { env });
    expect(stderr).toMatch(/^OK/m);
    expect(status).toBe(0);
  });

  it.each(['mcap', 'sqlite3'])('write recordings (%s) that Orrery reads', async (kind) => {
    const uri = join(folder, `written_${kind}`);
    const code = [
      'import orrery_interfaces, rosbag2_py, sys',
      'orrery_interfaces.install()',
      'from geometry_msgs.msg import PoseStamped',
      'writer = rosbag2_py.SequentialWriter()',
      'writer.open(rosbag2_py.StorageOptions(uri=sys.argv[1], storage_id=sys.argv[2], max_bagfile_duration=5),',
      "            rosbag2_py.ConverterOptions('', ''))",
      "writer.create_topic(rosbag2_py.TopicMetadata(0, '/poses', 'geometry_msgs/msg/PoseStamped', 'cdr'))",
      'message = PoseStamped()',
      'for i in range(10):',
      '    message.pose.position.x = float(i)',
      "    writer.write('/poses', orrery_interfaces.serialize(message), i * 1_000_000_001)",
      'writer.close()',
    ];
    const { stderr } = python(['-c', code.join('\n'), uri, kind], { env });
    expect(stderr).toBe('');
    const bag = await openBag(uri);
    const pose = types.message('geometry_msgs/msg/PoseStamped');
    const found: unknown[] = [];
    for (const { topic, logTime, data } of bag.messages()) {
      found.push([
        topic,
        logTime,
        (pose.decode(data) as { pose: { position: { x: number } } }).pose.position.x,
      ]);
    }
    bag.close();
    const wanted = Array.from({ length: 10 }, (_, i) => ['/poses', BigInt(i) * 1_000_000_001n, i]);
    expect(found).toEqual(wanted);
    expect(readdirSync(uri).sort()).toHaveLength(3);
  });

  it('decode and encode every built-in message to the same bytes', () => {
    const seed = Number(process.env.PROPERTY_SEED ?? 1);
    const cases = builtinMessages().flatMap((type) =>
      fc.sample(plainOf(type, unicode), { numRuns: 3, seed }).map((value) => {
        return { name: type.name, bytes: hex(type.encode(type.normalize(value))) };
      }),
    );
    expect(wrongAnswers(cases.map((each) => ({ ...each, given: each.bytes })))).toEqual([]);
  });

  it('give every built-in message the same defaults', () => {
    const cases = builtinMessages().map((type) => {
      return { name: type.name, given: '', bytes: hex(type.encode(type.normalize({}))) };
    });
    expect(wrongAnswers(cases)).toEqual([]);
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The types whose messages Python encodes differently than expected. */
function wrongAnswers(
  cases: readonly { readonly name: string; readonly given: string; readonly bytes: string }[],
): string[] {
  const input = cases.map(({ name, given }) => `${JSON.stringify([name, given])}\n`).join('');
  const { stdout, stderr } = python(['-m', 'orrery_tests.codec_round_trip'], { env, input });
  expect(stderr).toBe('');
  const answers = stdout.trimEnd().split('\n');
  expect(answers.length).toBe(cases.length);
  return cases.filter(({ bytes }, i) => answers[i] !== bytes).map(({ name }) => name);
}
