import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { aligned, figure, type RaceRound, racePoints, readCampaign } from '../campaigns/index.js';
import { counted } from '../errors/index.js';
import type { CommandLine } from './command_line.js';
import { interruptible } from './interruptible.js';
import { print, printNote } from './print.js';
import { systemsOfWords } from './system.js';
import { jobsOf } from './whole_number.js';

interface RaceCommandOptions {
  readonly by: string;
  readonly best: 'least' | 'most';
  readonly rule: 'race' | 'halving';
  readonly store: string;
  readonly jobs?: string;
  readonly json?: boolean;
}

/** `orrery sweep race`: finds the best points of a campaign with a part of its runs. */
export function sweepRaceCommand(line: CommandLine): Command {
  return new Command('race')
    .description('Find the best points with a part of the runs: worse ones are dropped early.')
    .argument('<campaign>', 'a campaign file')
    .requiredOption('--by <figure>', 'a metric of the campaign, or failures')
    .addOption(
      new Option('--best <end>', 'which end of the figure is good')
        .choices(['least', 'most'])
        .default('least'),
    )
    .addOption(
      new Option('--rule <rule>', 'drop what is clearly worse, or the worse half in every round')
        .choices(['race', 'halving'])
        .default('race'),
    )
    .option('-j, --jobs <count>', 'runs at the same time (default: all cores)')
    .option('--json', 'print the rounds as JSON')
    .action(async (file: string, options: RaceCommandOptions) => {
      process.exitCode = await race(file, line, options);
    });
}

async function race(file: string, line: CommandLine, options: RaceCommandOptions): Promise<number> {
  const { by, best, rule, store, json } = options;
  const result = await interruptible((signal) =>
    racePoints({
      campaign: readCampaign(file),
      configOf: systemsOfWords(line),
      ...{ by, best, rule, store, signal },
      folder: dirname(resolve(file)),
      parallel: jobsOf(options.jobs),
      onRound: (round) => printNote(`${roundText(round)}\n`),
    }),
  );
  const { left, rounds, runs, of, interrupted } = result;
  if (json) print(`${JSON.stringify(result, null, 2)}\n`);
  else if (!interrupted) {
    const means = new Map(rounds.at(-1)?.order.map(({ point, mean }) => [point, mean]));
    const axes = Object.keys(left[0]?.values ?? {});
    const rows = left.map(({ index, values }) => [
      ...Object.values(values).map(String),
      figure(means.get(index) ?? Number.NaN),
    ]);
    print(`${aligned([[...axes, by], ...rows]).join('\n')}\n`);
    print(
      `${runs} of ${of} runs; ${left.length === 1 ? 'one point is' : `${left.length} points are`} left\n`,
    );
  }
  if (!interrupted) return 0;
  printNote('Interrupted; the same command continues where this one ended.\n');
  return 130;
}

function roundText({ seeds, order, dropped }: RaceRound): string {
  return `${counted(seeds, 'seed')}: ${counted(order.length, 'point')}, ${dropped.length} of them dropped`;
}
