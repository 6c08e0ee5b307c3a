import { type GuestProgram, isGuestProgram } from '../guests/index.js';
import type { Program, RunConfig } from '../system/index.js';
import type { ProgramKind } from './program_kind.js';

/** Programs in other languages: real processes in lockstep with the run. */
export const guestPrograms: ProgramKind = {
  includes: ({ file }) => isGuestProgram(file),
  prepare(program, name, args, { guests, config }) {
    guests.prepare(guestProgram(program, name, args, config));
  },
  async start(program, name, args, { guests, config }) {
    await guests.start(guestProgram(program, name, args, config));
  },
};

function guestProgram(
  { file, env, unsetEnv = [] }: Program,
  name: string,
  args: readonly string[],
  config: RunConfig,
): GuestProgram {
  return { name, file, args, env: { ...config.system.env, ...env }, unsetEnv };
}
