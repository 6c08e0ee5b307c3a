import type { RunConfig } from '../system/index.js';

/** The variables of the machine that a run needs to find programs, packages and modules. */
const NEEDED = [
  ...['PATH', 'HOME', 'AMENT_PREFIX_PATH', 'NODE_PATH'],
  ...['PYTHONPATH', 'VIRTUAL_ENV', 'ORRERY_PYTHON', 'ORRERY_GUESTS', 'ORRERY_DOMAINS'],
] as const;

/** Set in the environment of every run, so that reading them reveals nothing about the machine. */
const LOCALE = { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };

/**
 * Carries the names of the withheld variables, separated by the one character that no name
 * contains.
 */
const WITHHELD = 'ORRERY_WITHHELD';
const BETWEEN = '=';

/**
 * Memory limits of a thread that runs one system. With a young generation of 6 MB instead of 48, most garbage of a
 * callback stays in the processor's caches: no slower, and 30 to 60 MB less memory. With 3 MB, nodes that keep many
 * messages take a tenth longer.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 6 } as const;

/** The environment in which the thread or process of a run is started. */
export function scrubbedEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = NEEDED.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]] as const],
  );
  const scrubbed = { ...Object.fromEntries(kept), TZ: 'UTC', ...LOCALE };
  const withheld = Object.keys(environment).filter((name) => !(name in scrubbed));
  return { ...scrubbed, [WITHHELD]: withheld.join(BETWEEN) };
}

/** Names of the machine's variables that {@link scrubbedEnvironment} has withheld. */
export function takeWithheld(): readonly string[] {
  const names = process.env[WITHHELD] ?? '';
  delete process.env[WITHHELD];
  return names === '' ? [] : names.split(BETWEEN);
}

/** The environment of every program of a run, from Orrery or as given. */
export function environmentOfRun({ system }: RunConfig): Readonly<Record<string, string>> {
  return { ...LOCALE, ROS_DISTRO: system.distro, ...system.env };
}
