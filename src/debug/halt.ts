import type { DebugControl } from './debug_control.js';

/**
 * The places where the inspector stops a run. This is a separate file because the debugger steps over
 * all of Orrery except this file.
 *
 * There are two functions because the V8 of Node 24 skips a statement at which a step has ended when it reaches that
 * statement again.
 *
 * @param control - found by the inspector in this frame
 */
export function haltBefore(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: this is the purpose of the function.
  debugger;
  return control;
}

/** Like {@link haltBefore}, after a callback. */
export function haltAfter(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: this is the purpose of the function.
  debugger;
  return control;
}
