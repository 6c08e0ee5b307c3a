import { Argument, Command } from 'commander';
import { buildProgram, NATIVE_PROGRAMS } from '../netsim/index.js';
import { print } from './print.js';

/** `orrery netsim build`: compiles what comes as source, where it is used. */
export function netsimBuildCommand(): Command {
  return new Command('build')
    .description('Compile a program that the network needs, unless that has been done.')
    .addArgument(new Argument('<program>', 'which one').choices(Object.keys(NATIVE_PROGRAMS)))
    .action((name: string) => {
      print(`${buildProgram(NATIVE_PROGRAMS[name]!)}\n`);
    });
}
