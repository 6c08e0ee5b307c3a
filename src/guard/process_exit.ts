import os from 'node:os';
import { callerLine } from './caller_line.js';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';
import { type ProcessEvents, ProcessExit } from './process_events.js';
import { real } from './real.js';
import { isNodeLine } from './stack_place.js';
import type { VirtualWorld } from './virtual_world.js';

/** Ends the simulated process `pid` instead of the real one; handles signals to itself as well. */
export function patchProcessExit(
  patches: Patches,
  world: VirtualWorld,
  leaks: LeakReporter,
  events: ProcessEvents,
  pid: number,
): void {
  const exit = (code?: number | string | null): never => {
    if (code !== undefined && code !== null) process.exitCode = code; // throws Node's error
    const exitCode = events.exit(world.process(), Number(process.exitCode ?? 0));
    world.exit(exitCode);
    throw new ProcessExit(exitCode);
  };
  const reallyExit = Reflect.get(process, 'reallyExit') as (code?: number) => never;
  patches.methods(process, {
    exit,
    reallyExit: (code?: number) =>
      // Node uses it to end a failed thread.
      isNodeLine(callerLine()) ? reallyExit.call(process, code) : exit(code),
    kill(target: number, signal: string | number = 'SIGTERM'): true {
      if (target !== pid) {
        leaks.report('process', 'process.kill');
        return real.kill(target, signal);
      }
      const signals = Object.entries(os.constants.signals);
      const [name, number] = signals.find((each) => each.includes(signal)) ?? ['', 0];
      if (number === 0) return real.kill(real.pid, signal); // only a query, or throws Node's error
      // A signal with a listener does not end the process.
      if (process.emit(name as NodeJS.Signals, name as NodeJS.Signals)) return true;
      return exit(128 + number);
    },
  });
}
