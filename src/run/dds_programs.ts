import type { DdsProgram } from '../orchestrator/index.js';
import { isMachineCode, type Program, type RunConfig } from '../system/index.js';
import type { ProgramKind } from './program_kind.js';

/** Programs of ROS 2 in C++ and other compiled languages: real processes, ordered over DDS. */
export const ddsPrograms: ProgramKind = {
  includes: ({ file }) => isMachineCode(file),
  prepare(program, name, args, { orchestrated, config }) {
    orchestrated.prepare(ddsProgram(program, name, args, config));
  },
  async start(program, name, args, { orchestrated, config }) {
    await orchestrated.start(ddsProgram(program, name, args, config));
  },
};

function ddsProgram(
  { file, env, unsetEnv = [] }: Program,
  name: string,
  args: readonly string[],
  { system }: RunConfig,
): DdsProgram {
  const words = args.includes('--ros-args') ? [...args] : [...args, '--ros-args'];
  // Comes first: what the user specifies is added later and takes precedence.
  words.splice(words.indexOf('--ros-args') + 1, 0, '-p', 'use_sim_time:=true');
  return { name, file, args: words, env: { ...system.env, ...env }, unsetEnv };
}
