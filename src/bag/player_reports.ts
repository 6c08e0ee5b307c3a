import { DEFAULT_QOS, Publisher, type Qos } from '../graph/index.js';
import type { TypeRegistry } from '../interfaces/index.js';
import type { BagPlayer } from './bag_player.js';
import type { Playback } from './playback.js';
import { PlayerTick } from './player_tick.js';

const LATEST_ONLY: Qos = { ...DEFAULT_QOS, depth: 1 };
const CLOCK_QOS: Qos = { ...LATEST_ONLY, reliability: 'best_effort' };

/** What a player reports about itself: `/clock`, and rslcpp's progress and end. */
export class PlayerReports {
  readonly #player: BagPlayer;
  readonly #playback: Playback;
  readonly #progress: Publisher | undefined;
  readonly #shutdown: Publisher | undefined;
  readonly #clock: Publisher | undefined;
  /** Topics whose messages the clock precedes; undefined: all. */
  readonly #clockTopics: ReadonlySet<string> | undefined;
  readonly #tick: PlayerTick;
  #clockStart = 0;
  #clockCount = 0;

  constructor(player: BagPlayer, types: TypeRegistry, playback: Playback) {
    this.#player = player;
    this.#playback = playback;
    const { clock, clockTopics = [], progress, announceEnd } = playback.options;
    const { node } = player;
    const offer = (topic: string, type: string, qos: Qos) =>
      new Publisher(node, node.resolve(topic), types.message(type), qos);
    if (progress === true) {
      this.#progress = offer('/rslcpp/progress', 'std_msgs/msg/Float32', LATEST_ONLY);
    }
    if (announceEnd === true) {
      this.#shutdown = offer('/rslcpp/shutdown', 'std_msgs/msg/Bool', LATEST_ONLY);
    }
    this.#clockTopics = clockTopics === 'all' ? undefined : new Set(clockTopics);
    if (clock !== undefined || this.#clockTopics?.size !== 0) {
      this.#clock = offer('/clock', 'rosgraph_msgs/msg/Clock', CLOCK_QOS);
    }
    this.#tick = new PlayerTick(node, 'clock', true, () => this.#publishClock());
  }

  /** Begins or continues to report from virtual time `now` on. */
  start(now: number): void {
    if (this.#playback.options.clock === undefined || this.#tick.position >= 0) return;
    this.#clockStart = now;
    this.#clockCount = 0;
    this.#scheduleClock();
  }

  #scheduleClock(): void {
    const due =
      this.#clockStart + Math.round((this.#clockCount * 1e9) / this.#playback.options.clock!);
    this.#player.node.graph.kernel.delays.push(due, this.#tick);
  }

  /** The clock stands still while the player is paused, and ends with it. */
  #publishClock(): boolean {
    const player = this.#player;
    if (player.paused || player.finished) return false;
    const { graph } = player.node;
    graph.begin(this.#tick, 0, 0);
    this.#publishTime(player.bagTime);
    graph.end(this.#tick, undefined);
    this.#clockCount++;
    this.#scheduleClock();
    return true;
  }

  #publishTime(time: bigint): void {
    this.#clock!.publish({
      clock: { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) },
    });
  }

  /** Called before a message of this topic with this stamp is published. */
  publishes(topic: string, time: bigint): void {
    if (this.#clock !== undefined && this.#clockTopics?.has(topic) !== false) {
      this.#publishTime(time);
    }
  }

  /** Called after the last message of an instant was published; `time` is its stamp. */
  published(time: bigint, ended: boolean): void {
    if (this.#progress !== undefined) {
      const { start, end, bag } = this.#playback;
      const span = Number([end, bag.metadata.end].sort((a, b) => (a < b ? -1 : 1))[0]! - start);
      const share = span <= 0 ? 1 : Number(time - start) / span;
      this.#progress.publish({ data: ended ? 1 : Math.max(0, Math.min(1, share)) });
    }
    if (ended) this.#shutdown?.publish({ data: true });
  }
}
