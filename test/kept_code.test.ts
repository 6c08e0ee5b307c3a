/** What V8 has compiled of the command when it was built is used by later processes, and never where it does not belong. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';

const KEPT = join('dist/code', `${process.versions.v8}-${process.arch}`);
/** Another version of Node may have built the command; then there is what that one has kept. */
const isKept = readdirSync(join(ROOT, 'dist/code')).includes(basename(KEPT));

/** Tells which scripts V8 has compiled and which it has had already. */
const WITNESS = `const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.keptAs === undefined) return;
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
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const scripts = (kind: string) =>
    stderr.split('\n').filter((line) => line.startsWith(`${kind} file:`)).length;
  const digest = /^digest .*$/m.exec(stdout)?.[0];
  // How long it took differs.
  const said = stdout.replace(/^Done .*$/m, '');
  return { said, digest, had: scripts('had'), compiled: scripts('compiled') };
}

/** Gives a copy of the build what a run needs besides it. */
function completeCopy(root: string): void {
  copyFileSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const each of ['node_modules', 'python']) symlinkSync(join(ROOT, each), join(root, each));
}

describe.skipIf(!isKept)('the code that the build has kept', () => {
  const usual = run(COMMAND);

  it('is all that a run needs', () => {
    expect(usual.had).toBeGreaterThan(5);
    expect(usual.compiled).toBe(0);
    expect(usual.said).toContain(join(ROOT, 'dist/start/thread.code.js'));
  });

  it('is compiled anew for other flags of V8', () => {
    const other = run(COMMAND, '--no-lazy');
    expect([other.had, other.compiled]).toEqual([0, usual.had]);
    expect(other.digest).toBe(usual.digest);
  });

  it('is not used in a copy, whose stacks name its own files', () => {
    const copy = join(folder, 'copy');
    cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
    completeCopy(copy);
    const copied = run(join(copy, 'dist/cli/main.js'));
    expect([copied.had, copied.compiled]).toEqual([0, usual.had]);
    expect(copied.said).toBe(usual.said.replaceAll(ROOT, copy));
    // Incomplete files are not taken either, wherever they are.
    const kept = join(copy, KEPT);
    writeFileSync(join(kept, 'folder'), `${join(copy, 'dist')}/`);
    for (const name of readdirSync(kept)) if (name !== 'folder') truncateSync(join(kept, name), 99);
    const damaged = run(join(copy, 'dist/cli/main.js'));
    expect([damaged.had, damaged.compiled]).toEqual([0, usual.had]);
    expect(damaged.said).toBe(copied.said);
  });

  describe('in a folder of its own', () => {
    const root = join(folder, 'own');
    const dist = join(root, 'dist');
    cpSync(join(ROOT, 'dist'), dist, { recursive: true });
    completeCopy(root);
    const kept = join(root, KEPT);
    writeFileSync(join(kept, 'folder'), `${dist}/`);
    const command = join(dist, 'cli/main.js');

    /** Runs the command with other contents of a file. */
    function runWith(file: string, change: (bytes: Buffer) => void) {
      const bytes = readFileSync(file);
      const changed = Buffer.from(bytes);
      change(changed);
      writeFileSync(file, changed);
      try {
        return run(command);
      } finally {
        writeFileSync(file, bytes);
      }
    }

    it('is taken', () => {
      expect(run(command)).toMatchObject({ had: usual.had, compiled: 0 });
    });

    it('is compiled anew where a bit of it has changed', () => {
      const largest = join(kept, 'start.thread.code.js');
      for (const part of [0.02, 0.3, 0.6, 0.999_999]) {
        const damaged = runWith(largest, (bytes) => {
          bytes[Math.floor(part * bytes.length)]! ^= 4;
        });
        expect(damaged).toMatchObject({ had: usual.had - 1, compiled: 1, digest: usual.digest });
      }
    });

    it('is compiled anew where the script has changed, but not its length', () => {
      const changed = runWith(join(dist, 'start/recorded.code.js'), (bytes) => {
        bytes.write('A', bytes.indexOf('The type '));
      });
      expect(changed).toMatchObject({ had: usual.had - 1, compiled: 1, digest: usual.digest });
    });
  });
});
