import { builtinPrograms } from './builtin_programs.js';
import { ddsPrograms } from './dds_programs.js';
import { guestPrograms } from './guest_programs.js';
import type { ProgramKind } from './program_kind.js';

/**
 * The kinds of programs besides JavaScript files, which the loader takes if no kind includes
 * them. A further kind is one file and one line here; the first that includes a program counts.
 */
export const PROGRAM_KINDS: readonly ProgramKind[] = [builtinPrograms, guestPrograms, ddsPrograms];
