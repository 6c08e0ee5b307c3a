import { randomInt } from 'node:crypto';

/** A disturbance of the process that must not affect the run. */
export interface Disturbance {
  readonly name: string;
  /** Flags of Node and V8. */
  readonly flags: readonly string[];
  /** Added to the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Longest real sleep before each callback, in ms; undefined: none. */
  readonly sleepMs?: number;
  /** Whether another process keeps a core busy at the same time. */
  readonly load: boolean;
  /** Whether the run uses copies of the system and of Orrery in another folder. */
  readonly elsewhere?: boolean;
}

const NOTHING = { flags: [], environment: {}, load: false } as const;

/** No disturbance, for the run with which the others are compared. */
export const UNDISTURBED: Disturbance = { name: 'undisturbed', ...NOTHING };

const ELSEWHERE = {
  TZ: 'Asia/Kathmandu',
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'tr_TR.UTF-8',
  HOME: '/nonexistent/home',
  USER: 'somebody',
  HOSTNAME: 'elsewhere',
} as const;

/** The number of kinds of disturbance. */
export const DISTURBANCES = 11;

/**
 * The disturbance of run number `run` (from 1). Every kind is used once before any is used twice.
 *
 * @param longestSleepMs - for the kinds that sleep before every callback
 */
export function disturbanceOf(run: number, longestSleepMs: number): Disturbance {
  const sleepMs = longestSleepMs;
  const seeds = [`--hash-seed=${randomInt(1, 2 ** 31)}`, `--random-seed=${randomInt(1, 2 ** 31)}`];
  const environment = { ...ELSEWHERE, [`ORRERY_NOISE_${randomInt(1e6)}`]: String(run) };
  const kinds: readonly Disturbance[] = [
    { ...NOTHING, name: 'CPU load', load: true },
    { ...NOTHING, name: 'sleeps in callbacks', sleepMs },
    { ...NOTHING, name: 'environment, time zone, language', environment },
    { ...NOTHING, name: 'hash and random seeds', flags: seeds },
    { ...NOTHING, name: 'no optimising compiler', flags: ['--no-opt'] },
    { ...NOTHING, name: 'baseline code at once', flags: ['--always-sparkplug'] },
    { ...NOTHING, name: 'small young heap', flags: ['--max-semi-space-size=1'] },
    { ...NOTHING, name: 'large young heap', flags: ['--min-semi-space-size=32'] },
    { ...NOTHING, name: 'code compiled eagerly', flags: ['--no-lazy'] },
    {
      name: 'all at once',
      flags: [...seeds, '--max-semi-space-size=1', '--no-lazy'],
      environment,
      sleepMs,
      load: true,
    },
    { ...NOTHING, name: 'another folder, Orrery elsewhere', elsewhere: true },
  ];
  return kinds[(run - 1) % DISTURBANCES]!;
}
