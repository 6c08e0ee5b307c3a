/** Real processes that communicate over a simulated network. Skipped without a TUN device or a compiler. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery, program, temporaryDirectory } from './orrery_command.js';
import { ROOT } from './project.js';

const folder = temporaryDirectory();
const COMMAND = join(ROOT, 'dist/cli/main.js');
const node = (file: string, ...words: string[]) =>
  JSON.stringify([process.execPath, program(`tun/${file}`), ...words].join(' '));

/** Whether this machine allows a TUN device, checked as the relay does it. */
const CAN_HAVE_TUN = (() => {
  try {
    accessSync('/dev/net/tun', constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  if (spawnSync('cc', ['--version']).status !== 0) return false;
  return spawnSync('unshare', [process.getuid?.() === 0 ? '-n' : '-Urn', 'true']).status === 0;
})();

function model(simulator: string, one: readonly string[], two: readonly string[]): string {
  const path = join(folder, 'tun.yaml');
  writeFileSync(
    path,
    `network:
  agents:
    one: { address: 192.168.0.1, tun: { processes: [${one.join()}] } }
    two: { address: 192.168.0.2, tun: { processes: [${two.join()}] } }
  simulator: { simple: ${simulator} }
`,
  );
  return path;
}

/** Processes in another network namespace whose command line contains this text. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.skipIf(!CAN_HAVE_TUN)('real processes', () => {
  it('are as far apart as the network model says', () => {
    const path = model(
      '{delay: 500ms}',
      [node('datagrams.mjs', '192.168.0.2')],
      [node('datagrams.mjs', 'echo')],
    );
    const { stdout, status } = orrery(['netsim', 'tun', path]);
    expect(status).toBe(0);
    const times = [...stdout.matchAll(/answer after ([\d.]+) ms/g)].map(([, time]) => Number(time));
    expect(times).toHaveLength(3);
    for (const time of times) expect(time).toBeGreaterThan(999);
  });

  it('transfer TCP data unchanged over a link that loses and damages packets', () => {
    const path = model(
      '{delay: 1ms, loss: 0.01, bit_errors: 1e-6, bandwidth: 20Mbit/s}',
      [node('stream.mjs', '192.168.0.2')],
      [node('stream.mjs', 'receive')],
    );
    expect(orrery(['netsim', 'tun', path]).stdout).toContain('200000 bytes, right');
  });

  it('find each other by DDS, with its multicast', () => {
    const command = (...words: string[]) =>
      JSON.stringify([process.execPath, COMMAND, 'topic', ...words, '--interface tun0'].join(' '));
    const talk = `pub --times 20 --rate 10 /chatter std_msgs/msg/String 'data: hello'`;
    const path = model(
      '{delay: 2ms}',
      [command(talk)],
      [command('echo --once /chatter std_msgs/msg/String')],
    );
    expect(orrery(['netsim', 'tun', path]).stdout).toContain('data: hello');
  });

  it('take part in a run of nodes, which reports that it cannot be repeated', () => {
    const path = model(
      '{delay: 5ms}',
      [node('datagrams.mjs', '192.168.0.2')],
      [node('datagrams.mjs', 'echo')],
    );
    const directory = join(folder, 'run');
    const run = ['run', program('what_if/source.mjs'), '--until', '4s', '--models', path];
    const { stdout } = orrery([...run, '--record', directory]);
    expect(stdout.match(/answer after/g)).toHaveLength(3);
    const outcome = readFileSync(join(directory, 'run.json'), 'utf8');
    expect(outcome).toContain('packets of real processes at the TUN devices of one, two');
  });

  it.each(['SIGKILL', 'SIGINT'] as const)('are gone after %s', async (signal) => {
    const mark = `orrery-tun-${process.pid}-${signal}`;
    const path = model('{}', [JSON.stringify(`sleep 1000 & exec sleep 1000 # ${mark}`)], []);
    const run = spawn(process.execPath, [COMMAND, 'netsim', 'tun', path], { stdio: 'ignore' });
    await until(() => processesWith(mark).length > 0);
    const relays = processesWith('tun-relay');
    expect(relays.length).toBeGreaterThan(0);
    run.kill(signal);
    await once(run, 'exit');
    await until(() => processesWith(mark).length === 0);
  });
});
