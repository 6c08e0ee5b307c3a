import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { parseDuration } from '../kernel/index.js';
import { readSystemModels } from '../models/index.js';
import { attachNetwork } from '../netsim/index.js';
import { Simulation } from '../simulation/index.js';

interface TunWords {
  readonly until?: string;
  readonly seed: string;
}

/** `orrery netsim tun`: real processes that talk over a simulated network, without any node. */
export function netsimTunCommand(): Command {
  return new Command('tun')
    .description('Let real processes talk over the network of a model file, in real time.')
    .argument('<models>', 'model file with a section network whose agents have tun')
    .option('--until <duration>', 'when to end (default: when the processes have ended)')
    .option('--seed <text>', 'seed of everything random', '0')
    .action(async (file: string, words: TunWords) => {
      const models = readSystemModels(file);
      if (!Object.values(models.network?.agents ?? {}).some(({ tun }) => tun !== undefined)) {
        const sentence = `No agent of the model file ${file} has real processes; give one tun: {}.`;
        throw new OrreryError('ORR_NETWORK', sentence, { place: { file } });
      }
      const until = words.until === undefined ? undefined : BigInt(parseDuration(words.until));
      const types = new TypeRegistry({ amentPrefixPath: '' });
      const simulation = new Simulation({ types, seed: words.seed });
      const network = attachNetwork(simulation.graph, models, { simulation });
      const end = () => {
        network.leave();
        process.exit(130);
      };
      process.once('SIGINT', end).once('SIGTERM', end);
      try {
        simulation.start();
        if (until === undefined) await simulation.run();
        else await simulation.runUntil(simulation.graph.epoch + until);
      } finally {
        network.leave();
        process.off('SIGINT', end).off('SIGTERM', end);
      }
    });
}
