import { builtinPrograms } from './builtin_programs.js';
import { ddsPrograms } from './dds_programs.js';
import { guestPrograms } from './guest_programs.js';
import type { ProgramKind } from './program_kind.js';

/**
 * The kinds of programs besides JavaScript files, which the loader handles if no kind matches. A new kind is one
 * file and one line here; the first that matches takes the program.
 */
export const PROGRAM_KINDS: readonly ProgramKind[] = [builtinPrograms, guestPrograms, ddsPrograms];
