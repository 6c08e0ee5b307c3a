import type { Graph, PublicationDelay, Publisher } from '../graph/index.js';
import { createSampler, type Sampler } from './distribution.js';
import type { SystemModels, TopicDelay } from './system_models.js';

/** Delays of whole publications by topic, looked up at publish time, as in rslcpp's delay file. */
export class TopicDelays implements PublicationDelay {
  readonly #graph: Graph;
  readonly #delays: ReadonlyMap<string, TopicDelay>;
  readonly #samplers = new WeakMap<Publisher, Sampler>();

  constructor(graph: Graph, delays: NonNullable<SystemModels['topic_delays']>) {
    this.#graph = graph;
    this.#delays = new Map(Object.entries(delays));
  }

  delay(publisher: Publisher): number {
    let sampler = this.#samplers.get(publisher);
    if (sampler === undefined) {
      sampler = this.#create(publisher);
      this.#samplers.set(publisher, sampler);
    }
    return sampler.next();
  }

  #create(publisher: Publisher): Sampler {
    const delay = this.#delays.get(publisher.name) ?? 0;
    const random = this.#graph.random.stream(
      `topic delay ${publisher.name} ${publisher.node.fullName}`,
    );
    if (typeof delay === 'number' || !('measured' in delay)) return createSampler(delay, random);
    const { values, skew } = delay.measured;
    const skewed = values.map((value) => Math.round(value * skew));
    return createSampler({ trace: { values: skewed } }, random);
  }
}
