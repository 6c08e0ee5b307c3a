import { OrreryError } from '../errors/index.js';

/** Errors about a program that cannot be run here, though it may run elsewhere. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'ORR_COMPONENT_NATIVE',
  'ORR_COMPONENT_UNKNOWN',
  'ORR_EXECUTABLE_UNKNOWN',
  'ORR_LAUNCH_EXECUTABLE',
  'ORR_PACKAGE_UNKNOWN',
]);

/**
 * An error about what a launch starts; if a simulation cannot run that, with the option that leaves it out.
 *
 * @param subject - see `subjectOf`; undefined: nothing is started
 */
export function withWayOut(error: unknown, subject: string | undefined): unknown {
  if (subject === undefined) return error;
  if (!(error instanceof OrreryError) || !NOT_HERE.has(error.code)) return error;
  // Of a command, its first word is enough.
  const [word] = subject.split(' ');
  const wayOut = `--without ${word}`;
  return new OrreryError(error.code, `${error.message} The rest runs with ${wayOut}.`, {
    place: error.place,
    cause: error,
    wayOut,
  });
}
