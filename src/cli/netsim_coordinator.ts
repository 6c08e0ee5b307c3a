import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import {
  PacketLedger,
  readCoordinatorConfiguration,
  WindowCoordinator,
  type WindowPacket,
} from '../netsim/index.js';
import { print } from './print.js';
import { positiveInteger, wholeNumber } from './whole_number.js';

interface CoordinatorWords {
  readonly windows: string;
  readonly packets: string;
  readonly bytes: string;
  readonly timeout: string;
  readonly connectTimeout: string;
}

/** `orrery netsim coordinator`: the coordinator of ROS-NetSim, with packets that it makes up. */
export function netsimCoordinatorCommand(): Command {
  return new Command('coordinator')
    .description('Run a physics and a network simulator of ROS-NetSim window by window.')
    .argument('<configuration>', 'YAML configuration of ROS-NetSim')
    .option('--windows <n>', 'windows to run', '1000')
    .option('--packets <n>', 'packets that each agent sends to the next one in each window', '1')
    .option('--bytes <n>', 'size of the packets', '1500')
    .option('--timeout <ms>', 'how long a window may take', '10000')
    .option(
      '--connect-timeout <ms>',
      'how long the simulators may take until they listen',
      '200000',
    )
    .action(async (file: string, words: CoordinatorWords) => {
      const { addresses, network, physics, packetHolding } = readCoordinatorConfiguration(file);
      const count = Number(wholeNumber(words.packets));
      if (count > 0 && addresses.length < 2) {
        const sentence = `${file} has one agent only, which has nobody to send packets to; add an address to ip_list.`;
        throw new OrreryError('ORR_NETSIM_CONFIG', sentence, { place: { file } });
      }
      const windows = positiveInteger(words.windows);
      const coordinator = await WindowCoordinator.connect({
        ...{ network, physics },
        windowTimeout: positiveInteger(words.timeout),
        connectTimeout: positiveInteger(words.connectTimeout),
      });
      const ledger = new PacketLedger(packetHolding);
      const start = performance.now();
      try {
        for (let window = 0; window < windows; window++) {
          const packets = packetsOf(addresses, count, window, positiveInteger(words.bytes));
          ledger.sent(packets, window);
          ledger.settle(await coordinator.run(packets));
        }
      } finally {
        coordinator.close();
      }
      const { sent, released, lost, meanWindows } = ledger.counts;
      const rate = Math.round((windows / (performance.now() - start)) * 1000);
      print(`${windows} windows: ${sent} packets sent, ${released} released, ${lost} lost\n`);
      print(`released ${meanWindows.toFixed(2)} windows later on average\n${rate} windows/s\n`);
    });
}

/** Every agent sends to the one after it. */
function packetsOf(
  addresses: readonly number[],
  count: number,
  window: number,
  bytes: number,
): WindowPacket[] {
  const first = window * count * addresses.length;
  return Array.from({ length: count * addresses.length }, (_, i) => ({
    // Identifiers on the wire have 32 bits.
    id: (first + i) % 2 ** 32,
    from: addresses[i % addresses.length]!,
    to: addresses[(i + 1) % addresses.length]!,
    bytes,
  }));
}
