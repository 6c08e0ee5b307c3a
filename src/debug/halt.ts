import type { DebugControl } from './debug_control.js';

/**
 * Where the inspector stops a run. A file of its own: the debugger steps through all of Orrery
 * without stopping, except here.
 *
 * @param control - found by the inspector in this frame
 */
export function halt(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: it is what this function is for.
  debugger;
  return control;
}
