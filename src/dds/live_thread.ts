/** The thread with the sockets: what a program says to it goes to a participant, news come back. */
import { parentPort, workerData } from 'node:worker_threads';
import { OrreryError } from '../errors/index.js';
import type { LiveCommand, LiveEvent, LiveOptions } from './live_protocol.js';
import type { Reader } from './reader.js';
import type { ReceivedSample } from './received_sample.js';
import { UdpDriver } from './udp_driver.js';
import type { Writer } from './writer.js';

/** Writes that wait for room in a keep-all history; beyond these they are refused. */
const MAX_WAITING = 10_000;

interface LiveEndpoint {
  readonly writer?: Writer;
  readonly reader?: Reader;
  readonly waiting: Extract<LiveCommand, { kind: 'write' }>[];
}

class LiveThread {
  readonly #endpoints = new Map<number, LiveEndpoint>();
  #events: LiveEvent[] = [];

  constructor(readonly driver: UdpDriver) {}

  /** Tells the program, together with everything else of this turn. */
  tell(event: LiveEvent): void {
    if (this.#events.length === 0) {
      setImmediate(() => {
        const events = this.#events;
        this.#events = [];
        parentPort!.postMessage(events);
      });
    }
    this.#events.push(event);
  }

  handle(command: LiveCommand): void {
    const { participant } = this.driver;
    const now = this.driver.now();
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
      case 'remove': {
        const { writer, reader } = this.#endpoints.get(command.id) ?? {};
        this.#endpoints.delete(command.id);
        if (writer !== undefined) participant.removeWriter(writer, now);
        if (reader !== undefined) participant.removeReader(reader, now);
        break;
      }
      case 'close':
        // What was written last is acknowledged first, if that is soon.
        void this.#close();
    }
  }

  async #close(): Promise<void> {
    const end = performance.now() + 500;
    const isDone = () => this.driver.participant.writers.every((writer) => writer.isAcknowledged);
    while (!isDone() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await this.driver.close();
    parentPort!.close();
  }

  #addWriter({ id, endpoint }: Extract<LiveCommand, { kind: 'writer' | 'reader' }>): void {
    const writer = this.driver.participant.createWriter(endpoint, this.driver.now(), {
      onMatched: (_, __, count) => this.tell({ kind: 'matched', id, count }),
      onIncompatible: (_, policy) => this.tell({ kind: 'incompatible', id, policy }),
      onWritable: () => {
        const waiting = this.#endpoints.get(id)?.waiting.splice(0) ?? [];
        for (const command of waiting) this.#write(command);
      },
    });
    this.#endpoints.set(id, { writer, waiting: [] });
  }

  #addReader({ id, endpoint }: Extract<LiveCommand, { kind: 'writer' | 'reader' }>): void {
    const reader = this.driver.participant.createReader(endpoint, this.driver.now(), {
      onData: (from) => {
        for (let next = from.take(); next !== undefined; next = from.take()) this.#give(id, next);
      },
      onMatched: (_, __, count) => this.tell({ kind: 'matched', id, count }),
      onIncompatible: (_, policy) => this.tell({ kind: 'incompatible', id, policy }),
      onLost: (count) => this.tell({ kind: 'lost', id, count }),
    });
    this.#endpoints.set(id, { reader, waiting: [] });
  }

  #give(id: number, sample: ReceivedSample): void {
    sample.keep();
    const { writer, sequence, payload, sourceTimestamp, receivedAt, isDisposal } = sample;
    const said = { sequence, payload, sourceTimestamp, receivedAt, isDisposal };
    this.tell({ kind: 'sample', id, sample: { writer: writer.text, ...said } });
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
    if (result === 'full' && waiting.length < MAX_WAITING) waiting.push(command);
    else this.tell({ kind: 'refused', id: command.id, count: 1 });
  }
}

async function main(options: LiveOptions): Promise<void> {
  try {
    const thread = new LiveThread(await UdpDriver.open(options));
    parentPort!.on('message', (commands: LiveCommand[]) => {
      for (const command of commands) thread.handle(command);
      thread.driver.wake();
    });
    thread.tell({ kind: 'open' });
  } catch (error) {
    const code = error instanceof OrreryError ? error.code : 'ORR_DDS_PORTS';
    const message = error instanceof Error ? error.message : String(error);
    parentPort!.postMessage([{ kind: 'failed', code, message }]);
    parentPort!.close();
  }
}

void main(workerData as LiveOptions);
