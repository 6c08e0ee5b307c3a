import { OrreryError, requireKnownOptions } from '../errors/index.js';
import type { Distro } from '../interfaces/index.js';
import { SIMULATION_OPTIONS, type SimulationOptions } from './simulation_options.js';

/** What a value must be, and whether it is. */
type Rule = readonly [wanted: string, holds: (value: unknown) => boolean];

const isPositive = (value: unknown) => typeof value === 'number' && value > 0 && value < Infinity;
const DISTROS: readonly Distro[] = ['humble', 'iron', 'jazzy', 'kilted', 'lyrical', 'rolling'];
const SEEDS: ReadonlySet<string> = new Set(['bigint', 'number', 'string']);

/** Anything else would be taken for another value, or stop virtual time for ever. */
const RULES: Readonly<Partial<Record<keyof SimulationOptions, Rule>>> = {
  distro: [DISTROS.join(', '), (value) => (DISTROS as readonly unknown[]).includes(value)],
  initialTime: ['ns since the epoch as a bigint', (value) => typeof value === 'bigint'],
  instantLimit: ['a number greater than 0', isPositive],
  onTurn: ['a function', (value) => typeof value === 'function'],
  orderDigest: ['true or false', (value) => typeof value === 'boolean'],
  rate: ['a number greater than 0', isPositive],
  seed: ['a bigint, number or string', (value) => SEEDS.has(typeof value)],
};

/**
 * Refuses options that do not exist, and values that they cannot have.
 *
 * @throws OrreryError `ORR_OPTION_UNKNOWN`, `ORR_OPTION_VALUE`
 */
export function checkSimulationOptions(options: SimulationOptions): void {
  requireKnownOptions(options, SIMULATION_OPTIONS, 'a Simulation');
  for (const [name, [wanted, holds]] of Object.entries(RULES)) {
    const value: unknown = options[name as keyof SimulationOptions];
    if (value === undefined || holds(value)) continue;
    throw new OrreryError(
      'ORR_OPTION_VALUE',
      `The option "${name}" of a Simulation is ${shown(value)}; give ${wanted}.`,
    );
  }
}

/**
 * A duration that code gives, in ns from now.
 *
 * @throws OrreryError `ORR_DURATION` if it is not a whole number, 0 or more
 */
export function stepLength(duration: unknown): number {
  const isWhole = typeof duration === 'bigint' || Number.isInteger(duration);
  const length = isWhole ? Number(duration) : Number.NaN;
  if (length >= 0) return length;
  throw new OrreryError(
    'ORR_DURATION',
    `stepFor() was given ${shown(duration)}, which is not a valid duration; give a whole number of ns, 0 or more, e.g. 500_000_000n.`,
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
