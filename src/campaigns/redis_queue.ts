import type { Job, Queue, Worker } from 'bullmq';
import { OrreryError } from '../errors/index.js';
import { bullmq, ioredis } from '../packages/index.js';
import type { Batch, SharedWorkQueue } from './work_queue.js';
import { WORKER_NAME } from './worker_name.js';

/** The most rows of one job: some seconds of work, so that the broker's share of it is small. */
const MOST_ROWS = 250;
/** A campaign of up to 16,000 rows becomes at most this many jobs, and at least half as many: enough for as many workers. */
const LEAST_JOBS = 64;
/** Jobs announced with one command. */
const JOBS_PER_COMMAND = 1000;
/** How many times a job may be taken over. */
const MOST_TAKEOVERS = 1_000_000;
/** Time limits, in ms. */
interface Patience {
  /** A worker that is silent for this long has lost its job. */
  readonly lock: number;
  /** A server that does not answer for this long is considered gone. */
  readonly answer: number;
}

const PATIENCE: Patience = { lock: 60_000, answer: 60_000 };
/** How many times within the time of a lock a worker reports that it is alive. */
const HEARTBEATS = 6;

interface BatchData {
  readonly first: number;
  readonly count: number;
}

/**
 * Batches of a campaign as jobs of BullMQ on a Redis server. It holds the numbers of rows only: results are
 * kept in the store. Every worker announces all jobs, and those that are known already are ignored, so a
 * server that has forgotten everything is told again. A job may be made twice; its results are published once.
 */
export class RedisQueue implements SharedWorkQueue {
  readonly #size: number;
  readonly #name: string;
  readonly #patience: Patience;
  readonly #connection: InstanceType<ReturnType<typeof ioredis>['Redis']>;
  readonly #queue: Queue<BatchData>;
  readonly #worker: Worker<BatchData>;
  /** Made by the packages; each asks its server until it is told to stop. */
  readonly #copies: InstanceType<ReturnType<typeof ioredis>['Redis']>[] = [];
  readonly #completing = new Set<Promise<void>>();
  #token = 0;
  #isGone = false;

