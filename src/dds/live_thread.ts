/** The socket thread: passes the commands of a program to a participant, and the participant's news back. */
import { parentPort, workerData } from 'node:worker_threads';
import { OrreryError } from '../errors/index.js';
import { hasPrefix } from './guid.js';
import { HeldEvents } from './held_events.js';
import {
  MAX_WAITING_BYTES,
  MAX_WAITING_WRITES,
  MIN_PROGRAM_ROOM,
  UNTAKEN_OVERHEAD_BYTES,
} from './limits.js';
import { LiveBacklog, SHARED } from './live_backlog.js';
import { type LiveNews, liveNode, newsListener } from './live_news.js';
import type { LiveCommand, LiveEvent, LiveNode, LiveThreadData } from './live_protocol.js';
import { LiveServices } from './live_services.js';
import type { Reader } from './reader.js';
import type { ReceivedSample } from './received_sample.js';
import type { NodeEntities } from './ros_discovery_info.js';
import { RosGraph } from './ros_graph.js';
import { UdpDriver } from './udp_driver.js';
import type { Writer } from './writer.js';

interface LiveEndpoint {
  readonly writer?: Writer;
  readonly reader?: Reader;
  /** Writes that wait for room in a keep-all history, and their bytes; further ones are refused. */
  readonly waiting: Extract<LiveCommand, { kind: 'write' }>[];
  waitingBytes: number;
}

const { options, shared } = workerData as LiveThreadData;
const backlog = new LiveBacklog(shared, options.maxUntaken);
const held = new HeldEvents();
let events: LiveEvent[] = [];
/** Buffers that the events of this turn transfer to the program. */
let handedOver: ArrayBuffer[] = [];
let bytes = 0;

/** Payloads of at least this many bytes are transferred to the program instead of copied. */
const LARGE_BYTES = 16 * 1024;
/** When the participant is closed, peers have this long to acknowledge what was written; ms, real time. */
const CLOSING_MS = 500;

function isHandedOver({ length, buffer }: Uint8Array): boolean {
  return length >= LARGE_BYTES && buffer.byteLength === length;
}

/** Sends an event to the program; less urgent events wait while the program is behind. */
function tell(event: LiveEvent, payload?: Uint8Array): void {
  if ((held.size > 0 || !mayGive()) && held.hold(event)) return;
  held.told(event);
  send(event, payload);
}

/** Called when the program takes events again. */
function tellHeld(): void {
  for (const event of held.takeAll()) tell(event);
}

/** Sends an event together with all others of this turn. */
function send(event: LiveEvent, payload?: Uint8Array): void {
  if (events.length === 0) {
    setImmediate(() => {
      const [said, memory] = [events, handedOver];
      backlog.sent(bytes);
      events = [];
      handedOver = [];
      bytes = 0;
      parentPort!.postMessage(said, memory);
    });
  }
  events.push(event);
  bytes += UNTAKEN_OVERHEAD_BYTES + (payload?.length ?? 0);
}

/** Whether the program can take more. */
const mayGive = () => !backlog.isFull(bytes);

class LiveThread {
  readonly #endpoints = new Map<number, LiveEndpoint>();
  readonly #services: LiveServices;
  readonly #graph: RosGraph | undefined;
  readonly #prefix: Uint8Array;
  #nodesChanged = false;

  constructor(readonly driver: UdpDriver) {
    this.#prefix = driver.participant.guid.prefix;
    this.#services = new LiveServices(driver, tell, mayGive);
    if (options.graph === undefined) return;
    const onChange = () => this.#tellNodes();
    this.#graph = new RosGraph(driver.participant, { ...options.graph, onChange }, driver.now());
  }

  /** Called when a participant or an endpoint was discovered or is gone. */
  noticed(): void {
    this.#services.look();
  }

  /** Sends all nodes of other participants, once for each turn in which some changed. */
  #tellNodes(): void {
    if (this.#nodesChanged) return;
    this.#nodesChanged = true;
    setImmediate(() => {
      this.#nodesChanged = false;
      const nodes = this.#graph!.others().map(liveNode);
      tell({ kind: 'news', news: { what: 'nodes', nodes } });
    });
  }

  handle(command: LiveCommand): void {
    switch (command.kind) {
      case 'writer':
        this.#addWriter(command);
        break;
      case 'reader':
        this.#addReader(command);
        break;
      case 'write':
        this.#write(command);
        break;
      case 'client':
        this.#services.addClient(command.id, command.service);
        break;
      case 'server':
        this.#services.addServer(command.id, command.service);
        break;
      case 'call':
        this.#services.call(command);
        break;
      case 'respond':
        this.#services.respond(command);
        break;
      case 'forget':
        this.#services.forget(command.id, command.number);
        break;
      case 'nodes':
        this.#graph?.setNodes(
          command.nodes.map((node) => this.#entities(node)),
          this.driver.now(),
        );
        break;
      case 'status':
        this.#tellStatus();
        break;
      case 'resume':
        tellHeld();
        for (const [id, { reader }] of this.#endpoints) if (reader) this.#giveAll(id, reader);
        this.#services.resume();
        break;
      case 'remove':
        this.#remove(command.id);
        break;
      case 'close':
        // Waits a short time until the last samples are acknowledged.
        void this.#close();
    }
  }

  #remove(id: number): void {
    const { participant } = this.driver;
    const now = this.driver.now();
    const { writer, reader } = this.#endpoints.get(id) ?? {};
    this.#endpoints.delete(id);
    if (writer !== undefined) participant.removeWriter(writer, now);
    if (reader !== undefined) participant.removeReader(reader, now);
    this.#services.remove(id);
  }

