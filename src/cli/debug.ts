import { Command } from 'commander';
import { type DebugSession, openDebugSession } from '../debug/index.js';
import { OrreryError } from '../errors/index.js';
import { DebugOutput } from './debug_output.js';
import { debugTarget } from './debug_target.js';
import { stopText } from './debug_text.js';
import { ProgressLine } from './progress_line.js';
import { type Follow, promptForCommands } from './prompt_for_commands.js';
import { inspectText, runDebugCommand, stopData } from './run_debug_command.js';
import { collect } from './run_option_groups.js';

interface DebugCommandOptions {
  readonly at?: string;
  readonly callback?: string;
  readonly node?: string;
  readonly breakOn: readonly string[];
  readonly command: readonly string[];
  readonly inspect: string;
  readonly json?: boolean;
}

/** Exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

export function debugCommand(): Command {
  return new Command('debug')
    .argument('<run>', 'directory that a run left behind')
    .option('--at <time>', 'stop at the first callback at or after this time, e.g. 12.34s')
    .option('--callback <number>', 'stop at this callback')
    .option('--node <name>', 'stop at a callback of this node')
    .option(
      '--break-on <name>',
      'stop at callbacks that use this topic or belong to this node (repeatable)',
      collect,
      [],
    )
    .option(
      '-c, --command <text>',
      'run this command, then end (repeatable; help lists all)',
      collect,
      [],
    )
    .option('--inspect <[host:]port>', 'where the inspector listens', '127.0.0.1:0')
    .option('--json', 'print one JSON object per line')
    .action(async (directory: string, options: DebugCommandOptions) => {
      process.exitCode = await debug(directory, options);
    });
}

async function debug(directory: string, options: DebugCommandOptions): Promise<number> {
  const output = new DebugOutput(options.json ?? false);
  const progress = { now: 0, callbacks: 0, held: false };
  const follow: Follow = (work) => {
    const line = new ProgressLine({ progress }, session.history.duration);
    return work().finally(() => line.stop());
  };
  const session = await openDebugSession(directory, {
    inspect: addressOf(options.inspect),
    onOutput: (text, stream) => output.printed(text, stream),
    onProgress: (latest) => Object.assign(progress, latest),
    onStop: (stop) => output.answer({ text: stopText(stop), data: stopData(stop) }),
    onError: (error) => output.failure(error),
  });
  const interrupt = () => void session.close().then(() => process.exit(INTERRUPTED));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    for (const file of session.changed) {
      output.note(`warning: ${file} has changed since the run; it may behave differently now.`);
    }
    const stop = await follow(() => begin(session, options));
    output.answer({ text: stopText(stop), data: stopData(stop) });
    if (options.command.length > 0) await runAll(session, options.command, output, follow);
    else {
      output.note(inspectText(session.inspectorUrl));
      await promptForCommands(session, output, follow);
    }
    return output.failed && options.command.length > 0 ? 1 : 0;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await session.close();
  }
}

/** Moves to the first stop that the options name; without them, to the last callback if the run failed, else the first. */
async function begin(session: DebugSession, options: DebugCommandOptions) {
  const { at, callback, node, breakOn } = options;
  const { history } = session;
  for (const name of breakOn) await session.break(name);
  const failed = history.run.file.end === 'failed' && history.callbacks > 0;
  const isOpen = at === undefined && callback === undefined;
  if (isOpen && node === undefined && breakOn.length === 0) {
    return session.to({ callback: failed ? history.callbacks : 1 });
  }
  const from = isOpen
    ? debugTarget('0s', session, node)
    : debugTarget(callback === undefined ? at! : `#${callback}`, session, node);
  return breakOn.length === 0 ? session.to(from) : session.toBreak(from);
}

async function runAll(
  session: DebugSession,
  commands: readonly string[],
  output: DebugOutput,
  follow: Follow,
): Promise<void> {
  for (const line of commands) {
    try {
      output.answer(await follow(() => runDebugCommand(session, line)));
    } catch (error) {
      output.failure(error);
      return;
    }
  }
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65535) {
    throw new OrreryError(
      'ORR_DEBUG_PORT',
      `"${text}" is not an address for the inspector; give [host:]port, e.g. 127.0.0.1:9229.`,
    );
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
