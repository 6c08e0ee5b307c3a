import { Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { saturationThroughput, WIFI_STANDARDS, wifiStandard } from '../netsim/index.js';
import { print } from './print.js';
import { positiveInteger, wholeNumber } from './whole_number.js';

interface SaturationWords {
  readonly standard: (typeof WIFI_STANDARDS)[number];
  readonly rate?: string;
  readonly stations: string;
  readonly bytes: string;
  readonly time: string;
  readonly seed: string;
}

/**
 * `orrery netsim saturation`: the throughput of the built-in 802.11, to be compared with Bianchi's model.
 */
export function netsimSaturationCommand(): Command {
  return new Command('saturation')
    .description('Print the throughput when all stations always have something to send, in Mbit/s.')
    .addOption(
      new Option('--standard <name>', 'amendment of 802.11')
        .choices([...WIFI_STANDARDS])
        .default('11a'),
    )
    .option('--rate <n>', 'index of a rate of the standard (default: all)')
    .option('--stations <list>', 'numbers of stations', '5,10,15,20,25,30,35,40,45,50')
    .option('--bytes <n>', 'size of the packets', '1500')
    .option('--time <duration>', 'simulated time of each figure', '20s')
    .option('--seed <n>', 'seed of the back-off', '0')
    .action((words: SaturationWords) => {
      const standard = wifiStandard(words.standard);
      const counts = words.stations.split(',').map(positiveInteger);
      const bytes = positiveInteger(words.bytes);
      const duration = parseDuration(words.time);
      const seed = Number(wholeNumber(words.seed));
      const cells = (row: readonly string[]) =>
        `${row.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(8))).join(' ')}\n`;
      print(cells([standard.name, ...counts.map(String)]));
      for (const rate of ratesOf(words, standard.rates.length)) {
        const figures = counts.map((stations) =>
          saturationThroughput({ standard, rate, stations, bytes, duration, seed }),
        );
        const name = `${(standard.rates[rate]!.bitsPerSecond / 1e6).toFixed(1)} Mb/s`;
        print(cells([name, ...figures.map((figure) => (figure / 1e6).toFixed(4))]));
      }
    });
}

function ratesOf({ rate, standard }: SaturationWords, count: number): readonly number[] {
  if (rate === undefined) return Array.from({ length: count }, (_, index) => index);
  const chosen = Number(wholeNumber(rate));
  if (chosen < count) return [chosen];
  throw new OrreryError(
    'ORR_NUMBER',
    `${standard} has no rate ${rate}; its rates are 0 to ${count - 1}.`,
  );
}
