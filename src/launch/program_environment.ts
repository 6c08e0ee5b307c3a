import type { Program } from '../system/index.js';
import type { ProcessSettings } from './file/index.js';

/** How a process of a launch file changes the environment of the run. */
export type ProgramEnvironment = Pick<Program, 'env' | 'unsetEnv'>;

/** The changes made by a launch file's action, and those added by Orrery itself. */
export function programEnvironment(
  { env, unsetEnv }: Pick<ProcessSettings, 'env' | 'unsetEnv'>,
  added: Readonly<Record<string, string>> = {},
): ProgramEnvironment {
  return { env: { ...env, ...added }, ...(unsetEnv.length === 0 ? {} : { unsetEnv }) };
}
