import { Command } from 'commander';
import { PeerConnection, parsePeerAddress, readSession, replaySession } from '../netsim/index.js';
import { print } from './print.js';
import { positiveInteger } from './whole_number.js';

interface ReplayWords {
  readonly network?: string;
  readonly physics?: string;
  readonly timeout: string;
}

/** `orrery netsim replay`: a recorded session of the original coordinator against a simulator. */
export function netsimReplayCommand(): Command {
  return new Command('replay')
    .description(
      'Send simulators what the coordinator of a recorded session sent; exit with 1 on a wrong answer.',
    )
    .argument(
      '<session>',
      'one frame per line, as JSON: link (phy or net), direction, frame in hex',
    )
    .option('--network <address>', 'network simulator: unix:PATH or HOST:PORT')
    .option('--physics <address>', 'physics simulator')
    .option('--timeout <ms>', 'how long an answer may take', '10000')
    .action(async (file: string, words: ReplayWords) => {
      const frames = readSession(file);
      const timeout = positiveInteger(words.timeout);
      for (const [link, role, text] of [
        ['phy', 'physics simulator', words.physics],
        ['net', 'network simulator', words.network],
      ] as const) {
        if (text === undefined) continue;
        const address = parsePeerAddress(text);
        const peer = await PeerConnection.connect({ role, address, connectTimeout: timeout });
        const { windows, wrong } = await replaySession(frames, link, peer, timeout).finally(() =>
          peer.close(),
        );
        print(`${role}: ${windows} windows, ${wrong.length} wrong answers\n`);
        for (const each of wrong) print(`  ${each}\n`);
        if (wrong.length > 0) process.exitCode = 1;
      }
    });
}
