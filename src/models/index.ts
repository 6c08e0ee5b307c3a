/**
 * Room `models`: what takes time and what goes wrong. Execution times, delays and links, faults,
 * discovery, clocks, and the configuration that describes them.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `math`.
 */
export type { ExecutionTimes } from './execution_times.js';
