import { basename } from 'node:path';
import type { CampaignOptions } from './campaign_options.js';
import type { CampaignFolders } from './open_campaign.js';
import { RedisQueue } from './redis_queue.js';
import { Rounds } from './rounds.js';
import { SharedQueue } from './shared_queue.js';
import { LocalQueue, RowList, type SharedWorkQueue, type WorkQueue } from './work_queue.js';

/** The queues from which one command takes its rows, one after the other. */
export class RowQueues {
  readonly #options: CampaignOptions;
  readonly #folders: CampaignFolders;
  readonly #size: number;
  readonly #temporary: string;
  #open: WorkQueue | undefined;

  /**
   * @param size - rows of the campaign
   * @param temporary - for unfinished files, on the disk of the store
   */
  constructor(options: CampaignOptions, folders: CampaignFolders, size: number, temporary: string) {
    this.#options = options;
    this.#folders = folders;
    this.#size = size;
    this.#temporary = temporary;
  }

  /**
   * Has all rows made that this command is to make. A round that other workers share may end with rows that have no
   * result, because files have changed since they were made; these are the rows of another round.
   *
   * @param make - makes the rows of a queue
   * @param lacksResults - whether a row of the campaign is still to be made
   */
  async each(
    make: (queue: WorkQueue) => Promise<void>,
    lacksResults: () => boolean,
  ): Promise<void> {
    const { shard, shared = false, rows, redis } = this.#options;
    if (!shared && redis === undefined) {
      await make(rows ? new RowList(rows) : new LocalQueue(this.#size, shard));
      return;
    }
    const rounds = new Rounds(this.#folders.campaign, this.#temporary);
    const round = rounds.current;
    const queue = this.#shared(round);
    await make(queue);
    if (!lacksResults() || !(await queue.isComplete())) return;
    await queue.close?.();
    await make(this.#shared(rounds.after(round)));
  }

  #shared(round: string): SharedWorkQueue {
    const { redis, redisPatienceMs: answer } = this.#options;
    const { campaign } = this.#folders;
    const name = `${basename(campaign)}-${round}`;
    const queue =
      redis === undefined
        ? new SharedQueue(campaign, round, this.#size)
        : new RedisQueue(name, this.#size, redis, answer === undefined ? {} : { answer });
    this.#open = queue;
    return queue;
  }

  async close(): Promise<void> {
    await this.#open?.close?.();
  }
}
