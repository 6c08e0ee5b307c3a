// A CPython for aarch64 from Debian's packages, run under qemu-user.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODES_FOLDER } from './packaged_node.mjs';

const PACKAGES = ['python3', 'python3-minimal', 'libpython3-stdlib'];

/**
 * The path of a program that acts as Python on aarch64; undefined if Debian's packages are unavailable.
 *
 * @param {string} emulator - e.g. `qemu-aarch64-static`
 */
export function emulatedPython(emulator) {
  const root = join(NODES_FOLDER, 'python-arm64');
  const python = join(root, 'usr/bin/orrery-python');
  if (existsSync(python) || (install(root) && writeWrapper(python, emulator))) return python;
  return undefined;
}

/** Unpacks the packages and their dependencies, separate from this machine's packages. */
function install(root) {
  const apt = `${root}.apt`;
  const unpacked = `${root}.new`;
  for (const folder of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(apt, folder), { recursive: true });
  }
  const settings = [
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'Dir::State::status=/dev/null',
    'APT::Architecture=arm64',
    'APT::Architectures::=arm64',
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ].flatMap((setting) => ['-o', setting]);
  const run = (command, args) => spawnSync(command, args).status === 0;
  const words = ['--yes', '--download-only', '--no-install-recommends', 'install', ...PACKAGES];
  if (!run('apt-get', [...settings, 'update']) || !run('apt-get', [...settings, ...words])) {
    return false;
  }
  const archives = join(apt, 'cache/archives');
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  if (!files.every((name) => run('dpkg-deb', ['--extract', join(archives, name), unpacked]))) {
    return false;
  }
  renameSync(unpacked, root);
  return true;
}

/** Tells the interpreter that the wrapper is its program, so that `sys.executable` can be started. */
function writeWrapper(file, emulator) {
  const lines = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    `exec ${emulator} -0 "$0" -L "$here/../.." "$here/python3" "$@"`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
  return true;
}
