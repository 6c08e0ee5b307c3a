/** `simulate()` in users' test runners: vitest, node:test, and CommonJS as in jest. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const require = createRequire(import.meta.url);
const VITEST = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');

const CHECKS = (at: string, type = '') => `
test('moves', async () => {
  const run = await simulate('system.launch.yaml', { until: '2s' });
  expect(run.topic('/x')).toHaveRate(20);
  expect(run.topic('/x')).not.toHaveRate(21);
  expect(run.topic('/x')).toHaveMessageCount({ min: 40, max: 40 });
  expect(run.topic('/x')).toHaveFieldValue('data', 2, { tolerance: 1e-9 });
  expect(run.topic('/y')).toHaveLatency({ min: 0.01, max: 0.01 }, { from: run.topic('/x') });
  expect(run${type}).toHaveDigest(run);
});
test('fails ${at}', async () => {
  const run = await simulate('system.launch.yaml', { until: '2s' });
  expect(run.topic('/x')).toHaveRate(21);
});`;

/** What a failing check must print. */
const FAILURE =
  /\/x has a rate of 20 Hz; expected 21 Hz ± 1 %\s+run: {4}(\S+)\s+repeat: npx orrery launch system\.launch\.yaml --until 2s --record \S+/;

beforeAll(() => {
  mkdirSync(join(sandbox.folder, 'node_modules'));
  symlinkSync(ROOT, join(sandbox.folder, 'node_modules/orrery-sim'));
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(sandbox.folder, 'node_modules/vitest'));
  sandbox.write(
    'echo.mjs',
    `import rclnodejs from 'rclnodejs';
     await rclnodejs.init();
     const node = new rclnodejs.Node('echo');
     const x = node.createPublisher('std_msgs/msg/Float64', '/x');
     const y = node.createPublisher('std_msgs/msg/Float64', '/y');
     let n = 0;
     node.createTimer(50_000_000n, () => x.publish({ data: ++n / 20 }));
     node.createSubscription('std_msgs/msg/Float64', '/x', (m) => setTimeout(() => y.publish(m), 10));
     node.spin();`,
  );
  sandbox.write('system.launch.yaml', 'launch: [{executable: {cmd: node echo.mjs, name: echo}}]');
  sandbox.write('package.json', '{}');
  sandbox.write(
    'vitest.config.mjs',
    "export default { test: { include: ['*.vitest.ts'], testTimeout: 60_000 } };",
  );
  sandbox.write(
    'a.vitest.ts',
    `import { expect, test } from 'vitest';
     import { simulate } from 'orrery-sim/testing';
     import 'orrery-sim/testing/vitest';
     ${CHECKS('in vitest')}
     test('drives', async () => {
       await simulate('fails.ts', { until: '1s' });
     });`,
  );
  sandbox.write(
    'fails.ts',
    `import * as rclnodejs from 'rclnodejs';
     interface Place { x: number;
       y: number }
     async function drive({ x }: Place): Promise<void> {
       await null;
       throw new Error('no way to ' + x);
     }
     void rclnodejs.init().then(() => {
       const node = new rclnodejs.Node('driver');
       node.createTimer(100_000_000n, async () => {
         await drive({ x: 1, y: 2 });
       });
       node.spin();
     });`,
  );
  sandbox.write(
    'a.jest.test.js',
    `const { simulate } = require('orrery-sim/testing');
     require('orrery-sim/testing/jest');
     ${CHECKS('in jest')}`,
  );
});
afterAll(() => sandbox.remove());

describe('simulate', () => {
  it('checks runs in vitest, with types', () => {
    const TMPDIR = join(sandbox.folder, 'tmp');
    mkdirSync(TMPDIR);
    const { stdout, stderr } = sandbox.node([VITEST, 'run', '--testTimeout=60000'], {
      ...{ NO_COLOR: '1', FORCE_COLOR: '', TMPDIR },
    });
    const text = stdout + stderr;
    expect(text).toContain('2 failed | 1 passed');
    // First where the system failed, with its source, then the test.
    expect(text).toMatch(
      /no way to 1[^❯]*❯ drive fails\.ts:6:14[^❯]*❯ (?:async )?\S+ fails\.ts:11:10[^❯]*❯ a\.vitest\.ts:\d+:8\n/,
    );
    const [, directory = ''] = FAILURE.exec(text) ?? [];
    expect(existsSync(join(directory, 'recording.mcap'))).toBe(true);
    // Passing tests leave nothing behind.
    const left = readdirSync(TMPDIR);
    expect(left.filter((name) => !text.includes(name))).toEqual([]);
    expect(left).toHaveLength(2);
    sandbox.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', target: 'es2022', strict: true, noEmit: true },
          ...{ skipLibCheck: true, types: [] },
        },
        include: ['*.vitest.ts'],
      }),
    );
    const types = sandbox.node([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.']);
    expect(types.stdout).toBe('');
  });

  it('checks runs in node:test', () => {
    sandbox.write(
      'a.node.mjs',
      `import test from 'node:test';
       import { assertRate, simulate } from 'orrery-sim/testing';
       test('moves', async () => {
         const run = await simulate('system.launch.yaml', { until: '2s' });
         assertRate(run.topic('/x'), 20);
         assertRate(run.topic('/x'), 21);
       });`,
    );
    const { stdout } = sandbox.node(['--test', 'a.node.mjs']);
    expect(stdout).toMatch(FAILURE);
    expect(stdout).toContain('AssertionError');
  });

  it('can be required from CommonJS', () => {
    sandbox.write(
      'a.cjs',
      "console.log(Object.keys(require('orrery-sim/testing')).sort().join());",
    );
    expect(sandbox.node(['a.cjs']).lines).toEqual([
      'TopicRecord,assertCount,assertDigest,assertLatency,assertRate,assertValue,openSimulatedRun,orreryMatchers,simulate,systemConfig',
    ]);
  });

  it('checks runs in jest', () => {
    const { stderr } = sandbox.node([
      ...[JEST, '--no-color', '--testTimeout', '60000'],
      ...['--testMatch', '**/a.jest.test.js'],
    ]);
    expect(stderr).toContain('1 failed, 1 passed');
    expect(stderr).toMatch(FAILURE);
  });

  it("adds its matchers to jest through jest's configuration", () => {
    sandbox.write(
      'c.jest.test.js',
      "test('has them', () => expect(typeof expect(1).toHaveRate).toBe('function'));",
    );
    sandbox.write(
      'jest.json',
      '{"rootDir": ".", "setupFilesAfterEnv": ["orrery-sim/testing/jest"], "testMatch": ["**/c.jest.test.js"]}',
    );
    const { stderr } = sandbox.node([JEST, '--no-color', '-c', 'jest.json']);
    expect(stderr).toContain('1 passed');
  });
});
