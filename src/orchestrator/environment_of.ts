import type { DdsProgram } from './dds_processes.js';

/** Variables of Orrery's own environment that a process gets in addition to those of the run. */
const PASSED = ['PATH', 'HOME', 'AMENT_PREFIX_PATH', 'LD_LIBRARY_PATH', 'PYTHONPATH'];

/** The environment of a process. */
export function environmentOf(
  { env, unsetEnv = [] }: DdsProgram,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const all: Record<string, string> = { ...Object.fromEntries(passed), TZ: 'UTC', ...env };
  for (const name of unsetEnv) delete all[name];
  return all;
}
