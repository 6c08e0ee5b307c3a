import type { DebugControl } from './debug_control.js';

/**
 * The place where the inspector stops a run. It is a separate file because the debugger steps over
 * all of Orrery except this file.
 *
 * @param control - found by the inspector in this frame
 */
export function halt(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: this is the purpose of the function.
  debugger;
  return control;
}
