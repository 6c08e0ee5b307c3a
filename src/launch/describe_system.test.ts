import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { describeSystem, PYTHON_MODULE } from './index.js';

const none = { files: [], name: 'none' };

it('groups what the options ask for, with a default for everything', () => {
  expect(describeSystem(none).config).toEqual({
    name: 'none',
    seed: '0',
    system: {
      programs: [],
      bags: [],
      rosArgs: [],
      distro: 'jazzy',
      env: {},
      interfaces: [],
      pythonFolders: [],
      sourceTrees: [resolve('src')],
    },
    clock: {},
    stop: { topics: [], played: false, exited: [], codeByEnd: false },
    models: { files: [], executors: [], clockAdvances: false },
    output: { digest: 'content', graph: false },
    proof: { strict: false },
  });
  const { stop, clock, proof } = describeSystem(none, {
    ...{ until: 0.1, wallLimit: '1min', monitorTimeout: '3s', untilTopic: '/a: data > 3' },
    ...{ rate: '0.5', initialTime: 7n, disturb: '2ms' },
  }).config;
  expect(stop).toMatchObject({ duration: 1e8, wallSeconds: 60, topics: ['/a: data > 3'] });
  expect(stop.monitor).toEqual({ timeoutSeconds: 3 });
  expect(clock).toEqual({ rate: 0.5, initialTime: 7n });
  expect(proof.disturbMs).toBe(2);
});

it.each([
  [{ until: 'soon' }, 'ORR_DURATION'],
  [{ until: Number.NaN }, 'ORR_DURATION'],
  [{ until: -1 }, 'ORR_DURATION'],
  [{ until: '200 years' }, 'ORR_DURATION'],
  [{ rate: 'fast' }, 'ORR_RATE'],
  [{ rate: 0 }, 'ORR_RATE'],
  [{ untilTopic: 'no topic' }, 'ORR_TOPIC_CONDITION'],
  [{ executors: ['turbo'] }, 'ORR_EXECUTOR_POLICY'],
  [{ rosArgs: ['-p', 'x'] }, 'ORR_ROS_ARGS_INVALID'],
])('refuses %j before anything runs', (options, code) => {
  expect(() => describeSystem(none, options)).toThrow(expect.objectContaining({ code }));
});

it('searches the packages of a module’s tests, from the first file among its arguments', () => {
  const root = mkdtempSync(join(tmpdir(), 'orrery-module-'));
  const file = (path: string, text: string): string => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  for (const name of ['map_msgs', 'mapper']) {
    file(`src/${name}/package.xml`, `<package><name>${name}</name></package>`);
  }
  file('src/map_msgs/msg/Cell.msg', 'float32 height\n');
  const test = file('src/mapper/test/test_cells.py', '');
  for (const word of [test, `${test}::test_heights`, dirname(test)]) {
    const programArgs = ['pytest', '-q', word];
    const { system } = describeSystem({ files: [PYTHON_MODULE] }, { programArgs }).config;
    expect(system.interfaces).toEqual([join(root, 'src')]);
    expect(system.sourceTrees).toEqual([join(root, 'src')]);
  }
});
