/** Systems of a source in JavaScript and processes on Cyclone DDS, which tests of the orchestrator run. */
import { readdirSync, readFileSync } from 'node:fs';
import { peers } from './dds_peer.js';
import type { Sandbox } from './sandbox.js';

/** Publishes a message every 100 ms, and receives what comes back. */
const SOURCE = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('source');
const publisher = node.createPublisher('std_msgs/msg/String', 'm');
let count = 0;
node.createTimer(100_000_000n, () => publisher.publish({ data: 'm' + count++ }));
node.createSubscription('std_msgs/msg/String', 'seen', ({ data }) => console.log('seen', data));
rclnodejs.spin(node);
`;

/** A callback of a process, as the process reports it. */
export interface Callback {
  readonly kind: string;
  readonly name: string;
  readonly got: string;
  readonly said: string;
}

export interface Ran {
  readonly digest: string;
  readonly status: number | null;
  readonly callbacks: readonly Callback[];
  readonly text: string;
}

/**
 * Writes a launch file of the source and of processes, each with its arguments, and of further executables given by
 * their commands.
 */
export function writeSystem(
  sandbox: Sandbox,
  file: string,
  nodes: Readonly<Record<string, string>>,
  further: readonly string[] = [],
): string {
  const processes = Object.entries(nodes).map(
    ([node, words]) =>
      `  <executable name="${node}" output="screen" cmd="${peers.ros} --node ${node} ${words}"/>`,
  );
  const others = ['node source.mjs', ...further].map(
    (command, index) => `  <executable name="other${index}" output="screen" cmd="${command}"/>`,
  );
  sandbox.write('source.mjs', SOURCE);
  sandbox.write(file, `<launch>\n${[...others, ...processes].join('\n')}\n</launch>\n`);
  return file;
}

/** Launches a system for a virtual duration. */
export function runSystem(
  sandbox: Sandbox,
  file: string,
  { until = '0.35s', args = [] as readonly string[] } = {},
): Ran {
  const words = ['launch', file, '--until', until, '--no-record', ...args];
  const { stdout, stderr, status } = sandbox.orrery(words);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"kind"'));
  return {
    digest: /^digest (\w+)$/m.exec(stdout)?.[1] ?? '',
    status,
    callbacks: lines.map((line) => JSON.parse(line) as Callback),
    text: stdout + stderr,
  };
}

/** What a node received, in order. */
export function heard({ callbacks }: Pick<Ran, 'callbacks'>, node: string): string[] {
  return callbacks.filter(({ said }) => said.startsWith(`${node}(`)).map(({ got }) => got);
}

/** Process ids of peers whose command line contains this text. */
export function alive(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
        return words[0] === peers.ros && words.includes(word) ? [pid] : [];
      } catch {
        return [];
      }
    });
}
