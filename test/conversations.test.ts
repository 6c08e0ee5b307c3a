/** Runs with programs that keep communicating are the same each time, whatever the machine does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT, readRun, temporaryDirectory } from './orrery_command.js';

/** How often each one is run; the first time is undisturbed. */
const RUNS = Number(process.env.ORRERY_CONVERSATION_RUNS ?? 2);

/** The messages that each must have published by 0.3 s: every answer at the moment at which it is due. */
const WITHIN_THE_RUN: Readonly<Record<string, number>> = {
  'tcp_driver.cjs': 132,
  'udp_driver.cjs': 62,
  'once.mjs': 7,
  'http_keep_alive.cjs': 21,
  'http2_session.cjs': 117,
  'http2_late.cjs': 172,
  'tls_driver.cjs': 124,
  'two_clients.cjs': 178,
  'unix_socket.cjs': 132,
  'fetch_streams.mjs': 171,
  'web_socket.cjs': 132,
};

function run(name: string, ...options: string[]) {
  const file = join(ROOT, 'test/conversations', name);
  return orrery(['run', file, '--until', '0.3s', '--no-record', ...atPlace(), ...options]);
}

/** Gives programs a path of their own, for a socket or a file. */
const atPlace = () => ['--env', `PLACE=${join(temporaryDirectory(), 'place')}`];

/** Programs whose requests go outside the run, and their messages. Time is held while they wait for the answers. */
const OUTSIDE: Readonly<Record<string, readonly [what: string, messages: number]>> = {
  'child_pipe.cjs': ['child_process.spawn', 113],
  'child_messages.cjs': ['child_process.fork', 23],
  'message_channel.cjs': ['new MessageChannel', 162],
  'worker_thread.cjs': ['new Worker', 113],
};

/** Programs that receive what nobody asked for, so that time cannot be held. */
const UNASKED: Readonly<Record<string, string>> = {
  'broadcast.cjs': 'new BroadcastChannel',
  'cluster.cjs': 'cluster.fork',
  'multicast.cjs': 'dgram.Socket.send',
  'shared_memory.cjs': 'new Worker',
  'watched_file.cjs': 'fs.watchFile',
};

const digestOf = (text: string) => /^digest (\w+)$/m.exec(text)?.[1];

describe('a conversation within the run', () => {
  it.each(Object.entries(WITHIN_THE_RUN))('repeats and leaks nothing: %s', (name, messages) => {
    const { stdout, stderr, status } = run(name, '--strict');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(Number(/(\d+) messages/.exec(stdout)?.[1])).toBe(messages);
    for (let i = 1; i < RUNS; i += 1) {
      expect(digestOf(run(name, '--disturb', '2ms').stdout)).toBe(digestOf(stdout));
    }
  });
});

describe('a conversation that leaves the run', () => {
  it.each(Object.entries(OUTSIDE))(
    'is labelled as not reproducible: %s',
    (name, [what, messages]) => {
      const directory = join(temporaryDirectory(), 'run');
      const file = join(ROOT, 'test/conversations', name);
      const { stdout } = orrery(['run', file, '--until', '0.3s', '--record', directory]);
      expect(stdout).toContain('not reproducible by declaration: ');
      expect(readRun(directory)).toMatchObject({ reproducible: false });
      expect(Number(/(\d+) messages/.exec(stdout)?.[1])).toBe(messages);
      const { stderr, status } = run(name, '--strict');
      expect(stderr).toContain(what);
      expect(status).toBe(1);
    },
  );
});

describe('unrequested input', () => {
  it.each(Object.entries(UNASKED))('is labelled, and refused: %s', (name, what) => {
    const directory = join(temporaryDirectory(), 'run');
    const file = join(ROOT, 'test/conversations', name);
    const record = ['--record', directory, ...atPlace()];
    const { stdout, stderr } = orrery(['run', file, '--until', '0.3s', ...record]);
    expect(stdout).toContain('not reproducible by declaration: ');
    expect(stderr).toMatch(new RegExp(`^leak [\\w-]+: ${what} at .*${name}:\\d+`, 'm'));
    expect(readRun(directory)).toMatchObject({ reproducible: false });
    const strict = run(name, '--strict');
    expect(strict.stderr).toContain(what);
    expect(strict.status).toBe(1);
  });
});

/** How a socket gets its port. */
const BINDINGS: Readonly<Record<string, string>> = {
  'that is never bound': '',
  'that is bound': 'socket.bind(0, () => socket.setBroadcast(true));',
  'that is bound at once before it sends':
    'socket.bind(0); socket.send("early", port, "127.0.0.1");',
};

describe('a UDP socket that asks another process', () => {
  const peer = spawn(process.execPath, [
    '-e',
    `const socket = require('node:dgram').createSocket('udp4');
     socket.on('message', (data, from) => socket.send('re ' + data, from.port, from.address));
     socket.bind(0, '127.0.0.1', () => console.log(socket.address().port));`,
  ]);
  const address = once(peer.stdout, 'data').then(([port]) => String(port).trim());
  afterAll(() => void peer.kill());

  it.each(Object.entries(BINDINGS))('%s', async (name, bind) => {
    const file = join(temporaryDirectory(), 'asks.cjs');
    writeFileSync(
      file,
      `const { once } = require('node:events');
       const rclnodejs = require('rclnodejs');
       const port = Number(process.env.PORT);
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('asks');
         const socket = require('node:dgram').createSocket('udp4');
         socket.on('listening', () => console.log('listening'));
         ${bind}
         let asked = 0;
         node.createTimer(10_000_000n, async () => {
           const answer = once(socket, 'message');
           socket.send(String(asked++), port, '127.0.0.1');
           console.log(String((await answer)[0]));
         });
         node.spin();
       });`,
    );
    const options = ['--until', '0.1s', '--no-record', '--env', `PORT=${await address}`];
    const { stdout, status } = orrery(['run', file, ...options]);
    const said = stdout.split('\n').filter((line) => !/^re (early|\d)/.test(line));
    expect(said.slice(0, 2), name).toEqual(['listening', expect.stringMatching(/^Done after 0.1/)]);
    expect(stdout.match(/^re /gm)).toHaveLength(10);
    expect(stdout).toContain('not reproducible by declaration: ');
    expect(status).toBe(0);
  });
});

it('a worker that was terminated does not hold the run', () => {
  const file = join(temporaryDirectory(), 'ended.cjs');
  writeFileSync(
    file,
    `const { Worker } = require('node:worker_threads');
     const echo = "const { parentPort: p } = require('node:worker_threads'); p.on('message', (m) => p.postMessage(m));";
     const worker = new Worker(echo, { eval: true });
     worker.on('message', (text) => console.log('heard', text));
     worker.postMessage('first');
     setTimeout(async () => {
       await worker.terminate();
       worker.postMessage('last');
       console.log('goes on');
     }, 10);`,
  );
  const { stdout, stderr } = orrery(['run', file, '--no-record']);
  expect(stdout).toMatch(/^heard first\ngoes on\nNothing left to do/);
  // Nobody waited in vain for its answer.
  expect(stderr).not.toContain('unanswered');
});
