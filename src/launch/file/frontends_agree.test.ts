/** Launch files in XML and YAML mean the same to `orrery launch` as to a Python program that reads them itself. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseParameterValue } from '../../parameters/index.js';
import { PackageIndex } from '../components/index.js';
import { PYTHON_PACKAGES } from '../python_packages.js';
import { AGREED, FORGIVEN, REFUSED } from './frontend_cases.test_support.js';
import { folder, mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile } from './load.js';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
  encoding: 'utf8',
});
const HAS_PYTHON = stdout?.trim() === 'True';

const ENV = { HOME: '/home/me', PATHS: '/a' };

interface Found {
  readonly error?: string;
  readonly actions?: readonly unknown[];
}

/** What a program that reads the files gets, in one process. */
function readByProgram(files: readonly string[]): Found[] {
  const input = JSON.stringify(files.map((file) => ({ file, env: ENV, initialEnv: ENV })));
  const { stdout: answer, stderr } = spawnSync(
    'python3',
    ['-m', 'orrery_tests.frontend_descriptions'],
    {
      input,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: PYTHON_PACKAGES, ORRERY_PACKAGES: folder },
    },
  );
  if (answer === '') throw new Error(stderr);
  return JSON.parse(answer) as Found[];
}

function readByOrrery(file: string): Found {
  let actions: readonly unknown[] = [];
  const packages = new PackageIndex({ nodeModulesFrom: folder });
  const found = mistakes(() => {
    actions = loadLaunchFile(file, { env: ENV, packages }).actions;
  });
  return found.length > 0 ? { error: found.join('\n') } : { actions };
}

/** Without places and ids, which only one of the readers knows. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'place' && key !== 'id');
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === 'value' ? readValue(each) : comparable(each)]),
  );
}

/** The value of a parameter, which may be written in several ways. */
function readValue(yaml: string): unknown {
  const { type, value } = parseParameterValue(yaml);
  return [type, Array.isArray(value) ? value.map(String) : String(value)];
}

describe.skipIf(!HAS_PYTHON)('launch files in XML and YAML', () => {
  const ALL = [...AGREED, ...FORGIVEN, ...REFUSED];
  const readers = new Map<string, readonly [orrery: Found, program: Found]>();
  beforeAll(() => {
    write('src/bot/package.xml', '<package><name>bot</name></package>');
    const files = ALL.map((text, i) =>
      write(`case${i}.launch.${text.startsWith('<') ? 'xml' : 'yaml'}`, text),
    );
    const byProgram = readByProgram(files);
    for (const [i, text] of ALL.entries()) {
      readers.set(text, [readByOrrery(files[i]!), byProgram[i]!]);
    }
  });

  it('mean the same to Orrery as to a program that reads them', () => {
    for (const text of AGREED) {
      const [orrery, program] = readers.get(text)!;
      const why = `${text}\n${orrery.error}\n${program.error}`;
      expect.soft(orrery.error === undefined, why).toBe(program.error === undefined);
      expect.soft(comparable(orrery.actions), text).toEqual(comparable(program.actions));
    }
  });

  it('are read by Orrery with some values of other types', () => {
    const errors = FORGIVEN.map((text) =>
      readers.get(text)!.map(({ error }) => error !== undefined),
    );
    expect(errors).toEqual(FORGIVEN.map(() => [false, true]));
  });

  it('must not have empty lists as parameters', () => {
    const errors = REFUSED.map((text) =>
      readers.get(text)!.map(({ error }) => error !== undefined),
    );
    expect(errors).toEqual(REFUSED.map(() => [true, false]));
  });
});
