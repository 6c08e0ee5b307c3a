/** A command supports every option that it lists. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleImportsOf } from '../../test/module_graph.js';
import { filesIn } from '../../test/project.js';
import { parse } from '../../test/source.js';
import { scheduleText } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';
import { splitCommandLine } from './command_line.js';
import { COMMANDS } from './commands.js';
import { examinedConfigOf } from './doctor.js';
import { searchedConfigOf } from './explore.js';
import { programOf } from './program.js';
import { runOptionGroups } from './run_option_groups.js';
import { systemConfigOf, systemOfWords, systemsOfWords, wordsOfSystem } from './system.js';

const line = splitCommandLine(['node', 'orrery', 'run']);
const trees = new Map(
  filesIn('src')
    .filter((path) => /^src\/(cli|launch|live)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => [path, parse(path)]),
);

/** The file of a command and everything of these rooms that it imports. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  const tree = trees.get(path);
  if (tree === undefined || found.has(path)) return found;
  found.add(path);
  for (const { from } of moduleImportsOf(tree)) filesOf(from, found);
  return found;
}

/** The properties that a file reads, by access or by destructuring. */
function readBy(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isBindingElement(node)) names.add((node.propertyName ?? node.name).getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** All commands and their subcommands below one, with the options of each. */
function* withOptions(command: Command, path: string): Generator<[string, Option]> {
  for (const option of command.options) yield [path, option];
  for (const below of command.commands) yield* withOptions(below, `${path} ${below.name()}`);
}

describe('every command', () => {
  it.each(Object.keys(COMMANDS))('%s reads each option that it lists', async (name) => {
    const program = await programOf([name], line);
    const command = program.commands.find((each) => each.name() === name)!;
    const read = new Set<string>();
    for (const file of filesOf(`src/cli/${name}.ts`)) {
      for (const each of readBy(trees.get(file)!)) read.add(each);
    }
    const unread = [...withOptions(command, name)]
      .filter(([, { hidden }]) => !hidden)
      .filter(([, option]) => !read.has(option.attributeName()))
      .map(([path, option]) => `${path} ${option.flags}`);
    expect(unread).toEqual([]);
  });
});

/** A value for each option of a run that takes one. */
const VALUES: Readonly<Record<string, string>> = {
  '--until': '3s',
  '--models': 'models.yaml',
  '--executor': 'multi:2',
  '--seed': '7',
  '--bag': 'bag.mcap',
  '--rate': '2',
  '--record': 'left',
  '--packages': '.',
  '--env': 'A=b',
  '--env-file': 'given.env',
  '--stdin': 'given.env',
  '--distro': 'humble',
  '--until-topic': '/a: data > 3',
  '--until-exit': 'talker',
  '--monitor-timeout': '3s',
  '--wall-limit': '3s',
  '--instant-limit': '9',
  '--message-limit': '9000',
  '--initial-time': '5',
  '--attach': '/planner@3',
  '--delays': 'delays.csv',
  '--measure': 'measured.yaml',
  '--schedule': 'schedule.json',
  '--check': 'topic:/a: data > 3',
  '--domain': '3',
  '--interface': 'eth0',
  '--peer': '10.0.0.1',
  '--serve': 'rosbridge:9191',
  '--digest': 'order',
  '--disturb': '1ms',
};

/** Other options that an option needs to have an effect. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  '--domain': ['--live', '--no-record'],
  '--interface': ['--live', '--no-record'],
  '--peer': ['--live', '--no-record'],
  '--no-multicast': ['--live', '--no-record'],
  '--no-record': ['--record', 'left'],
};

/** Options that a command reads itself: they decide what it prints or checks, not the run. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  run: ['--json', '--junit', '--schedule', '--allow-stale', '--check', '--packages'],
  launch: ['--json', '--junit', '--schedule', '--allow-stale', '--check', '--packages'],
  doctor: ['--json', '--packages'],
  explore: ['--json', '--allow-stale', '--check', '--packages'],
  'the words of a system': ['--packages'],
};

/** What makes the run from its options, for commands that have their own way. */
const CONFIGS: Readonly<Record<string, typeof systemConfigOf>> = {
  doctor: examinedConfigOf,
  explore: searchedConfigOf,
};

describe('a command that runs a system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-options-'));
  const before = process.cwd();
  beforeAll(() => {
    process.chdir(folder);
    writeFileSync('talker.js', '');
    writeFileSync(
      'system.launch.yaml',
      'launch: [executable: {cmd: node talker.js, name: talker}]\n',
    );
    writeFileSync('models.yaml', 'execution_times: []\n');
    writeFileSync('given.env', 'C=d\n');
    const header = 'Topic Name, Delay Type (FIXED/MEASURED), Fixed Delay_ms, Measured Delay Skew';
    writeFileSync('delays.csv', `${header}\n/a, FIXED, 1, 1\n`);
    const none = { delays: [], losses: [], faults: [], decisions: [], expect: [], programs: [] };
    writeFileSync('schedule.json', scheduleText({ failure: 'none', command: [], ...none }));
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const systemOf = (name: string) => (name === 'launch' ? 'system.launch.yaml' : 'talker.js');

  /** The configuration that a command makes of these words. */
  async function configOf(name: string, words: readonly string[]): Promise<RunConfig> {
    if (COMMANDS[name] === undefined) return systemOfWords([systemOf(name), ...words], line);
    const command = await COMMANDS[name].load(line);
    command.action(() => {});
    await command.parseAsync([systemOf(name), ...words], { from: 'user' });
    const configOfCommand = CONFIGS[name] ?? systemConfigOf;
    return configOfCommand([systemOf(name)], command.opts(), line);
  }

  /** The options of a run that a command accepts. */
  async function accepted(name: string): Promise<string[]> {
    const all = [...runOptionGroups().values()].flat().map(({ long }) => long!);
    const command = await COMMANDS[name]?.load(line);
    const known = command?.options ?? wordsOfSystem().options;
    return all.filter((long) => known.some((option) => option.long === long));
  }

  it.each(Object.keys(OWN))('%s supports each option of a run that it accepts', async (name) => {
    const ignored: string[] = [];
    const options = await accepted(name);
    for (const long of options) {
      if (OWN[name]!.includes(long)) continue;
      // Each run that leaves a directory behind has a different one.
      const unrecorded = options.includes('--no-record') ? ['--no-record'] : [];
      const others = TOGETHER[long] ?? unrecorded;
      const words = [...others, long, ...[VALUES[long] ?? []].flat()];
      const plain = (config: RunConfig) =>
        JSON.stringify(config, (_, each) => (typeof each === 'bigint' ? String(each) : each));
      const [without, having] = [await configOf(name, others), await configOf(name, words)];
      if (plain(without) === plain(having)) ignored.push(long);
    }
    expect(ignored).toEqual([]);
  });

  it('leaves nothing to the next one when many are described', async () => {
    const all = systemsOfWords(line);
    for (const long of await accepted('the words of a system')) {
      const words = [...(TOGETHER[long] ?? []), long, ...[VALUES[long] ?? []].flat()];
      const system = ['talker.js', '-p', 'gain:=2', ...words];
      expect(all(system)).toEqual(systemOfWords(system, line));
      expect(() => all(['talker.js', long, ...words, '--unknown'])).toThrow(/--unknown/);
      expect(all(['talker.js'])).toEqual(systemOfWords(['talker.js'], line));
      // Rows of a campaign, of which the seed comes last.
      for (const seed of ['3', 'x']) {
        const row = [...system, '--seed', seed];
        expect(all(row)).toEqual(systemOfWords(row, line));
      }
    }
  });
});
