/**
 * Network interfaces go away, come back and change their address while a participant uses them: two network
 * namespaces with a cable between them. Skipped if that is not permitted.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { ROOT } from './project.js';

const ip = (args: string) => spawnSync('ip', args.split(' '), { encoding: 'utf8' });
/** Whether two connected namespaces can be made, which requires root and `ip`. */
const CAN_HAVE_CABLE =
  spawnSync('unshare', ['-n', 'ip', 'link', 'add', 'v0', 'type', 'veth']).status === 0;
const NUMBERS = join(ROOT, 'test/programs/numbers_on_wire.mjs');
const CYCLONE = `<CycloneDDS><Domain Id="any">
  <General><Interfaces><NetworkInterface name="v0"/></Interfaces></General>
</Domain></CycloneDDS>`;

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0).reverse()) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

function start(command: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, CYCLONEDDS_URI: CYCLONE };
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** Makes two namespaces, each with an interface v0. */
class Cable {
  private constructor(
    readonly here: number,
    readonly there: number,
  ) {}

  static async open(): Promise<Cable> {
    const namespaces = ['', ''].map(() =>
      start('unshare', ['-n', 'sh', '-c', 'ip link set lo up; echo; cat']),
    );
    for (const { stdout } of namespaces) await once(stdout!, 'data');
    const [here, there] = namespaces.map(({ pid }) => pid!);
    const cable = new Cable(here!, there!);
    cable.plug();
    return cable;
  }

  plug(): void {
    const { here, there } = this;
    const made = ip(`link add v0 netns ${here} type veth peer name v0 netns ${there}`);
    expect(made.stderr).toBe('');
    for (const [pid, host] of [here, there].entries()) {
      this.set(host, `addr add 10.9.0.${pid + 1}/24 dev v0`);
      this.set(host, 'link set v0 up');
    }
    // The kernel takes time to notice the link, and Fast DDS looks only when it starts.
    for (const host of [here, there]) while (!this.set(host, 'link show v0').includes('state UP'));
  }

  /** Removes both interfaces. */
  unplug(): void {
    this.set(this.here, 'link del v0');
  }

  /** Runs an `ip` command in one of the namespaces. */
  set(host: number, args: string): string {
    const done = spawnSync('nsenter', ['-t', `${host}`, '-n', 'ip', ...args.split(' ')]);
    expect(String(done.stderr)).toBe('');
    return String(done.stdout);
  }

  run(host: number, command: string, ...args: string[]): ChildProcess {
    return start('nsenter', ['-t', `${host}`, '-n', command, ...args]);
  }

  /** The numbers that arrive here. */
  read(): number[] {
    const heard: number[] = [];
    const reader = this.run(this.here, process.execPath, NUMBERS, 'read');
    let rest = '';
    reader.stdout!.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      heard.push(...lines.map(Number));
    });
    return heard;
  }
}

/** Resolves when more numbers have come than were already in transit. */
async function more(heard: number[], count: number): Promise<void> {
  const wanted = heard.length + count;
  while (heard.length < wanted) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe.skipIf(!CAN_HAVE_CABLE)('an interface', () => {
  it('goes and comes back, and another time with another address: nothing is lost', async () => {
    const cable = await Cable.open();
    const heard = cable.read();
    cable.run(cable.there, process.execPath, NUMBERS, 'write');
    await more(heard, 10);
    cable.unplug();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    cable.plug();
    await more(heard, 100);
    cable.set(cable.here, 'addr del 10.9.0.1/24 dev v0');
    cable.set(cable.here, 'addr add 10.9.0.7/24 dev v0');
    await more(heard, 100);
    expect(heard).toEqual(heard.map((_, index) => index));
  });

  it.each(['cyclone', 'fast'] as const)('gets another address, in talk with %s', async (vendor) => {
    if (peers.missing[vendor] !== undefined) return;
    const cable = await Cable.open();
    const heard = cable.read();
    const settings = ['domain=0', 'multicast=yes', 'address=10.9.0.2', 'matches=1'];
    const many = ['count=100000', 'pause_us=20000', 'size=10'];
    cable.run(cable.there, peers[vendor]!, 'pub', ...settings, ...many);
    await more(heard, 10);
    cable.set(cable.here, 'addr del 10.9.0.1/24 dev v0');
    cable.set(cable.here, 'addr add 10.9.0.7/24 dev v0');
    await more(heard, 100);
    // These vendors treat us as a new reader, which does not get what they wrote in the meantime.
    expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b));
  });
});
