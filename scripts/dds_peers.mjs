// Builds the peers of other vendors that the tests of `src/dds` talk to: a C program on Cyclone DDS
// and a C++ program on Fast DDS (test/dds_peers). Installs Debian's packages for that if permitted.
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

/** Installs what is missing, with apt-get, only as root. */
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

const BUILDS = {
  cyclone(folder) {
    for (const idl of ['peer_types', 'cyclone_services'])
      run(folder, 'idlc', [join(sources, `${idl}.idl`)]);
    const generated = ['peer_types.c', 'cyclone_services.c'];
    const program = join(sources, 'cyclone_peer.c');
    run(folder, 'gcc', ['-O2', '-I.', '-o', 'cyclone_peer', program, ...generated, '-lddsc']);
    return 'cyclone_peer';
  },
  fast(folder) {
    const idl = ['peer_types.idl', 'fast_services.idl'].map((name) => join(sources, name));
    run(folder, 'fastddsgen', ['-replace', '-d', '.', ...idl]);
    const generated = readdirSync(folder).filter((name) => /\.cxx$/.test(name));
    const program = join(sources, 'fast_peer.cpp');
    run(folder, 'g++', [
      '-O1',
      '-I.',
      '-o',
      'fast_peer',
      program,
      ...generated,
      '-lfastrtps',
      '-lfastcdr',
    ]);
    return 'fast_peer';
  },
};

/** The path of a program, which is built when its sources have changed. */
function build(vendor) {
  const names = readdirSync(sources).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(name).update(readFileSync(join(sources, name)));
  const folder = join(cache, `${vendor}-${hash.digest('hex').slice(0, 16)}`);
  const program = join(folder, `${vendor}_peer`);
  if (existsSync(program)) return program;
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    BUILDS[vendor](work);
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

/**
 * Paths of the peers and why one is missing: `{ cyclone, fast, tshark, missing: { vendor: reason } }`.
 */
export function ddsPeers() {
  install();
  const found = { cyclone: undefined, fast: undefined, tshark: has('tshark'), missing: {} };
  for (const vendor of Object.keys(BUILDS)) {
    try {
      found[vendor] = build(vendor);
    } catch (error) {
      found.missing[vendor] = error.message.split('\n')[0];
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ddsPeers());
