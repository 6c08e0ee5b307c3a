/** The package that npm would publish works when it is installed, in every kind of project. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilerOf, documentedImports, type Ended, PackedPackage } from './packed_package.js';

const TALKER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('talker');
  node.createTimer(100_000_000n, () => console.log('tick'));
  node.spin();
});
`;

/** The strictest options of the compiler. */
const STRICT = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: false, noEmit: true, target: 'es2022', lib: ['es2023'], types: ['node'] },
    ...{ module: 'nodenext', moduleResolution: 'nodenext' },
  },
};

describe('the packed package', () => {
  let packed: PackedPackage;
  const documented = documentedImports();
  const done: Ended = { code: 0, output: '' };

  beforeAll(() => {
    packed = new PackedPackage(['@types/node', 'undici-types', 'vitest']);
    const { modules } = packed;
    const names = [...documented].map(([module, of]) => [module, [...of]] as const);
    packed.consumer('commonjs', {
      'package.json': { type: 'commonjs' },
      'talker.js': TALKER,
      'all.js': modules
        .filter((name) => !/testing\/\w+$/.test(name))
        .map((name) => `if (Object.keys(require('${name}')).length === 0) throw '${name}';\n`)
        .join(''),
      'jest.js': `globalThis.expect = { extend(m) { if (!m.toHaveDigest) throw 'jest'; } };
        require('orrery-sim/testing/jest');`,
    });
    packed.consumer('esm', {
      'package.json': { type: 'module' },
      'all.js': modules
        .filter((name) => !/testing\/\w+$/.test(name))
        .map(
          (name, i) => `import * as m${i} from '${name}';\nif (!Object.keys(m${i})[0]) throw 0;\n`,
        )
        .join(''),
      'talker.js': TALKER.replace(/.*\n/, `import rclnodejs from 'rclnodejs';\n`),
    });
    packed.consumer('strict', {
      'package.json': { type: 'module' },
      'tsconfig.json': STRICT,
      'documented.ts': names
        .map(([module, of]) => `export { ${of.join(', ')} } from '${module}';\n`)
        .join(''),
      'all.ts': modules.map((name, i) => `export * as m${i} from '${name}';\n`).join(''),
      'required.cts': `import orrery = require('orrery-sim');\nexport const { Simulation } = orrery;\n`,
    });
  });
  afterAll(() => packed.remove());

  it('contains what is used, and nothing that is only for this project', () => {
    const others =
      /\.map$|\.test\.|test_support|^dist\/(conformance|dds\/vectors)\/|\.built$|orrery_tests|__pycache__|^(src|test|bench|scripts)\//;
    expect(packed.files.filter((path) => others.test(path))).toEqual([]);
    const needed = [
      'LICENSE',
      'dist/analysis/fonts/LICENSE',
      'dist/cli/main.js',
      'dist/index.d.ts',
    ];
    expect(packed.files).toEqual(expect.arrayContaining(needed));
  });

  it('resolves the imports in the documents', () => {
    expect(documented.size).toBeGreaterThan(3);
  });

  it.concurrent('works with require', async () => {
    const warnings = '--disable-warning=ExperimentalWarning';
    expect(await packed.node('commonjs', warnings, 'all.js')).toEqual(done);
    expect(await packed.node('commonjs', warnings, 'jest.js')).toEqual(done);
  });

  it.concurrent('works with import', async () => {
    expect(await packed.node('esm', 'all.js')).toEqual(done);
  });

  it.concurrent.each(['commonjs', 'esm'])('runs the programs of a project (%s)', async (kind) => {
    const words = ['run', 'talker.js', '--until', '0.3s', '--no-record'];
    const { code, output } = await packed.node(kind, packed.command, ...words);
    expect(code).toBe(0);
    expect(output).toContain('tick\ntick\ntick\n');
  });

  it.concurrent('draws its pictures', async () => {
    packed.consumer('drawn', { 'package.json': {}, 'talker.js': TALKER });
    const run = ['run', 'talker.js', '--until', '0.3s', '--record', 'kept'];
    expect((await packed.node('drawn', packed.command, ...run)).code).toBe(0);
    const analyzed = await packed.node(
      'drawn',
      packed.command,
      'analyze',
      'kept',
      '--png',
      'a.png',
    );
    expect(analyzed.code).toBe(0);
  });

  for (const name of ['typescript', 'typescript-5.9']) {
    const compiler = compilerOf(name);
    const title = `is typed for strict projects (${name})`;
    it.skipIf(compiler === undefined)(title, { concurrent: true }, async () => {
      expect(await packed.node('strict', compiler!, '-p', '.')).toEqual(done);
    });
  }
});
