// Prepares a fresh clone: installs the locked dependencies and builds, each only if needed. The README's commands run
// it, so they work on a machine that has only Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { globSources } from './sources.mjs';
import { installTestPackages } from './test_packages.mjs';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.setup-stamp', root);

function run(title, command, args) {
  process.stderr.write(`${title} …\n`);
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
    process.stderr.write(`${title} failed: ${command} ${args.join(' ')}\n`);
    process.exit(done.status ?? 1);
  }
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Orrery needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

const lock = readFileSync(new URL('package-lock.json', root), 'utf8');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  // Not `npm ci`: it requires the optional packages of other platforms, which some registries lack.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('Installing dependencies', 'npm', ['install', '--no-save', ...quiet]);
  writeFileSync(stamp, lock);
}

const built = new URL('dist/.built', root);
const newest = Math.max(...globSources(root).map((file) => statSync(file).mtimeMs));
if (!existsSync(built) || statSync(built).mtimeMs < newest) {
  // Not `npx tsc`: the tests install another version, too.
  const compiler = 'node_modules/typescript/bin/tsc';
  run('Building', process.execPath, [compiler, '-p', 'tsconfig.build.json']);
  run('Bundling', process.execPath, ['scripts/bundle.mjs']);
  run('Building the page of the studio', process.execPath, ['scripts/studio_page.mjs']);
  run('Writing message types', process.execPath, ['scripts/types.mjs']);
  writeFileSync(built, '');
}

if (process.argv.includes('--tests')) installTestPackages();
