import type { DebugControl } from './debug_control.js';

/**
 * The places where the inspector stops a run. This is a separate file because the debugger steps over
 * all of Orrery except this file.
 *
 * They are two because the V8 of Node 24 passes a statement at which a step has ended the next time it comes there.
 *
 * @param control - found by the inspector in this frame
 */
export function haltBefore(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: this is the purpose of the function.
  debugger;
  return control;
}

/** As {@link haltBefore}, behind a callback. */
export function haltAfter(control: DebugControl): DebugControl {
  // biome-ignore lint/suspicious/noDebugger: this is the purpose of the function.
  debugger;
  return control;
}
