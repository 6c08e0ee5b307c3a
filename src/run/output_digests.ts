import type { Graph, Publisher } from '../graph/index.js';
import { Digest } from '../kernel/index.js';
import type { OutputDigest } from '../record/index.js';
import type { MessageSink } from '../trace/index.js';

interface Output {
  messages: number;
  readonly all: Digest;
  readonly settled: Digest;
  readonly last: Digest;
  time: number;
}

/** Digests what each node sends: two digests are equal if and only if the node behaved the same towards others. */
export class OutputDigests implements MessageSink {
  readonly #graph: Graph;
  readonly #next: MessageSink | undefined;
  readonly #outputs = new Map<string, Map<string, Output>>();

  constructor(graph: Graph, next: MessageSink | undefined) {
    this.#graph = graph;
    this.#next = next;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.#next?.message(publisher, bytes, sequence);
    const output = this.#output(publisher.node.fullName, publisher.name);
    const { now } = this.#graph.kernel;
    if (now !== output.time) settle(output);
    output.time = now;
    output.messages++;
    output.last.reset();
    output.last.bytes(bytes);
    output.all.integer(now);
    output.all.digest(output.last);
  }

  /** By node and topic, sorted by name. */
  digests(): OutputDigest[] {
    const found: OutputDigest[] = [];
    for (const [node, topics] of sorted(this.#outputs)) {
      for (const [topic, output] of sorted(topics)) {
        settle(output);
        const { messages, all, settled, last } = output;
        const digests = { all: all.hex(), settled: settled.hex(), final: last.hex() };
        found.push({ node, topic, messages, ...digests });
      }
    }
    return found;
  }

  #output(node: string, topic: string): Output {
    let topics = this.#outputs.get(node);
    if (topics === undefined) {
      topics = new Map();
      this.#outputs.set(node, topics);
    }
    let output = topics.get(topic);
    if (output === undefined) {
      const [all, settled, last] = [new Digest(), new Digest(), new Digest()];
      output = { messages: 0, all, settled, last, time: -1 };
      topics.set(topic, output);
    }
    return output;
  }
}

/** The instant of the last message has passed. */
function settle(output: Output): void {
  if (output.time < 0) return;
  output.settled.integer(output.time);
  output.settled.digest(output.last);
  output.time = -1;
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
