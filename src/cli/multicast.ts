import { createSocket } from 'node:dgram';
import { Command } from 'commander';
import { print } from './print.js';
import { commandGroup, interrupted } from './with_network.js';

/** The same as those of `ros2 multicast`. */
const GROUP = '225.0.0.1';
const PORT = 49_150;

interface Words {
  readonly group: string;
  readonly port: string;
  readonly interface?: string;
  readonly ttl?: string;
  readonly timeout?: string;
}

function multicastOptions(command: Command): Command {
  return command
    .option('-g, --group <address>', 'multicast group', GROUP)
    .option('-p, --port <port>', 'port', String(PORT))
    .option(
      '--interface <address>',
      'address of the interface to use (default: that of the route)',
    );
}

/** `orrery multicast`: finds out whether multicast gets from one machine to another. */
export function multicastCommand(): Command {
  return commandGroup('multicast', [sendCommand(), receiveCommand()]);
}

function sendCommand(): Command {
  return multicastOptions(new Command('send'))
    .description('Send a datagram, for orrery multicast receive, or ros2 multicast receive.')
    .option('--ttl <n>', 'how many routers it may pass', '1')
    .action(async (words: Words) => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => socket.bind(0, resolve));
      socket.setMulticastTTL(Number(words.ttl));
      if (words.interface !== undefined) socket.setMulticastInterface(words.interface);
      print('Sending one UDP multicast datagram...\n');
      await new Promise<void>((resolve, reject) => {
        socket.send('Hello World!', Number(words.port), words.group, (error) =>
          error === null ? resolve() : reject(error),
        );
      });
      socket.close();
    });
}

function receiveCommand(): Command {
  return multicastOptions(new Command('receive'))
    .description('Wait for a datagram.')
    .option('--timeout <seconds>', 'give up after this long')
    .action(async (words: Words) => {
      const socket = createSocket({ type: 'udp4', reuseAddr: true });
      await new Promise<void>((resolve) => socket.bind(Number(words.port), resolve));
      socket.addMembership(words.group, words.interface);
      print('Waiting for UDP multicast datagram...\n');
      let timer: NodeJS.Timeout | undefined;
      const text = await Promise.race([
        new Promise<string>((resolve) => {
          socket.once('message', (bytes, { address, port }) =>
            resolve(`Received from ${address}:${port}: '${bytes.toString()}'`),
          );
        }),
        new Promise<undefined>((resolve) => {
          if (words.timeout === undefined) return;
          timer = setTimeout(() => resolve(undefined), Number(words.timeout) * 1000);
        }),
        interrupted().then(() => undefined),
      ]);
      clearTimeout(timer);
      socket.close();
      if (text === undefined) process.exitCode = 1;
      else print(`${text}\n`);
    });
}
