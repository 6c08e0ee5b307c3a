import { isGuestProgram } from '../guests/index.js';
import type { ProgramKind } from './program_kind.js';

/** Programs in other languages: real processes in lockstep with the run. */
export const guestPrograms: ProgramKind = {
  includes: ({ file }) => isGuestProgram(file),
  async start({ file, env, unsetEnv = [] }, name, args, { guests, config }) {
    const seen = { ...config.system.env, ...env };
    await guests.start({ name, file, args, env: seen, unsetEnv });
  },
};
