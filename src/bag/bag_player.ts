import { OrreryError } from '../errors/index.js';
import { type Graph, type GraphNode, Publisher } from '../graph/index.js';
import type { MessageType, TypeRegistry } from '../interfaces/index.js';
import type { Source } from '../kernel/index.js';
import type { BagTopic } from './bag_reader.js';
import { offerPlayerServices } from './offer_player_services.js';
import type { Playback } from './playback.js';
import { PlaybackClock } from './playback_clock.js';
import { PlayerReports } from './player_reports.js';
import { PlayerTick } from './player_tick.js';
import type { BagMessage } from './storage_file.js';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Plays a bag in virtual time: every message is published at its own stamp, not on a polling
 * grid. Each one is a callback of the player node. Messages of equal stamps keep their recorded
 * order; what is ready runs between them, so that a shallow queue loses none.
 *
 * @example
 * ```ts
 * const player = new BagPlayer(graph, types, await openPlayback('drive.mcap', { rate: 2 }));
 * simulation.attach(player.node);
 * player.start();
 * ```
 *
 * The node offers the services of rosbag2's player (`~/pause`, `~/seek`, …); they are answered
 * once the node is attached to an executor.
 */
export class BagPlayer implements Source {
  readonly node: GraphNode;
  readonly #graph: Graph;
  readonly #playback: Playback;
  readonly #publishers = new Map<string, Publisher>();
  readonly #tick: PlayerTick;
  readonly #reports: PlayerReports;
  #clock!: PlaybackClock;
  #end: bigint;
  #messages!: Iterator<BagMessage>;
  #next: BagMessage | undefined;
  #due = NEVER;
  #leave = () => {};
  #waiting = false;

  /**
   * Creates the player's publishers and services; nothing is published before {@link start}.
   *
   * @param node - the node that plays; by default the player makes its own
   */
  constructor(graph: Graph, types: TypeRegistry, playback: Playback, node?: GraphNode) {
    this.#graph = graph;
    this.#playback = playback;
    this.#end = playback.end;
    const { options, bag } = playback;
    this.node =
      node ??
      graph.createNode({
        name: options.name ?? 'rosbag2_player',
        remap: options.remap ?? [],
      });
    this.#tick = new PlayerTick(this.node, 'play', false, () => this.#publishDue());
    for (const { topic, qos } of playback.topics) {
      const name = this.node.resolve(topic.name);
      const publisher = new Publisher(this.node, name, typeOf(topic, types, bag.path), qos);
      this.#publishers.set(topic.name, publisher);
    }
    this.#reports = new PlayerReports(this, types, playback);
    offerPlayerServices(this, types, playback.start);
  }

  /**
   * Call this once the clock has its initial time: from now on messages become due. A player that
   * is started during the run begins to play at that moment.
   */
  start(): void {
    const { start, options } = this.#playback;
    const { epoch } = this.#graph;
    const late = this.#now > 0;
    const offset = late ? this.#now + (options.delay ?? 0) : Number(start - epoch);
    this.#clock = new PlaybackClock(options.rate ?? 1, start, offset, options.startPaused === true);
    this.#leave = this.#graph.kernel.addSource(this);
    this.seek(start, offset);
    this.#reports.start(Math.max(offset, this.#now));
  }

