import { isMachineCode } from '../system/index.js';
import type { ProgramKind } from './program_kind.js';

/** Programs of ROS 2 in C++ and other compiled languages: real processes, ordered over DDS. */
export const ddsPrograms: ProgramKind = {
  includes: ({ file }) => isMachineCode(file),
  async start({ file, env, unsetEnv = [] }, name, args, { orchestrated, config }) {
    const seen = { ...config.system.env, ...env };
    const words = args.includes('--ros-args') ? [...args] : [...args, '--ros-args'];
    // First: what the user says of it comes later and counts.
    words.splice(words.indexOf('--ros-args') + 1, 0, '-p', 'use_sim_time:=true');
    await orchestrated.start({ name, file, args: words, env: seen, unsetEnv });
  },
};
