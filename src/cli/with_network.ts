/** What the commands have in common that look at a live system as ROS 2's do. */
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { OrreryError, readRegularFile, whyUnreadable } from '../errors/index.js';
import { parseLongDuration } from '../kernel/index.js';
import type { RosNetwork } from '../tools/index.js';
import { type NetworkWords, networkOf, networkOptions } from './network_options.js';
import { printNote } from './print.js';

export interface ToolWords extends NetworkWords {
  readonly spinTime?: string;
  readonly json?: boolean;
}

/** A command with the options that name the network. */
export function networkCommand(name: string, description: string): Command {
  const command = new Command(name).description(description);
  for (const option of networkOptions()) command.addOption(option);
  return command
    .option(
      '--spin-time <duration>',
      'how long to look for others; a number alone is in seconds',
      '1s',
    )
    .addOption(new Option('--no-daemon', 'there is none').hideHelp())
    .addOption(new Option('-s, --use-sim-time', 'messages are not waited for by time').hideHelp());
}

/** ROS 2's option of commands that name a node. It has no effect here, because a named node is found, hidden or not. */
export function hiddenNodesOption(): Option {
  return new Option('--include-hidden-nodes', 'a node that is named is found').hideHelp();
}

/** Another name for a flag, as newer distributions have it; both set the same attribute. */
export function alsoCalled(flags: string, attribute: string): Option {
  const option = new Option(flags, 'another name').hideHelp();
  option.attributeName = () => attribute;
  return option;
}

/** A group of commands. */
export function commandGroup(name: string, commands: readonly Command[]): Command {
  const group = new Command(name);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Joins the network, performs the action, and leaves; the result of the action is the exit code. */
export async function withNetwork(
  words: ToolWords,
  action: (network: RosNetwork) => Promise<number | undefined>,
): Promise<void> {
  const { RosNetwork: Network } = await import('../tools/index.js');
  const time = words.spinTime ?? '1s';
  const patience = parseLongDuration(/^[\d.]+$/.test(time) ? `${time}s` : time) / 1_000_000n;
  const network = await Network.open(networkOf(words), Number(patience));
  try {
    process.exitCode = (await action(network)) ?? 0;
  } finally {
    await network.close();
  }
}

/** Settles when Ctrl-C ends the command. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** The values for a command: its argument, or the content of standard input or of a file. */
export function valuesOf(
  argument: string,
  { stdin, yamlFile }: { readonly stdin?: boolean; readonly yamlFile?: string },
): string {
  if (yamlFile === undefined) return stdin ? readFileSync(0, 'utf8') : argument;
  try {
    return readRegularFile(yamlFile);
  } catch (cause) {
    throw new OrreryError(
      'ORR_TOOL_VALUES',
      `The values in ${yamlFile} cannot be read: ${whyUnreadable(cause)}.`,
      { cause },
    );
  }
}

/** A name, completed as in ROS 2. */
export function fullName(name: string): string {
  return name.startsWith('/') ? name : `/${name}`;
}

/** Prints the reason, and returns the exit code. */
export function refuse(text: string): number {
  printNote(`${text}\n`);
  return 1;
}

/** Hz. @throws OrreryError `ORR_RATE` */
export function rateOf(text: string): number {
  const rate = Number(text);
  if (rate > 0 && Number.isFinite(rate)) return rate;
  throw new OrreryError('ORR_RATE', `The rate "${text}" is not a number above 0; give e.g. 10.`);
}
