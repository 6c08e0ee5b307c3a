import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { type NetworkModel, readSystemModels } from '../models/index.js';
import {
  addressText,
  NETWORK_UPDATE,
  NetworkWindows,
  PHYSICS_UPDATE,
  PhysicsWindows,
  parsePeerAddress,
  serveWindows,
} from '../netsim/index.js';
import { print } from './print.js';

interface ServeWords {
  readonly listen: string;
  readonly window: string;
  readonly seed: string;
}

/** `orrery netsim network` and `physics`: Orrery's simulators, for a coordinator of ROS-NetSim. */
export function netsimServeCommand(kind: 'network' | 'physics'): Command {
  const what = kind === 'network' ? 'packets over the network' : 'agents on their trajectories';
  return new Command(kind)
    .description(`Serve a coordinator of ROS-NetSim: simulate ${what} of a model file.`)
    .argument('<models>', 'model file with a section network')
    .requiredOption('--listen <address>', 'unix:PATH or HOST:PORT')
    .option('--window <duration>', 'length of a window', '1ms')
    .option('--seed <text>', 'seed of everything random', '0')
    .action(async (file: string, words: ServeWords) => {
      const model = networkOf(file);
      const window = parseDuration(words.window);
      const address = parsePeerAddress(words.listen);
      const server =
        kind === 'network'
          ? await serveNetwork(address, new NetworkWindows({ model, window, seed: words.seed }))
          : await servePhysics(address, new PhysicsWindows({ model, window }));
      const leave = () => server.close();
      process.once('SIGINT', leave).once('SIGTERM', leave);
      print(`The ${kind} simulator listens at ${addressText(server.address)}.\n`);
      try {
        print(`The coordinator has left after ${await server.done} windows.\n`);
      } finally {
        process.off('SIGINT', leave).off('SIGTERM', leave);
      }
    });
}

const serveNetwork = (address: ReturnType<typeof parsePeerAddress>, windows: NetworkWindows) =>
  serveWindows(address, NETWORK_UPDATE, (begin) => windows.run(begin));

const servePhysics = (address: ReturnType<typeof parsePeerAddress>, windows: PhysicsWindows) =>
  serveWindows(address, PHYSICS_UPDATE, (begin) => windows.run(begin));

function networkOf(file: string): NetworkModel {
  const { network } = readSystemModels(file);
  if (network !== undefined) return network;
  throw new OrreryError('ORR_NETWORK', `The model file ${file} has no section network; add one.`, {
    place: { file },
  });
}
