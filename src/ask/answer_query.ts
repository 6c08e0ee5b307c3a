import { type BagMessage, BagMessageTypes, type BagReader } from '../bag/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import { decodeShown } from '../interfaces/index.js';
import { conditionMistake, fulfils, type TopicCondition } from '../system/index.js';
import type { TemporalQuery } from './temporal_query.js';

/** Further answers are only counted. */
export const MOST_ANSWERS = 10_000;

export interface AskOptions {
  /** Whether to treat a topic that the recording lacks as one without messages. Default: false. */
  readonly mayLackTopics?: boolean;
  /** What messages call the recording. Default: its path. */
  readonly name?: string;
  /** When the run ended, in ns since the epoch. Default: the time of its last message. */
  readonly end?: bigint;
}

/** The messages, or callbacks, of a run that answer a question. */
export interface QueryAnswer {
  /** Number of answers. */
  readonly count: number;
  /** Stamps of the first answers, in ns since the epoch. */
  readonly stamps: readonly bigint[];
  /** Number of messages whose window was still open when the recording ended. */
  readonly undecided: number;
  /** Whether anything could have been an answer; if not, the lack of answers proves nothing. */
  readonly isEvaluated: boolean;
}

interface TransitionMessage {
  readonly goal_state?: { readonly label?: string };
}

/**
 * Answers a question about a recording in one pass. Memory grows with the messages within one window.
 *
 * @throws OrreryError `ORR_ASK_TOPIC` if the recording lacks a topic; `ORR_FIELD_UNKNOWN`, `ORR_FIELD_KIND`
 */
export function answerQuery(
  bag: BagReader,
  query: TemporalQuery,
  options: AskOptions = {},
): QueryAnswer {
  return new Answering(bag, query).run(options);
}

class Answering {
  readonly #bag: BagReader;
  readonly #types: BagMessageTypes;
  readonly #query: TemporalQuery;
  readonly #stamps: bigint[] = [];
  #count = 0;
  #isEvaluated = false;
  /** Stamps of events whose window is still open. */
  #open: bigint[] = [];
  #latestNeighbour: bigint | undefined;
  #state: string | undefined;

  constructor(bag: BagReader, query: TemporalQuery) {
    this.#bag = bag;
    this.#types = new BagMessageTypes(bag);
    this.#query = query;
  }

  run(options: AskOptions): QueryAnswer {
    const { mayLackTopics = false, end = this.#bag.metadata.end, name = this.#bag.path } = options;
    const { event, neighbour, state } = this.#query;
    const asked = neighbour === undefined ? [event] : [event, neighbour.condition];
    const topics = asked.map(({ topic }) => topic);
    for (const condition of asked) this.#known(condition, mayLackTopics ? undefined : name);
    const states = state && `${state.node}/transition_event`;
    if (states !== undefined) topics.push(states);
    for (const message of this.#bag.messages({ topics })) {
      if (message.topic === states) this.#state = this.#labelIn(message);
      else this.#message(message);
    }
    if (neighbour?.where === 'after') this.#closeBefore(end - BigInt(neighbour.within));
    return {
      count: this.#count,
      stamps: this.#stamps,
      undecided: this.#open.length,
      // If the question is only about the presence of messages, an empty topic is an answer.
      isEvaluated: this.#isEvaluated || (asked.length === 1 && event.comparisons.length === 0),
    };
  }

  #message(message: BagMessage): void {
    const { neighbour, event } = this.#query;
    const { logTime } = message;
    if (neighbour?.where === 'after') this.#closeBefore(logTime - BigInt(neighbour.within));
    // The other message must come before or after: the event itself never counts.
    const isNeighbour = neighbour !== undefined && this.#is(neighbour.condition, message);
    if (isNeighbour && neighbour.where === 'after') {
      if (!neighbour.missing) for (const stamp of this.#open) this.#add(stamp);
      this.#open = [];
    }
    const isEvent = this.#is(event, message) && this.#inState();
    if (isEvent) this.#event(logTime);
    const canAnswer = neighbour === undefined ? message.topic === event.topic : isEvent;
    if (canAnswer) this.#isEvaluated = true;
    if (isNeighbour) this.#latestNeighbour = logTime;
  }

  #event(stamp: bigint): void {
    const { neighbour } = this.#query;
    if (neighbour === undefined) this.#add(stamp);
    else if (neighbour.where === 'after') this.#open.push(stamp);
    else {
      const latest = this.#latestNeighbour;
      const has = latest !== undefined && stamp - latest <= BigInt(neighbour.within);
      if (has !== neighbour.missing) this.#add(stamp);
    }
  }

  /** Closes the windows of events before this stamp, in which nothing followed. */
  #closeBefore(stamp: bigint): void {
    const still = this.#open.findIndex((each) => each >= stamp);
    const over = this.#open.splice(0, still < 0 ? this.#open.length : still);
    if (this.#query.neighbour!.missing) for (const each of over) this.#add(each);
  }

  #add(stamp: bigint): void {
    this.#count++;
    if (this.#stamps.length < MOST_ANSWERS) this.#stamps.push(stamp);
  }

  #is(condition: TopicCondition, { topic, data }: BagMessage): boolean {
    if (topic !== condition.topic) return false;
    if (condition.comparisons.length === 0) return true;
    return fulfils(condition, decodeShown(this.#types.of(topic), data));
  }

  #inState(): boolean {
    const { state } = this.#query;
    return state === undefined || state.label === this.#state;
  }

  #labelIn({ topic, data }: BagMessage): string | undefined {
    return (this.#types.of(topic).decode(data) as TransitionMessage).goal_state?.label;
  }

  /** @param name - of the recording; undefined if it may lack the topic */
  #known(condition: TopicCondition, name: string | undefined): void {
    const { topic } = condition;
    const known = this.#bag.topics.map(({ name }) => name);
    if (known.includes(topic)) {
      const mistake = conditionMistake(condition, this.#types.of(topic));
      if (mistake !== undefined) throw mistake;
    } else if (name !== undefined) {
      const hint = didYouMean(topic, known) || '; correct its name.';
      const message = `Nothing was published on ${topic} in ${name}${hint}`;
      throw new OrreryError('ORR_ASK_TOPIC', message, { place: { topic } });
    }
  }
}
