import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import {
  describeProcesses,
  diagnose,
  type Finding,
  followedProcesses,
  followedPrograms,
} from '../doctor/index.js';
import { OrreryError } from '../errors/index.js';
import {
  type GraphReport,
  noGraph,
  type ProcessRecord,
  type RunOutcome,
  readRecordedGraph,
  unorderedOf,
} from '../record/index.js';
import { givenParameters, type RunConfig } from '../system/index.js';
import type { CommandLine } from './command_line.js';
import { followRun } from './execute_run.js';
import { print, printNote } from './print.js';
import { printCodedError } from './print_error.js';
import type { RunCommandOptions } from './run.js';
import { allowCommandOption, paramOption, withoutOption } from './run_option_groups.js';
import { withRunOptions } from './run_options.js';
import { systemConfigOf } from './system.js';

/** How long to watch a system that does not end by itself. */
const DEFAULT_DURATION = '10s';

interface DoctorCommandOptions extends RunCommandOptions {
  readonly allowCommand?: boolean;
  readonly without?: readonly string[];
  readonly report?: boolean;
}

/** What was examined: a run that was made for it, or a recorded one. */
interface Examined {
  readonly graph: GraphReport;
  readonly given: readonly string[];
  readonly virtualSeconds: number;
  readonly processes: readonly ProcessRecord[];
  /** Programs in Python, by name. */
  readonly guests: readonly string[];
  /** The leaks of programs in machine code: what the order of the run does not decide. */
  readonly unordered: readonly string[];
  readonly outcome?: RunOutcome;
}

/** `line`: the part of the command line that is for the nodes. */
export function doctorCommand(line: CommandLine): Command {
  const command = new Command('doctor')
    .argument(
      '[system...]',
      'user files; or a launch file and its arguments; or the directory of a run',
    )
    .option(
      '--report',
      'with --live: report what is on the network and this machine, as ROS 2 does',
    )
    .addOption(paramOption())
    .addOption(allowCommandOption())
    .addOption(withoutOption())
    .addHelpText(
      'after',
      `\nWithout --until, the first ${DEFAULT_DURATION} are examined. Exit code 1 when there are errors.` +
        '\nWith --live and nothing to run, a real network is examined.',
    );
  const left = ['report', 'schedule', 'stale', 'doctor', 'check'] as const;
  withRunOptions(command, left).action(async (system: string[], options: DoctorCommandOptions) => {
    if (options.live && system.length + line.components.length === 0) {
      const { doctorNetwork, reportNetworkCommand } = await import('./doctor_network.js');
      await (options.report ? reportNetworkCommand : doctorNetwork)(options);
    } else if (options.report) {
      throw new OrreryError(
        'ORR_DOCTOR_OPTION',
        '--report describes a real network, not a run; write orrery doctor --live --report.',
      );
    } else if (isRecordedRun(system)) {
      refuseRunOptions(command, system[0]!, line);
      process.exitCode = reportRecorded(system[0]!, options.json);
    } else process.exitCode = report(await run(system, options, line), options.json);
  });
  return command;
}

function isRecordedRun([first, ...more]: readonly string[]): boolean {
  return first !== undefined && more.length === 0 && existsSync(join(first, 'run.json'));
}

/** Refuses options of a run: this run is over, so they would have no effect. */
function refuseRunOptions(command: Command, run: string, line: CommandLine): void {
  const given = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = given.map(({ long, short }) => long ?? short!).filter((name) => name !== '--json');
  const { remaps, parameters, logLevels, flags } = line.ros;
  const forNodes = [remaps, parameters, logLevels, flags, line.args, line.components];
  if (forNodes.some((each) => each.length > 0)) names.push('arguments for nodes');
  if (names.length === 0) return;
  throw new OrreryError(
    'ORR_DOCTOR_OPTION',
    `${run} is a run that is over, so ${[...new Set(names)].join(', ')} would change nothing; leave that out, or name the system to run it again.`,
  );
}

/** Prints what is found; returns the exit code. */
function report(examined: Examined, json = false): number {
  const findings = [
    ...diagnose(examined.graph, examined.given),
    ...followedProcesses(examined.processes, examined.unordered),
  ];
  if (json) printJson(examined, findings);
  else printText(examined, findings);
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  return examined.outcome?.exitCode || (hasErrors ? 1 : 0);
}

/** A graph that this version wrote can be examined; if that fails, it was damaged. */
function reportRecorded(directory: string, json?: boolean): number {
  try {
    return report(readRecordedGraph(directory), json);
  } catch (cause) {
    throw cause instanceof OrreryError ? cause : noGraph(directory, cause);
  }
}

async function run(
  system: string[],
  options: DoctorCommandOptions,
  line: CommandLine,
): Promise<Examined> {
  const config = examinedConfigOf(system, options, line);
  const outcome = await followRun(config);
  const warnings = outcome.warnings.filter((text) => isOfBag(text, config));
  for (const warning of warnings) printNote(`warning: ${warning}\n`);
  for (const { code, message, place, stack } of outcome.errors) {
    printCodedError(code, message, place, stack);
  }
  const { processes = [], guests = [], leaks } = outcome;
  return {
    graph: outcome.graph as GraphReport,
    given: givenParameters(config),
    virtualSeconds: Number(outcome.stop - outcome.start) / 1e9,
    processes,
    guests,
    unordered: unorderedOf(processes, leaks),
    outcome,
  };
}

/** Whether a warning is about a played bag; every other warning of a run is a finding. */
function isOfBag(warning: string, { system }: RunConfig): boolean {
  return system.bags.some(({ path }) => warning.startsWith(`${resolve(path)}: `));
}

/** The run that is made to be examined. */
export function examinedConfigOf(
  system: readonly string[],
  options: DoctorCommandOptions,
  line: CommandLine,
): RunConfig {
  const own = {
    ...options,
    doctor: true,
    record: options.record === true || options.record === undefined ? false : options.record,
    until: options.until ?? DEFAULT_DURATION,
  };
  return systemConfigOf(system, own, line);
}

function printText(
  { graph, virtualSeconds, processes, guests, outcome }: Examined,
  findings: readonly Finding[],
): void {
  for (const line of describeProcesses(followedPrograms(processes, guests))) print(`${line}\n`);
  for (const { severity, kind, message } of findings) {
    print(`${severity} ${kind}: ${message}\n`);
  }
  const count = (severity: string) => findings.filter((f) => f.severity === severity).length;
  const result =
    findings.length === 0
      ? `Nothing ${(outcome?.errors ?? []).length > 0 ? 'else ' : ''}found`
      : `${some(count('error'), 'error')}, ${some(count('warning'), 'warning')}`;
  const size = `${some(graph.nodes.length, 'node')}, ${some(graph.topics.length, 'topic')}`;
  print(`${result} in ${virtualSeconds.toFixed(3)} s of virtual time: ${size}.\n`);
}

function printJson(
  { graph, virtualSeconds, processes, guests, outcome }: Examined,
  findings: readonly Finding[],
) {
  const { nodes, topics } = graph;
  const result = {
    findings,
    virtualSeconds,
    nodes,
    topics: topics.map(({ name }) => name),
    processes: followedPrograms(processes, guests),
    errors: outcome?.errors ?? [],
    warnings: outcome?.warnings ?? [],
  };
  print(`${JSON.stringify(result, undefined, 2)}\n`);
}

function some(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
