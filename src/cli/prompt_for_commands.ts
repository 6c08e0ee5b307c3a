import { createInterface } from 'node:readline';
import type { DebugSession } from '../debug/index.js';
import type { DebugOutput } from './debug_output.js';
import { runDebugCommand } from './run_debug_command.js';

/** Runs an action and shows its progress in the run. */
export type Follow = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Reads commands from the terminal, or from a pipe, until `quit`, the end of the input or Ctrl-C.
 * Settles at the end.
 */
export function promptForCommands(
  session: DebugSession,
  output: DebugOutput,
  follow: Follow,
): Promise<void> {
  const isTerminal = process.stdin.isTTY === true;
  const reader = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout } : {}),
  });
  const prompt = () => {
    if (!isTerminal) return;
    reader.setPrompt(promptText(session));
    reader.prompt();
  };
  let again = '';
  let busy = Promise.resolve();
  const perform = async (line: string) => {
    try {
      const answer = await follow(() => runDebugCommand(session, line));
      again = answer.moved === true ? line : '';
      output.answer(answer);
    } catch (error) {
      output.failure(error);
    }
    prompt();
  };
  return new Promise((resolve) => {
    let closed = false;
    reader.on('line', (text) => {
      const line = text.trim() || (isTerminal ? again : '');
      if (!session.inPdb && /^(quit|q|exit)$/.test(line)) reader.close();
      else if (line === '') prompt();
      else if (!closed) busy = busy.then(() => perform(line));
    });
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => {
      closed = true;
      // Commands that a pipe has already delivered are still carried out.
      if (isTerminal) resolve();
      else void busy.then(resolve);
    });
    prompt();
  });
}

function promptText({ stop, inPdb }: DebugSession): string {
  if (inPdb) return '(Pdb) ';
  const where = stop === undefined ? '' : stop.phase === 'end' ? 'end' : `#${stop.callback}`;
  return `debug ${where}> `;
}
