import type { Program } from '../system/index.js';
import type { ProcessSettings } from './file/index.js';

/** How a process of a launch file changes the environment of the run. */
export type ProgramEnvironment = Pick<Program, 'env' | 'unsetEnv'>;

/** What an action of a launch file says of it, and what Orrery itself adds. */
export function programEnvironment(
  { env, unsetEnv }: Pick<ProcessSettings, 'env' | 'unsetEnv'>,
  added: Readonly<Record<string, string>> = {},
): ProgramEnvironment {
  return { env: { ...env, ...added }, ...(unsetEnv.length === 0 ? {} : { unsetEnv }) };
}
