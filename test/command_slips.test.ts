/** Slips on the command line that would otherwise be misread or ignored. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();
const run = join(folder, 'run');
const bag = join(run, 'recording.mcap');
beforeAll(() => {
  expect(orrery(['run', program('talker.js'), '--until', '1s', '--record', run]).status).toBe(0);
});
afterAll(() => expect(orrery(['bag', 'verify', bag]).status).toBe(0));

/** Refused slips: the first line of the message names the wrong word. */
const REFUSED: [string[], number, RegExp][] = [
  [['run', 'x.js', '--seed', '--no-record'], 2, /'--seed <seed>' needs a value, but --no-record/],
  [['run', 'x.js', '--junit', '--until', '1s'], 2, /'--junit <file>' needs a value, but --until/],
  [['bag', 'cat', 'BAG', '-e', '--json'], 2, /'-e, --regex <regex>' needs a value, but --json/],
  [['run', program('talker.js'), '--until-played', '--no-record'], 1, /ORR_NOTHING_TO_PLAY/],
  [['bag', 'cat', 'BAG', '--order', 'recieved'], 2, /'recieved' is invalid.*received, sent/],
  [['bag', 'cat', 'BAG', '--start', '+2', '--end', '+1'], 1, /--start \+2 is later than --end \+1/],
  [['bag', 'convert', 'BAG', '-o', 'OUT.mcap', '-d', '1s'], 1, /ORR_BAG_SPLIT: OUT\.mcap/],
  [['eval', 'ape', 'a.txt', 'b.txt', '--plot', 'x.gif'], 1, /ORR_EVAL_PICTURE: "x\.gif"/],
  [['studio', 'RUN', '--port', '99999', '--no-open'], 1, /ORR_SERVE_PORT: Port 99999/],
  [['analyze', 'RUN', '--chain', '/chater,/x'], 1, /"\/chater", .* did you mean "\/chatter"/],
  [['analyze', 'RUN', '--deadline', '/talker:timr#1=1ms'], 1, /ORR_ANALYSIS_OPTION: A deadline/],
  [['analyze', 'RUN', '--arrivals', '/chater=1s'], 1, /ORR_ANALYSIS_OPTION: An arrival names/],
  [['analyze', 'RUN', '--priority', '/chater=1'], 1, /ORR_ANALYSIS_OPTION: A priority names/],
];

it.each(REFUSED)('%j is refused', (words, code, text) => {
  const given = words.map((word) => ({ BAG: bag, RUN: run })[word] ?? word);
  const { status, stderr, stdout } = orrery(given);
  expect(stderr).toMatch(text);
  expect([status, stdout]).toEqual([code, '']);
  expect(stderr).not.toContain('ORR_UNEXPECTED');
});

it('a value that looks like an option is accepted after =', () => {
  const { status, stderr } = orrery([
    ...['run', program('talker.js'), '--until', '1s', '--seed=--no-record', '--no-record'],
  ]);
  expect([status, stderr]).toEqual([0, '']);
});

/** Slips that may be intended: the command warns and goes on. */
const WARNED: [string[], RegExp][] = [
  [['bag', 'play', 'BAG', '-m', '/chater:=/x'], /remapping \/chater:=\/x .*"\/chatter"\?/],
  [['bag', 'play', 'BAG', '--start-offset', '100'], /nothing is played: no message lies/],
  [['bag', 'record', '--bag', 'BAG', '--topics', '/chater', '-o', 'OUT'], /"\/chatter"\?/],
];

it.each(WARNED)('%j is done with a warning', (words, text) => {
  const out = join(folder, 'out');
  const given = words.map((word) => ({ BAG: bag, OUT: out })[word] ?? word);
  const { status, stderr } = orrery(given);
  expect(stderr).toMatch(/^warning: /);
  expect(stderr).toMatch(text);
  expect(status).toBe(0);
});

describe('orrery doctor', () => {
  it('says that a bag that it plays is damaged', () => {
    const bytes = readFileSync(bag);
    writeFileSync(join(folder, 'cut.mcap'), bytes.subarray(0, bytes.length - 100));
    const { stderr } = orrery([
      ...['doctor', program('listener.mjs'), '--bag', join(folder, 'cut.mcap')],
    ]);
    expect(stderr).toMatch(/^warning: .*cut\.mcap: /);
  });

  it.each(['topics', 'services', 'nodes', 'incompatible'])(
    'refuses a run.json that has lost its %s',
    (key) => {
      const damaged = join(folder, key);
      mkdirSync(damaged);
      const text = readFileSync(join(run, 'run.json'), 'utf8');
      const { graph, ...rest } = JSON.parse(text);
      expect(graph[key]).toBeInstanceOf(Array);
      const changed = { ...rest, graph: { ...graph, [key]: undefined } };
      writeFileSync(join(damaged, 'run.json'), JSON.stringify(changed));
      const { status, stderr } = orrery(['doctor', damaged]);
      expect(stderr).toMatch(/^error ORR_RUN_GRAPH: /);
      expect(status).toBe(1);
    },
  );
});
