#!/usr/bin/env node
/**
 * Room `cli`: the command `orrery`. One file per command, thin: options in, text out.
 *
 * May import every room's door.
 */
import { Command, CommanderError } from 'commander';
import { plainRosWords } from '../job/index.js';
import { type CommandLine, splitCommandLine } from './command_line.js';
import { printError } from './print_error.js';
import { version } from './version.js';

/** The commands, in the order of the help; each file is loaded when it is needed. */
const COMMANDS: Readonly<Record<string, (line: CommandLine) => Promise<Command>>> = {
  run: async (line) => (await import('./run.js')).runCommand(line),
  launch: async (line) => (await import('./launch.js')).launchCommand(line),
  doctor: async (line) => (await import('./doctor.js')).doctorCommand(line),
  verify: async ({ ros }) => (await import('./verify.js')).verifyCommand(plainRosWords(ros)),
  compare: async ({ ros }) => (await import('./compare.js')).compareCommand(plainRosWords(ros)),
  diff: async () => (await import('./diff.js')).diffCommand(),
  debug: async () => (await import('./debug.js')).debugCommand(),
  analyze: async () => (await import('./analyze.js')).analyzeCommand(),
  explore: async (line) => (await import('./explore.js')).exploreCommand(line),
  bag: async ({ ros }) => (await import('./bag.js')).bagCommand(plainRosWords(ros)),
  import: async () => (await import('./import.js')).importCommand(),
  eval: async () => (await import('./eval.js')).evalCommand(),
  types: async () => (await import('./types.js')).typesCommand(),
};

const USAGE_ERROR = 2;

/** Wrong usage is an exception here, with an exit code of its own, in every command. */
function throwOnExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwOnExit(child);
}

// A reader that has seen enough, as `| head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const line = splitCommandLine(process.argv);
  const program = new Command('orrery')
    .description('Runs a whole ROS 2 system as one deterministic simulation.')
    .version(version);
  const wanted = line.words[2] ?? '';
  const needed = Object.hasOwn(COMMANDS, wanted) ? [wanted] : Object.keys(COMMANDS);
  for (const name of needed) program.addCommand(await COMMANDS[name]!(line));
  throwOnExit(program);
  await program.parseAsync(line.words);
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
  } else {
    printError(error);
    process.exitCode = 1;
  }
}