  /**
   * @param name - of the campaign and its round; workers that share them have the same
   * @param url - e.g. `redis://localhost:6379`
   * @throws OrreryError `ORR_CAMPAIGN_BROKER`
   */
  constructor(name: string, size: number, url: string, given: Partial<Patience> = {}) {
    const patience = { ...PATIENCE, ...given };
    this.#size = size;
    this.#name = `orrery-${name}`;
    this.#patience = patience;
    const [{ Queue, Worker }, { Redis }] = packagesOf();
    if (!URL.canParse(url)) {
      throw broken(`"${url}" is not an address; write e.g. redis://localhost:6379`);
    }
    this.#connection = new Redis(url, { maxRetriesPerRequest: null });
    // A failed request is repeated; a caller that waits too long reports the failure.
    this.#connection.on('error', () => {});
    const { duplicate } = this.#connection;
    this.#connection.duplicate = (override) => {
      const copy = duplicate.call(this.#connection, override);
      this.#copies.push(copy);
      return copy;
    };
    const common = { connection: this.#connection };
    this.#queue = new Queue<BatchData>(this.#name, common);
    this.#worker = new Worker<BatchData>(this.#name, null, {
      ...common,
      autorun: false,
      lockDuration: patience.lock,
      stalledInterval: patience.lock / 2,
      maxStalledCount: MOST_TAKEOVERS,
    });
    this.#queue.on('error', () => {});
    this.#worker.on('error', () => {});
  }

  async claim(): Promise<Batch | undefined> {
    return this.#inTime(async () => {
      if (this.#token === 0) await this.#announce();
      for (;;) {
        const token = `${WORKER_NAME}-${++this.#token}`;
        const job = await this.#worker.getNextJob(token, { block: false });
        if (job !== undefined) return this.#batch(job, token);
        // Either nothing is left, or the server has lost its data.
        if (await this.#isKnown()) return undefined;
        await this.#announce();
      }
    });
  }

  async isComplete(): Promise<boolean> {
    return this.#inTime(async () => {
      await Promise.all(this.#completing);
      const done = await this.#queue.getCompletedCount();
      return done >= Math.ceil(this.#size / this.#rows);
    });
  }

  /** The numbers of rows of a job; the same for all workers. */
  get #rows(): number {
    return Math.max(1, Math.min(MOST_ROWS, Math.ceil(this.#size / LEAST_JOBS)));
  }

  /** Whether the server knows the first job and the last one, done or not. */
  async #isKnown(): Promise<boolean> {
    const last = Math.floor((this.#size - 1) / this.#rows) * this.#rows;
    const jobs = await Promise.all([0, last].map((first) => this.#queue.getJob(`rows-${first}`)));
    return jobs.every((job) => job !== undefined);
  }

  async #announce(): Promise<void> {
    const rows = this.#rows;
    const jobs = Math.ceil(this.#size / rows);
    for (let from = 0; from < jobs; from += JOBS_PER_COMMAND) {
      const count = Math.min(JOBS_PER_COMMAND, jobs - from);
      await this.#queue.addBulk(
        Array.from({ length: count }, (_, i) => {
          const first = (from + i) * rows;
          const data = { first, count: Math.min(rows, this.#size - first) };
          return { name: 'rows', data, opts: { jobId: `rows-${first}` } };
        }),
      );
    }
    await this.#worker.startStalledCheckTimer();
  }

  #batch(job: Job<BatchData>, token: string): Batch {
    const { first, count } = job.data;
    const { lock } = this.#patience;
    // The interval affects only who repeats the rows if the worker dies.
    let said = performance.now();
    return {
      rows: Array.from({ length: count }, (_, i) => first + i),
      heartbeat: () => {
        if (performance.now() - said < lock / HEARTBEATS) return;
        said = performance.now();
        // If the job has been taken over, its new owner finds the existing results.
        job.extendLock(token, lock).catch(() => {});
      },
      complete: () => {
        const said = job.moveToCompleted(null, token, false).then(
          () => {},
          () => {},
        );
        this.#completing.add(said);
        void said.then(() => this.#completing.delete(said));
      },
    };
  }

  async #inTime<T>(ask: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const { answer } = this.#patience;
      const error = broken(`the Redis server does not answer within ${answer / 1000} s`);
      timer = setTimeout(() => {
        this.#isGone = true;
        reject(error);
      }, answer);
    });
    const asked = ask();
    // Nobody needs an answer after that.
    asked.catch(() => {});
    try {
      return await Promise.race([asked, late]);
    } catch (cause) {
      if (cause instanceof OrreryError) throw cause;
      throw broken(cause instanceof Error ? cause.message : String(cause));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends what is still pending, and disconnects. */
  async close(): Promise<void> {
    const said = this.#isGone ? undefined : this.#inTime(() => this.#connection.ping());
    const farewell = (async () => {
      await said;
      await this.#worker.close(true);
      await this.#queue.close();
    })();
    // A server that is gone cannot be disconnected from.
    farewell.catch(() => {});
    if (said !== undefined) await this.#inTime(() => farewell).catch(() => {});
    for (const each of [this.#connection, ...this.#copies]) each.disconnect();
  }
}

function packagesOf(): [ReturnType<typeof bullmq>, ReturnType<typeof ioredis>] {
  try {
    return [bullmq(), ioredis()];
  } catch {
    throw broken('BullMQ is not installed here; run npm install bullmq ioredis');
  }
}

function broken(reason: string): OrreryError {
  return new OrreryError(
    'ORR_CAMPAIGN_BROKER',
    `The campaign cannot be shared by Redis: ${reason}; what has been made is kept, and the same command continues.`,
  );
}
