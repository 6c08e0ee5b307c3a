import { openDebugSession } from '../debug/index.js';
import type { RunDebugger } from '../studio/index.js';
import { inspectText, runDebugCommand } from './run_debug_command.js';

/** The commands of `orrery debug`, for the page of `orrery studio`. */
export async function openStudioDebugger(directory: string): Promise<RunDebugger> {
  let printed = '';
  const session = await openDebugSession(directory, {
    onOutput(text) {
      printed += text;
    },
  });
  let greeting = `${inspectText(session.inspectorUrl)}\n`;
  return {
    async ask(line) {
      printed = '';
      const { text, data } = await runDebugCommand(session, line);
      const all = `${greeting}${printed}${text}`;
      greeting = '';
      const callback = data.event === 'stop' ? Number(data.callback) : Number.NaN;
      return { text: all, callback: callback >= 1 ? callback : undefined };
    },
    close: () => session.close(),
  };
}
