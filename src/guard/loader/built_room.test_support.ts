import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const LOAD = `
  import { createLoader } from './orrery/guard/index.js';
  const rclnodejs = { Node: class Node {}, init() { return 'orrery'; }, loads: 0 };
  const loader = createLoader({ resolve: {
    rclnodejs, 'rclnodejs/lib/distro': { distro: 'jazzy' }, '/gone/index.js': rclnodejs } });
  globalThis.started = 0;
  try {
    const user = await loader.loadUserModule(process.argv[2], process.argv.slice(3),
      () => { globalThis.started += 1; });
    console.log(JSON.stringify({ ...user, ...user.default, started,
      files: loader.takeLoadedFiles() }));
  } catch (error) {
    console.log(JSON.stringify({ code: error.code, message: error.message,
      place: error.place, stack: error.stack }));
  }`;

const SRC = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The room as plain JavaScript in a folder of its own, because loader hooks need a Node process
 * without the test runner's own hooks.
 */
export class BuiltRoom {
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'orrery-guard-')));

  constructor() {
    for (const room of ['errors', 'math', 'guard']) this.build(room);
    this.write('package.json', '{"type":"module"}');
    fs.symlinkSync(path.join(SRC, '../node_modules'), path.join(this.folder, 'node_modules'));
  }

  private build(room: string): void {
    for (const name of fs.readdirSync(path.join(SRC, room), { recursive: true }) as string[]) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const source = fs.readFileSync(path.join(SRC, room, name), 'utf8');
      const { code } = transformSync(source, { loader: 'ts', target: 'es2022' });
      this.write(`orrery/${room}/${name.replace(/\.ts$/, '.js')}`, code);
    }
  }

  /** Writes a file, given relative to the folder, and returns its absolute path. */
  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  }

  /** Runs `script` (ES module source; the room is `./orrery/guard/index.js`) with this Node or $ORRERY_TEST_NODE; returns what it printed. */
  run(script: string, ...args: string[]): string {
    const file = this.write('main.mjs', script);
    return execFileSync(process.env.ORRERY_TEST_NODE ?? process.execPath, [file, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Loads `file` with a fake `rclnodejs`; returns what it exports, or the error. */
  load(file: string, ...args: string[]): Record<string, unknown> {
    const lines = this.run(LOAD, file, ...args).split('\n');
    const json = lines.find((line) => line.startsWith('{'));
    return JSON.parse(json ?? '{}') as Record<string, unknown>;
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
