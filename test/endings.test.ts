/** Checks the table of docs/endings.md: each row is a run, which ends as the row says. */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CASES, type Case, DAMAGED, ending, FULL_DISK, folder, PLAYED } from './ending_cases.js';
import { COMMAND, orrery, program, ROOT, readRun } from './orrery_command.js';
import { PYTHON } from './python.js';

/** A row of the table. */
interface Row {
  readonly what: string;
  readonly end: string;
  readonly says: string;
  readonly stderr: string;
  readonly code: string;
  readonly leaves: string;
}

/** The rows of the table, without Markdown's marks in the cells that are compared. */
function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, what = '', end = '', says = '', stderr = '', code = '', leaves = ''] = cells;
    return { what, end: plain(end), says, stderr: plain(stderr), code, leaves };
  });
}

const plain = (cell: string) => cell.replaceAll('`', '');

interface Ended {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(each: Case, record: string): Promise<Ended> {
  const { args, signals = [], launch, node = [], output } = each;
  const isRun = each.command === undefined && !args.includes('--record');
  const words = isRun ? [...args, '--record', record] : args;
  const command = [...node, COMMAND, each.command ?? (launch ? 'launch' : 'run'), ...words];
  const stdout = output === 'full' ? openSync('/dev/full', 'w') : 'pipe';
  const stdio: StdioOptions = ['ignore', stdout, 'pipe'];
  const env = { ...process.env, ...each.env };
  const [first, ...further] = [...(each.within ?? []), process.execPath, ...command];
  const child = spawn(first!, further, { cwd: program('endings'), stdio, env });
  const said = { stdout: '', stderr: '' };
  const left = [...signals];
  const signal = () => {
    const next = left.shift();
    if (next === undefined) return;
    child.kill(next);
    // Two in immediate succession are one Ctrl-C.
    setTimeout(signal, 1000);
  };
  const watch = setInterval(() => {
    if (each.isUp?.() !== true) return;
    clearInterval(watch);
    signal();
  }, 100);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const wasUp = isUp(said.stdout);
    said.stdout += text;
    if (!wasUp && isUp(said.stdout)) signal();
    if (output === 'left') child.stdout?.destroy();
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  const [code, by] = (await once(child, 'close')) as [number | null, string | null];
  clearInterval(watch);
  return { code: code ?? by, ...said };
}

const isUp = (stdout: string) => /^up$|^http:/m.test(stdout);

const STDERR: Readonly<Record<string, RegExp>> = {
  '': /^(?!.*error ORR_)/s,
  'a warning': /^warning: /m,
  'the leak': /^leak environment: process\.env\.PATH/m,
  'the real network': /^leak network: what came from domain/m,
  'the clients': /^leak network: what clients of foxglove sent/m,
  // No address is printed, since it would be that of another program.
  ORR_SERVE_PORT: /^(?!.*ws:\/\/)(?=.*^error ORR_SERVE_PORT: )/ms,
  'unknown option': /unknown option '--untill'/,
};

function checkFiles(leaves: string, record: string): void {
  const files = existsSync(record) ? readdirSync(record).sort() : [];
  const wanted = ['recording.mcap', 'run.json', 'trace.mcap'];
  expect(files).toEqual(leaves === 'nothing' ? [] : expect.arrayContaining(wanted));
}

const rows = rowsOf(readFileSync(join(ROOT, 'docs/endings.md'), 'utf8'));

beforeAll(() => {
  orrery(['run', ending('talks.cjs'), '--until', '1s', '--record', PLAYED]);
  const whole = join(folder, 'whole.mcap');
  const convert = ['bag', 'convert', join(PLAYED, 'recording.mcap'), '--compression', 'none'];
  orrery([...convert, '-o', whole]);
  const bytes = readFileSync(whole);
  // In the definition of a type, which the first chunk contains, too.
  bytes[bytes.indexOf('uint8 data')]! ^= 1;
  writeFileSync(DAMAGED, bytes);
  mkdirSync(FULL_DISK);
  copyFileSync(program('failing_files.cjs'), join(FULL_DISK, 'failing_files.cjs'));
  const plan = { folder, operation: 'write trace.mcap', turn: 60, fault: 'ENOSPC' };
  writeFileSync(join(FULL_DISK, 'failing_files.json'), JSON.stringify(plan));
});

describe('a run ends as docs/endings.md says', () => {
  it('has a row for each case', () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(CASES));
  });

  // Most of each run is its start, so several at once keep the processors busy.
  const isWalked = ({ what }: Row) =>
    (PYTHON !== undefined || !CASES[what]?.python) && CASES[what]?.isPossible !== false;
  const possible = rows.filter(isWalked);
  it.concurrent.each(possible.map((row, i) => [row.what, row, i] as const))(
    '%s',
    async (_, row, i) => {
      const each = CASES[row.what]!;
      const record = join(folder, `run${i}`);
      const { code, stdout, stderr } = await run(each, record);
      const said = `${stdout}${stderr}`;
      expect(stderr, said).toMatch(STDERR[row.stderr] ?? new RegExp(`^error ${row.stderr}: `, 'm'));
      const report = row.says.replace(/ without .*/, '');
      expect(stdout, said).toMatch(new RegExp(`^${escaped(report)}`, 'm'));
      if (report === '' && each.output === undefined) expect(stdout).not.toMatch(/^digest /m);
      const wanted =
        { 'its own': each.own, 'by signal': each.signals?.at(-1) }[row.code] ?? Number(row.code);
      expect(code, said).toBe(wanted);
      checkFiles(row.leaves, record);
      if (row.end === '') return;
      const ended = readRun(record);
      expect(ended.end).toBe(row.end);
      if (row.end !== 'running') expect(ended.exitCode).toBe(code);
    },
  );
});

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
