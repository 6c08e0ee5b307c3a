// The configurations for `slice_run.mjs`: the system, and what to digest and record.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Virtual seconds after which no slice is requested; time in ns is exact until then. */
export const FOREVER = 8e6;

/** A system made of these files, measured in slices of this many callbacks. */
export const system = (files, parameters, callbacks = 1) => ({
  files: files.map((file) => join(root, file)),
  rosArgs: Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}:=${value}`]),
  callbacks,
});

const tripFiles = ['world.mjs', 'trip_meter.cjs', 'turn_counter.ts', 'reporter.mjs'];

/** Odometry, transforms and a service, in a slice of 20,000 callbacks. */
export const TRIP = system(
  tripFiles.map((file) => `examples/trip-report/${file}`),
  {},
  20_000,
);

/** What a run does besides running, and the highest cost in percent if there is a target. */
export const MODES = [
  ['everything off', { digest: 'off' }],
  ['order digest', { digest: 'order' }, 5],
  ['order and content digest (the default)', { digest: 'content' }, 25],
  ['recording, trace and checkpoints', { digest: 'content', records: true }],
];

let directories = 0;

/** The system in one of these modes; recordings go below `work`. */
export function inMode(config, { digest, records = false }, work) {
  if (!records) return { ...config, digest };
  const directory = join(work, `run${directories++}`);
  // Recording takes longer, so this keeps slices about equally long.
  const callbacks = Math.ceil(config.callbacks / 5);
  return { ...config, digest, directory, callbacks };
}
