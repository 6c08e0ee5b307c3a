/** What V8 has compiled of the command once is used by later processes, and never where it does not belong. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';

/** Tells which scripts V8 has compiled and which it has had already. */
const WITNESS = `const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (!options?.filename?.endsWith('.code.js')) return;
    process._rawDebug(this.cachedDataRejected === false ? 'had' : 'compiled', options.filename);
  }
};
require('node:module').syncBuiltinESMExports();
`;

/** Prints where Orrery's own code refuses a type. */
const PROGRAM = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('talker');
  try {
    node.createPublisher('std_msgs/msg/Nothing', 'chatter');
  } catch (error) {
    console.log(error.stack);
  }
  node.createTimer(100_000_000n, () => {});
  node.spin();
});
`;

const folder = temporaryDirectory();
writeFileSync(join(folder, 'witness.cjs'), WITNESS);
writeFileSync(join(folder, 'program.cjs'), PROGRAM);

function run(command: string, ...flags: readonly string[]) {
  const words = ['run', 'program.cjs', '--until', '1s', '--no-record'];
  const args = [...flags, '--require', './witness.cjs', command, ...words];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
  });
  const scripts = (kind: string) =>
    stderr.split('\n').filter((line) => line.startsWith(`${kind} file:`)).length;
  const digest = /^digest .*$/m.exec(stdout)?.[0];
  // How long it took differs.
  const said = stdout.replace(/^Done .*$/m, '');
  return { status, said, digest, had: scripts('had'), compiled: scripts('compiled') };
}

/** A copy of the build, as in an installed package: nothing of it is kept. */
function installed(name: string) {
  const root = join(folder, name);
  const dist = join(root, 'dist');
  cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  rmSync(join(dist, 'code'), { recursive: true, force: true });
  copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const each of ['node_modules', 'python']) symlinkSync(join(ROOT, each), join(root, each));
  return { root, dist, command: join(dist, 'cli/main.js') };
}

/** The one folder of what is kept there. */
function keptIn(dist: string): string {
  return join(dist, 'code', ...readdirSync(join(dist, 'code')));
}

describe('the code that is kept', () => {
  const usual = run(COMMAND);
  const scripts = usual.had + usual.compiled;

  it('is all that a run needs, after the build', ({ skip }) => {
    // Another version of Node may have built the command.
    const tag = cachedDataVersionTag().toString(16);
    skip(!readdirSync(join(ROOT, 'dist/code')).some((name) => name.endsWith(tag)));
    expect(scripts).toBeGreaterThan(5);
    expect(usual.compiled).toBe(0);
    expect(usual.said).toContain(join(ROOT, 'dist/start/thread.code.js'));
  });

  it('is all that a run needs after the first run of an installed package', () => {
    const { root, command } = installed('first');
    const said = usual.said.replaceAll(ROOT, root);
    expect(run(command)).toMatchObject({ said, had: 0, compiled: scripts });
    expect(run(command)).toMatchObject({ said, had: scripts, compiled: 0 });
  });

  it('is not kept by a command that only prints its help', () => {
    const { dist, command } = installed('help');
    spawnSync(process.execPath, [command, 'run', '--help']);
    expect(existsSync(join(dist, 'code'))).toBe(false);
  });

  it('is kept for each set of flags of V8, up to a limit', () => {
    const { dist, command } = installed('flags');
    run(command);
    expect(run(command, '--no-lazy')).toMatchObject({ had: 0, digest: usual.digest });
    expect(run(command, '--no-lazy')).toMatchObject({ had: scripts, digest: usual.digest });
    expect(run(command)).toMatchObject({ had: scripts, compiled: 0 });
    for (let i = 2; i < 8; i++) mkdirSync(join(dist, `code/${i}`));
    const names = readdirSync(join(dist, 'code'));
    expect(run(command, '--no-opt')).toMatchObject({ had: 0, digest: usual.digest });
    expect(readdirSync(join(dist, 'code'))).toEqual(names);
  });

  it('is compiled anew in a copy, whose stacks name its own files', () => {
    const first = installed('original');
    run(first.command);
    const { root, dist, command } = installed('copy');
    cpSync(join(first.dist, 'code'), join(dist, 'code'), { recursive: true });
    const said = usual.said.replaceAll(ROOT, root);
    expect(run(command)).toMatchObject({ said, had: 0, compiled: scripts });
    expect(run(command)).toMatchObject({ said, had: scripts });
  });

  it('is given up where nothing can be written', () => {
    const { dist, command } = installed('read_only');
    writeFileSync(join(dist, 'code'), 'not a folder');
    expect(run(command)).toMatchObject({ status: 0, compiled: scripts, digest: usual.digest });
    rmSync(join(dist, 'code'));
    chmodSync(dist, 0o555);
    const { status, digest } = run(command);
    chmodSync(dist, 0o755);
    expect([status, digest]).toEqual([0, usual.digest]);
  });

  describe('when it is damaged', () => {
    const { dist, command } = installed('damaged');
    run(command);
    const kept = keptIn(dist);
    const had = { status: 0, digest: usual.digest, had: scripts, compiled: 0 };
    const mended = { ...had, had: scripts - 1, compiled: 1 };

    it('is compiled anew, once', () => {
      const largest = join(kept, 'start.thread.code.js');
      for (const part of [0.02, 0.3, 0.6, 0.999_999]) {
        const bytes = readFileSync(largest);
        bytes[Math.floor(part * bytes.length)]! ^= 4;
        writeFileSync(largest, bytes);
        expect(run(command)).toMatchObject(mended);
        expect(run(command)).toMatchObject(had);
      }
    });

    it('is compiled anew where files are incomplete', () => {
      for (const name of readdirSync(kept)) truncateSync(join(kept, name), name.length % 7);
      expect(run(command)).toMatchObject({ ...had, had: 0, compiled: scripts });
      expect(run(command)).toMatchObject(had);
    });

    it('is compiled anew where the script has changed, but not its length', () => {
      const script = join(dist, 'start/recorded.code.js');
      const bytes = readFileSync(script);
      bytes.write('A', bytes.indexOf('The type '));
      writeFileSync(script, bytes);
      expect(run(command)).toMatchObject(mended);
      expect(run(command)).toMatchObject(had);
    });

    it('leaves no partial files', () => {
      expect(readdirSync(kept).filter((name) => !name.endsWith('.code.js'))).toEqual([]);
      expect(basename(kept)).toMatch(/^\w+-[0-9a-f]+$/);
    });
  });
});
