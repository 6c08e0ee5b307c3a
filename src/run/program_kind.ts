import type { Guests } from '../guests/index.js';
import type { Simulation } from '../simulation/index.js';
import type { Program, RunConfig } from '../system/index.js';
import type { OrchestratedPrograms } from './orchestrated_programs.js';
import type { Processes } from './processes.js';
import type { RunBags } from './run_bags.js';
import type { RunEndings } from './run_endings.js';

/** The parts of a run that starting a program may need. */
export interface ProgramSurroundings {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly processes: Processes;
  readonly endings: RunEndings;
  readonly bags: RunBags;
  readonly guests: Guests;
  readonly orchestrated: OrchestratedPrograms;
  /** Whether the program itself handles what its code has thrown. */
  readonly handles: (error: unknown, program: string) => boolean;
  /** Takes a warning for the result of the run. */
  readonly warn: (text: string) => void;
}

/** A kind of program other than a JavaScript file: how to recognise and start it. */
export interface ProgramKind {
  includes(program: Program): boolean;
  /** Does the slow preparation that affects no result, for all programs at once. */
  prepare?(
    program: Program,
    name: string,
    args: readonly string[],
    surroundings: ProgramSurroundings,
  ): void;
  /**
   * Resolves when everything in the program that does not wait for virtual time has started.
   *
   * @param name - its name in this run
   * @param args - its command line, ROS arguments included
   */
  start(
    program: Program,
    name: string,
    args: readonly string[],
    surroundings: ProgramSurroundings,
  ): Promise<void>;
}
