import { requireArgv } from './arguments/ros_arguments.js';
import { Context } from './context.js';
import { Logging } from './logging/logging.js';
import { RealTimeWorld } from './world/real_time_world.js';

/**
 * Makes a context valid, so that nodes can be created in it.
 *
 * @param argv - the command line; only the arguments after `--ros-args` count.
 * @throws {Error} if the context was initialised before or an argument cannot be read.
 * @throws {TypeError} unless `argv` is an array of strings.
 */
export async function init(
  context: Context = Context.defaultContext(),
  argv: string[] = process.argv,
): Promise<void> {
  if (!context.isUninitialized()) throw new Error('The context has already been initialized.');
  requireArgv(argv);
  context.initialize(argv);
  Logging.configure(context);
  // the owner of a simulation handles signals
  if (!(context.world instanceof RealTimeWorld)) return;
  handleSignals();
  await context.world.join(Number(context.domainId));
}

/** Shuts a context down: its nodes are destroyed. */
export function shutdown(context: Context = Context.defaultContext()): void {
  context.shutdown();
}

/** Shuts down all contexts that are initialised. */
export function shutdownAll(): void {
  for (const context of Context.instances) context.shutdown();
}

/** Whether a context is not usable: not yet initialised, or shut down. */
export function isShutdown(context: Context = Context.defaultContext()): boolean {
  return !context.isInitialized();
}

let signalsAreOurs = true;

/** Ctrl-C shuts everything down in an orderly way, unless the program handles it itself. */
function handleSignals(): void {
  if (signalsAreOurs && !process.listeners('SIGINT').includes(shutdownAll)) {
    process.on('SIGINT', shutdownAll);
  }
}

/** Leaves signals to the program. Harmless if no handler is installed. */
export function removeSignalHandlers(): void {
  process.removeListener('SIGINT', shutdownAll);
  signalsAreOurs = false;
}