  get #now(): number {
    return this.#graph.kernel.now;
  }

  get nextDue(): number {
    return this.#waiting || this.node.destroyed ? NEVER : this.#due;
  }

  advance(): undefined {
    this.#waiting = true;
    this.#graph.kernel.delays.push(this.#due, this.#tick);
    return undefined;
  }

  get paused(): boolean {
    return this.#clock.paused;
  }

  get rate(): number {
    return this.#clock.rate;
  }

  /** Whether nothing is left to publish, or the node is gone. */
  get finished(): boolean {
    return this.#next === undefined || this.node.destroyed;
  }

  /** The time of the bag that is being played. */
  get bagTime(): bigint {
    return this.#clock.bagTime(this.#now);
  }

  pause(): void {
    if (this.paused) return;
    this.#clock.pause(this.#now);
    this.#schedule();
  }

  resume(): void {
    if (!this.paused) return;
    this.#clock.resume(this.#now);
    this.#schedule();
    this.#reports.start(this.#now);
  }

  setRate(rate: number): boolean {
    if (!(rate > 0 && rate < NEVER)) return false;
    this.#clock.setRate(rate, this.#now);
    this.#schedule();
    return true;
  }

  /** Continues from the first message at or after this time of the bag, reached at `now`. */
  seek(time: bigint, now = this.#now): void {
    const { bag, options } = this.#playback;
    this.#messages = bag.messages({
      topics: this.#publishers.keys(),
      start: time,
      end: this.#end,
      order: options.order,
    });
    this.#clock.jump(time, now);
    this.#read();
    this.#schedule();
  }

  /** Starts again after the end; false while something is left to play. */
  play(start: bigint, end: bigint | undefined): boolean {
    if (!this.finished) return false;
    this.#end = end ?? this.#playback.end;
    this.seek(start);
    this.resume();
    this.#reports.start(this.#now);
    return true;
  }

  /** Drops the remaining messages. */
  stop(): void {
    this.#next = undefined;
    this.#schedule();
  }

  /** Publishes up to `count` messages at once while paused; returns how many it published. */
  burst(count: number): number {
    if (!this.paused) return 0;
    let published = 0;
    while (published < count && this.#next !== undefined) {
      this.#clock.jump(this.#stampOf(this.#next), this.#now);
      this.#publishNext();
      published++;
    }
    return published;
  }

  /** Closes the bag. */
  close(): void {
    this.#leave();
    this.#playback.bag.close();
  }

  /** The tick's callback. After a pause it may be called once more than needed; then nothing is due. */
  #publishDue(): boolean {
    if (this.#next === undefined || !(this.#due <= this.#now)) return false;
    this.#graph.begin(this.#tick, 0, 0);
    this.#publishNext();
    this.#graph.end(this.#tick, undefined);
    if (this.#due > this.#now) return true;
    // Its next turn comes after everything that has just become ready.
    this.#waiting = true;
    this.#graph.kernel.ready.push(this.#tick);
    return true;
  }

  #publishNext(): void {
    const message = this.#next!;
    const stamp = this.#stampOf(message);
    this.#reports.publishes(message.topic, stamp);
    this.#publishers.get(message.topic)!.publishSerialized(message.data);
    this.#read();
    const ended = this.#next === undefined;
    if (ended && this.#playback.options.loop === true) this.#repeat();
    else this.#schedule();
    if (this.#due > this.#now) this.#reports.published(stamp, ended);
  }

  #repeat(): void {
    // One nanosecond later, so that a bag whose messages share one stamp does not repeat forever at
    // the same instant.
    this.seek(this.#playback.start, this.#now + 1);
  }

  #read(): void {
    const { value, done } = this.#messages.next();
    this.#next = done === true ? undefined : value;
  }

  #stampOf(message: BagMessage): bigint {
    return this.#playback.options.order === 'sent' ? message.publishTime : message.logTime;
  }

  #schedule(): void {
    this.#graph.kernel.delays.remove(this.#tick);
    this.#waiting = false;
    const next = this.#next;
    this.#due =
      next === undefined ? NEVER : Math.max(this.#clock.due(this.#stampOf(next)), this.#now);
  }
}

/** The topic's type: known to the registry, or as the bag itself defines it. */
function typeOf(topic: BagTopic, types: TypeRegistry, file: string): MessageType {
  if (types.has(topic.type)) return types.message(topic.type);
  if (topic.schema?.encoding === 'ros2msg') return types.fromSchema(topic.type, topic.schema.text);
  throw new OrreryError(
    'ORR_UNKNOWN_TYPE',
    `Topic ${topic.name} of ${file} has the type ${topic.type}, which is unknown and not defined in the bag; ` +
      'give the directory of its package, or leave the topic out.',
    { place: { file, topic: topic.name, type: topic.type } },
  );
}
