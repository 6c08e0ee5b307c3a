// Prepares a fresh clone: installs the locked dependencies and builds, each only if needed. The README's commands run
// it, so they work on a machine that has only Node and npm. With `--tests`, it checks types and style beside the build,
// which uses one processor only, and installs what tests need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { globSources } from './sources.mjs';
import { installTestPackages } from './test_packages.mjs';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.setup-stamp', root);

async function run(title, command, args) {
  process.stderr.write(`${title} …\n`);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
  const [status] = await once(child, 'close');
  if (status === 0) return;
  process.stderr.write(Buffer.concat(said));
  process.stderr.write(`${title} failed: ${command} ${args.join(' ')}\n`);
  process.exit(status ?? 1);
}

// Not `npx tsc`: the tests install another version, too.
const compile = (title, ...args) =>
  run(title, process.execPath, ['node_modules/typescript/bin/tsc', ...args]);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Orrery needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

const lock = readFileSync(new URL('package-lock.json', root), 'utf8');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  // Not `npm ci`: it requires the optional packages of other platforms, which some registries lack.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run('Installing dependencies', 'npm', ['install', '--no-save', ...quiet]);
  writeFileSync(stamp, lock);
}

async function build() {
  const built = new URL('dist/.built', root);
  const newest = Math.max(...globSources(root).map((file) => statSync(file).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  // Types are checked by `npm run check`, also before tests.
  await compile('Building', '-p', 'tsconfig.build.json', '--noCheck');
  await run('Bundling', process.execPath, ['scripts/bundle.mjs']);
  await run('Building the page of the studio', process.execPath, ['scripts/studio_page.mjs']);
  await run('Writing message types', process.execPath, ['scripts/types.mjs']);
  writeFileSync(built, '');
}

/** As `npm run check`; the example is checked against the build. */
async function check(building) {
  await compile('Checking types', '--noEmit', '-p', 'tsconfig.json');
  await compile('Checking types of the page', '--noEmit', '-p', 'src/studio/page');
  await run('Checking style', process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check']);
  await building;
  await compile('Checking types of the example', '--noEmit', '-p', 'examples/lidar-odometry');
}

const building = build();
if (process.argv.includes('--tests')) {
  // Otherwise, the first test files that need these would each build them, at the same time.
  const peers = run('Building what speaks DDS to the tests', process.execPath, [
    'scripts/dds_peers.mjs',
  ]);
  await check(building);
  await peers;
  installTestPackages();
}
await building;
