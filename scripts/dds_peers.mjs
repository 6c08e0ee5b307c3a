// Builds the peers of other vendors that the tests of `src/dds` talk to (test/dds_peers): a C program on Cyclone DDS,
// a C++ program on Fast DDS, a small ROS 2 node in C on Cyclone DDS (`ros`) and one in C++ on Fast DDS (`fastros`);
// also on Cyclone DDS, the controller of examples/orchestrator and a managed node with an action (`arm`).
// Installs the Debian packages for this if it is permitted to.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../test/dds_peers', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/orrery-dds-peers', import.meta.url));
const PACKAGES = [
  ...['gcc', 'g++', 'libc6-dev', 'cyclonedds-dev', 'cyclonedds-tools'],
  ...['libfastrtps-dev', 'fastddsgen', 'tshark'],
];

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Installs missing packages with apt-get; only as root. */
function install() {
  if (['gcc', 'g++', 'idlc', 'fastddsgen', 'tshark'].every(has)) return;
  if (!has('apt-get') || process.getuid?.() !== 0) return;
  process.stderr.write(`Installing ${PACKAGES.join(' ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    spawnSync('apt-get', args, { env, stdio: 'ignore' });
  }
}

function run(folder, command, args) {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (done.status === 0) return;
  throw new Error(`${command} failed: ${done.error?.message ?? ''}${done.stderr ?? ''}`);
}

const isC = (name) => /\.c$/.test(name);

/** Builds a C program on Cyclone DDS; the code that idlc generates is C, too. */
function buildC(folder, files, program) {
  for (const idl of files.filter((name) => /\.idl$/.test(name))) {
    run(folder, 'idlc', [join(sources, idl)]);
  }
  const generated = readdirSync(folder).filter(isC);
  const own = files.filter(isC).map((name) => join(sources, name));
  run(folder, 'gcc', ['-O2', '-I.', `-I${sources}`, '-o', program, ...own, ...generated, '-lddsc']);
}

function buildFast(folder, files, program) {
  const idl = files.filter((name) => /\.idl$/.test(name)).map((name) => join(sources, name));
  run(folder, 'fastddsgen', ['-replace', '-d', '.', ...idl]);
  const generated = readdirSync(folder).filter((name) => /\.cxx$/.test(name));
  const own = files.filter((name) => /\.cpp$/.test(name)).map((name) => join(sources, name));
  const flags = ['-O1', '-I.', `-I${sources}`];
  const libraries = ['-lfastrtps', '-lfastcdr'];
  run(folder, 'g++', [...flags, '-o', program, ...own, ...generated, ...libraries]);
}

/** The source files of each program, and how to build it. */
const BUILDS = {
  cyclone: { files: /^(cyclone_\w+\.(c|idl)|peer_types\.idl)$/, make: buildC },
  fast: { files: /^(fast_\w+\.(cpp|idl)|peer_types\.idl)$/, make: buildFast },
  fastros: { files: /^fastros_\w+\.(cpp|hpp|idl)$/, make: buildFast },
  ros: { files: /^(ros_\w+\.(c|h|idl)|cyclone_services\.idl)$/, make: buildC },
  arm: {
    files: /^(arm(_types\.idl|\.c)|ros_(?!peer)\w+\.(c|h|idl)|cyclone_services\.idl)$/,
    make: buildC,
  },
  controller: {
    files: /^(controller\.c|ros_(?!peer)\w+\.(c|h|idl)|cyclone_services\.idl)$/,
    make: buildC,
  },
};

/** Builds a program if its sources have changed; returns its path. */
function build(name) {
  const { files, make } = BUILDS[name];
  const names = readdirSync(sources)
    .filter((each) => files.test(each))
    .sort();
  const hash = createHash('sha256');
  for (const each of names) hash.update(each).update(readFileSync(join(sources, each)));
  const folder = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`);
  const program = `${name}_peer`;
  const built = join(folder, program);
  if (existsSync(built)) return built;
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    make(work, names, program);
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return built;
}

/**
 * The paths of the peers, and why any is missing:
 * `{ cyclone, fast, fastros, ros, arm, controller, tshark, missing: { name: reason } }`.
 */
export function ddsPeers() {
  install();
  const found = { tshark: has('tshark'), missing: {} };
  for (const name of Object.keys(BUILDS)) {
    try {
      found[name] = build(name);
    } catch (error) {
      found.missing[name] = error.message.split('\n')[0];
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ddsPeers());
