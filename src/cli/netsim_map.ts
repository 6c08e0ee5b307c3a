import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { readSystemModels } from '../models/index.js';
import { channelMap, drawChannelMap } from '../netsim/index.js';
import { print } from './print.js';
import { positiveInteger } from './whole_number.js';

interface MapWords {
  readonly agent?: string;
  readonly at: string;
  readonly height: string;
  readonly cell: string;
  readonly seed: string;
  readonly plot: string;
}

/** `orrery netsim map`: draws how strong the signal of an agent is at each place. */
export function netsimMapCommand(): Command {
  return new Command('map')
    .description('Draw how strong the signal of an agent is over its surroundings.')
    .argument('<models>', 'model file with a section network')
    .requiredOption('--plot <file>', 'where to draw, as SVG')
    .option('--agent <name>', 'agent that sends (default: the first)')
    .option('--at <duration>', 'virtual time, if agents move', '0s')
    .option('--height <metres>', 'height of the receiver', '10')
    .option('--cell <metres>', 'side of a cell', '1')
    .option('--seed <text>', 'seed of the shadowing', '0')
    .action((file: string, words: MapWords) => {
      const { network } = readSystemModels(file);
      const names = Object.keys(network?.agents ?? {});
      const agent = words.agent === undefined ? 0 : names.indexOf(words.agent);
      if (network === undefined || names[agent] === undefined) {
        const known = names.length === 0 ? 'it has none' : `its agents are ${names.join(', ')}`;
        const sentence = `The model file ${file} has no agent ${words.agent ?? 'at all'}; ${known}.`;
        throw new OrreryError('ORR_NETWORK', sentence, { place: { file } });
      }
      const map = channelMap(network, {
        ...{ agent, time: parseDuration(words.at), seed: words.seed },
        height: positiveInteger(words.height),
        cell: positiveInteger(words.cell),
      });
      writeFileSync(words.plot, drawChannelMap(map, network));
      const heard = map.strengths.filter((strength) => strength >= map.sensitivity).length;
      const share = ((100 * heard) / map.strengths.length).toFixed(1);
      const size = `${Math.round(map.columns * map.cell)} × ${Math.round(map.rows * map.cell)} m`;
      print(`${names[agent]} is heard on ${share} % of ${size}\n`);
    });
}
