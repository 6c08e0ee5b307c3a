/**
 * Runs the examples in documents. A fenced block is run if its info string says so:
 *
 * - `js run`, `ts run`: a module, run by Node.js; `sh run`: a script, run by bash;
 * - `run exit=2`: it must end with this code instead of 0;
 * - `js file=talker.js` (any language): saved under this name for later blocks;
 * - a `text` block right after a block that is run: what that must print. `…` stands for any text in its line;
 *   alone on a line, it stands for any lines.
 *
 * The blocks of one document share an empty directory with the built package in `node_modules`,
 * `orrery` in the path, and the project's `examples/`.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { ROOT } from './project.js';

/** The languages of blocks that can be run. */
export const LANGUAGES: readonly string[] = ['js', 'ts', 'sh'];

/** A block that is run or saved. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** The name under which to save it; such a block is not run. */
  readonly file: string | undefined;
  readonly exitCode: number;
  /** What it must print, if the document says that. */
  readonly output: string | undefined;
}

interface Fence {
  readonly words: readonly string[];
  readonly text: string;
  readonly line: number;
  /** Whether only blank lines are between it and the fence before. */
  readonly adjacent: boolean;
}

/** All fenced blocks of a document; fences may be indented, as in lists. */
function fencesOf(document: string): Fence[] {
  const fences: Fence[] = [];
  let open: { indent: string; words: string[]; line: number; lines: string[] } | undefined;
  let adjacent = false;
  document.split('\n').forEach((line, i) => {
    if (open === undefined) {
      const [, indent, info] = /^(\s*)```(.*)$/.exec(line) ?? [];
      if (info !== undefined) {
        open = { indent: indent!, words: info.trim().split(/\s+/), line: i + 2, lines: [] };
      } else if (line.trim() !== '') adjacent = false;
    } else if (line.trim() === '```') {
      const { words, lines } = open;
      fences.push({ words, text: `${lines.join('\n')}\n`, line: open.line, adjacent });
      open = undefined;
      adjacent = true;
    } else {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trim());
    }
  });
  if (open !== undefined) throw new Error(`The block at line ${open.line} is never closed.`);
  return fences;
}

/** The blocks of a document that are marked to be run or saved. */
export function blocksOf(document: string): Block[] {
  const fences = fencesOf(document);
  return fences.flatMap(({ words, text, line }, i) => {
    const option = (name: string) =>
      words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const file = option('file');
    if (file === undefined && !words.includes('run')) return [];
    const next = fences[i + 1];
    const output = next?.adjacent && next.words[0] === 'text' ? next.text : undefined;
    const exitCode = Number(option('exit') ?? 0);
    return [{ language: words[0]!, text, line, file, exitCode, output }];
  });
}

/** Whether an output matches the expected one; see above. */
export function matches(output: string, expected: string): boolean {
  const lines = expected.trimEnd().split('\n');
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = lines.map((line) =>
    line.trim() === '…' ? '(?:[^\\n]*\\n)*?' : `${line.split('…').map(literal).join('[^\\n]*')}\\n`,
  );
  return new RegExp(`^${patterns.join('')}$`).test(`${output.trimEnd()}\n`);
}

/** What a block printed, and its exit code. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const MODULES = join(ROOT, 'node_modules');
/** The test runners, and the files that they start with. */
export const RUNNERS = {
  jest: 'bin/jest.js',
  mocha: 'bin/mocha.js',
  vitest: 'vitest.mjs',
} as const;

/** The directory that the blocks of one document share. */
export class Workplace {
  readonly directory = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
  readonly #bin = join(this.directory, 'node_modules', '.bin');
  #scripts = 0;

  constructor() {
    mkdirSync(this.#bin, { recursive: true });
    symlinkSync(ROOT, join(this.directory, 'node_modules', 'orrery-sim'), 'dir');
    symlinkSync(join(ROOT, 'examples'), join(this.directory, 'examples'), 'dir');
    this.#command('orrery', join(ROOT, 'dist', 'cli', 'main.js'));
    for (const [runner, main] of Object.entries(RUNNERS)) {
      symlinkSync(join(MODULES, runner), join(this.directory, 'node_modules', runner), 'dir');
      this.#command(runner, join(MODULES, runner, main));
    }
  }

  #command(name: string, main: string): void {
    const command = join(this.#bin, name);
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(command, 0o755);
  }

  /** Saves a block, or runs it to its end. */
  async perform(block: Block): Promise<Outcome> {
    if (block.file !== undefined) {
      const path = join(this.directory, block.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, block.text);
      return { exitCode: 0, stdout: '', stderr: '' };
    }
    if (block.language === 'sh')
      return this.#execute('bash', ['-euo', 'pipefail', '-c', block.text]);
    const script = join(this.directory, `block_${++this.#scripts}.mjs`);
    const loader = block.language === 'ts' ? 'ts' : 'js';
    writeFileSync(script, transformSync(block.text, { loader, format: 'esm' }).code);
    return this.#execute(process.execPath, [script]);
  }

  #execute(command: string, args: readonly string[]): Promise<Outcome> {
    const path = `${this.#bin}${delimiter}${process.env.PATH ?? ''}`;
    const options = { cwd: this.directory, env: { ...process.env, PATH: path, NO_COLOR: '1' } };
    return new Promise((resolve) => {
      execFile(command, args, options, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ exitCode, stdout, stderr });
      });
    });
  }
}
