import { Argument, Command } from 'commander';
import { buildProgram, NATIVE_PROGRAMS } from '../netsim/index.js';
import { print } from './print.js';

/** `orrery netsim build`: compiles a program that is delivered as source, on the machine that uses it. */
export function netsimBuildCommand(): Command {
  return new Command('build')
    .description('Compile a program that the network needs, if it has not been compiled yet.')
    .addArgument(new Argument('<program>', 'which one').choices(Object.keys(NATIVE_PROGRAMS)))
    .action((name: string) => {
      print(`${buildProgram(NATIVE_PROGRAMS[name]!)}\n`);
    });
}
