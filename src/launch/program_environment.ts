import type { Program } from '../system/index.js';
import type { ProcessSettings } from './file/index.js';

/** How a process of a launch file changes the environment of the run. */
export type ProgramEnvironment = Pick<Program, 'env' | 'unsetEnv'>;

/** Tells a Python program that its output shall look to it like a terminal; it removes the variable. */
const TERMINAL = { ORRERY_EMULATE_TTY: '1' };

/** The changes made by a launch file's action, and those added by Orrery itself. */
export function programEnvironment(
  { env, unsetEnv, emulateTty }: Pick<ProcessSettings, 'env' | 'unsetEnv' | 'emulateTty'>,
  added: Readonly<Record<string, string>> = {},
): ProgramEnvironment {
  const all = { ...env, ...added, ...(emulateTty ? TERMINAL : {}) };
  return { env: all, ...(unsetEnv.length === 0 ? {} : { unsetEnv }) };
}