  #entities({ namespace, name, endpoints }: LiveNode): NodeEntities {
    const all = endpoints.map((id) => this.#endpoints.get(id) ?? this.#services.endpointsOf(id));
    const readers = all.flatMap((each) => each?.reader?.guid ?? []);
    const writers = all.flatMap((each) => each?.writer?.guid ?? []);
    return { namespace, name, readers, writers };
  }

  #tellStatus(): void {
    const { participant, errors, sent, receiveBuffer } = this.driver;
    const status = {
      rejections: Object.fromEntries(participant.rejections.entries()),
      socketErrors: Object.fromEntries(errors),
      sent,
      received: participant.received,
      receiveBuffer,
    };
    tell({ kind: 'status', status });
  }

  async #close(): Promise<void> {
    const end = performance.now() + CLOSING_MS;
    const isDone = () => this.driver.participant.writers.every((writer) => writer.isAcknowledged);
    while (!isDone() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await this.driver.close();
    Atomics.store(shared, SHARED.ended, 1);
    Atomics.notify(shared, SHARED.ended);
    parentPort!.close();
  }

  #addWriter({ id, endpoint }: Extract<LiveCommand, { kind: 'writer' | 'reader' }>): void {
    const writer = this.driver.participant.createWriter(endpoint, this.driver.now(), {
      onMatched: (_, __, count) => tell({ kind: 'matched', id, count }),
      onIncompatible: (_, policy) => tell({ kind: 'incompatible', id, policy }),
      onWritable: () => {
        const endpoint = this.#endpoints.get(id);
        if (endpoint === undefined) return;
        endpoint.waitingBytes = 0;
        for (const command of endpoint.waiting.splice(0)) this.#write(command);
      },
    });
    this.#endpoints.set(id, { writer, waiting: [], waitingBytes: 0 });
  }

  #addReader({ id, endpoint }: Extract<LiveCommand, { kind: 'writer' | 'reader' }>): void {
    // One datagram may carry more samples than the depth, and the program cannot take samples meanwhile. Of
    // earlier samples, the program gets as many as the depth allows.
    const room = endpoint.qos.durability === 'volatile' ? MIN_PROGRAM_ROOM : 0;
    const reader = this.driver.participant.createReader({ ...endpoint, room }, this.driver.now(), {
      onData: (from) => this.#giveAll(id, from),
      onMatched: (_, __, count) => tell({ kind: 'matched', id, count }),
      onIncompatible: (_, policy) => tell({ kind: 'incompatible', id, policy }),
      onLost: (count) => tell({ kind: 'lost', id, count }),
    });
    this.#endpoints.set(id, { reader, waiting: [], waitingBytes: 0 });
  }

  /**
   * Gives the program a reader's samples; those that the program cannot take yet stay with the
   * reader, within its bounds.
   */
  #giveAll(id: number, reader: Reader): void {
    while (mayGive()) {
      const sample = reader.take();
      if (sample === undefined) return;
      this.#give(id, sample);
    }
  }

  #give(id: number, sample: ReceivedSample): void {
    sample.keep();
    const { writer, sequence, payload, sourceTimestamp, receivedAt, isDisposal } = sample;
    const said = { sequence, payload, sourceTimestamp, receivedAt, isDisposal };
    tell({ kind: 'sample', id, sample: { writer: writer.text, ...said } }, payload);
    // A payload in the history of one of our own writers cannot be transferred.
    if (isHandedOver(payload) && !hasPrefix(writer.prefix, 0, this.#prefix)) {
      handedOver.push(payload.buffer as ArrayBuffer);
    }
  }

  #write(command: Extract<LiveCommand, { kind: 'write' }>): void {
    const endpoint = this.#endpoints.get(command.id);
    if (endpoint?.writer === undefined) return;
    const { writer, waiting } = endpoint;
    const isFirst = waiting.length === 0;
    const result = isFirst
      ? writer.write(command.payload, this.driver.now(), command.options)
      : 'full';
    if (result === 'written') return;
    const { length } = command.payload;
    const hasRoom =
      waiting.length < MAX_WAITING_WRITES && endpoint.waitingBytes + length <= MAX_WAITING_BYTES;
    if (result === 'full' && hasRoom) {
      waiting.push(command);
      endpoint.waitingBytes += length;
    } else tell({ kind: 'refused', id: command.id, count: 1 });
  }
}

async function main(): Promise<void> {
  try {
    let thread: LiveThread | undefined;
    const listener = newsListener((news: LiveNews) => {
      tell({ kind: 'news', news });
      thread?.noticed();
    });
    const driver = await UdpDriver.open({ ...options, listener });
    thread = new LiveThread(driver);
    const opened = thread;
    parentPort!.on('message', (commands: LiveCommand[]) => {
      for (const command of commands) opened.handle(command);
      driver.wake();
    });
    tell({ kind: 'open', guid: driver.participant.guid.text });
  } catch (error) {
    const code = error instanceof OrreryError ? error.code : 'ORR_DDS_PORTS';
    const message = error instanceof Error ? error.message : String(error);
    parentPort!.postMessage([{ kind: 'failed', code, message }]);
    parentPort!.close();
  }
}

void main();
