import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineObservers, OBSERVER_STAGES, type ObserverStage } from './combine_observers.js';
import { types, uint64, World } from './graph_world.test_support.js';
import { Client, type Observer, Publisher, type Route, Service, Subscription } from './index.js';
import { ROUTE_STAGES, type RouteStage } from './route_chain.js';
import { Stages } from './stages.js';

/** Items to add at stages, some of which are removed again. */
const additions = <S extends string>(stages: readonly S[]) =>
  fc.array(fc.record({ stage: fc.constantFrom(...stages), leaves: fc.boolean() }), {
    maxLength: 9,
  });

/** The numbers of the remaining items, by stage and then by number. */
function inOrder<S extends string>(
  stages: readonly S[],
  added: readonly { readonly stage: S; readonly leaves: boolean }[],
): number[] {
  return stages.flatMap((stage) =>
    added.flatMap((each, i) => (each.stage === stage && !each.leaves ? [i] : [])),
  );
}

describe('stages', () => {
  it('order items by stage and then by addition, and forget removed ones', () => {
    fc.assert(
      fc.property(additions(['a', 'b', 'c']), (added) => {
        let now: readonly number[] = [];
        const stages = new Stages<string, number>(['a', 'b', 'c'], (items) => {
          now = items;
        });
        const leave = added.map(({ stage }, i) => stages.add(stage, i));
        added.forEach(({ leaves }, i) => {
          if (leaves) leave[i]?.();
          if (leaves) leave[i]?.();
        });
        expect(now).toEqual(inOrder(['a', 'b', 'c'], added));
      }),
    );
  });
});

/** Logs every call that an observer receives. */
class Witness implements Observer {
  readonly #name: string;
  readonly #log: string[];

  constructor(name: string, log: string[]) {
    this.#name = name;
    this.#log = log;
  }

  callbackStarted(): void {
    this.#log.push(`${this.#name} start`);
  }

  callbackEnded(): void {
    this.#log.push(`${this.#name} end`);
  }

  published(): number {
    this.#log.push(`${this.#name} published`);
    return 0;
  }

  called(): number {
    return 0;
  }

  callbackSettled(): void {}

  callbackCompleted(): void {}

  faulted(): void {}
}

describe('observers', () => {
  it('enclose the callback stage by stage', () => {
    const stage = fc.constantFrom<ObserverStage>(...OBSERVER_STAGES);
    fc.assert(
      fc.property(fc.array(stage, { minLength: 1, maxLength: 4 }), (stages) => {
        const world = new World();
        const log: string[] = [];
        const node = world.node('node');
        stages.forEach((each, i) => {
          world.graph.observers.add(each, new Witness(`${i}`, log));
        });
        const publisher = new Publisher(node, '/out', uint64);
        new Subscription(node, '/in', uint64, (message) => publisher.publish(message));
        const source = new Publisher(node, '/in', uint64);
        source.publish({ data: 1n });
        log.length = 0;
        world.drain();
        const order = inOrder(
          OBSERVER_STAGES,
          stages.map((each) => ({ stage: each, leaves: false })),
        );
        expect(log).toEqual([
          ...order.map((i) => `${i} start`),
          ...order.map((i) => `${i} published`),
          ...[...order].reverse().map((i) => `${i} end`),
        ]);
      }),
    );
  });

  it('call a single observer directly if it implements every method', () => {
    const witness = new Witness('a', []);
    expect(combineObservers([witness])).toBe(witness);
    expect(combineObservers([])).toBeUndefined();
    expect(() => combineObservers([{}])?.callbackStarted({} as never, 1, 0, 0)).not.toThrow();
  });

  it('use the first digest that is not 0', () => {
    const world = new World();
    const node = world.node('node');
    const { observers } = world.graph;
    observers.add('callback', { published: () => 3 });
    observers.add('record', { published: () => 2 });
    observers.add('watch', { published: () => 0 });
    const inputs: number[] = [];
    observers.add('watch', {
      callbackStarted: (_entity, _number, _cause, input) => inputs.push(input),
    });
    world.collect(node, '/t');
    new Publisher(node, '/t', uint64).publish({ data: 1n });
    world.drain();
    expect(inputs).toEqual([2]);
  });
});

describe('routes', () => {
  const trigger = types.service('std_srvs/srv/Trigger');

  it('wrap each other stage by stage, for messages, requests and responses', () => {
    fc.assert(
      fc.property(additions(ROUTE_STAGES), (added) => {
        const world = new World();
        const node = world.node('node');
        const log: string[] = [];
        const leave = added.map(({ stage }: { stage: RouteStage }, i) =>
          world.graph.routes.add(stage, (next): Route => {
            const send: Route['send'] = (sample, subscription) => {
              log.push(`${i}`);
              next.send(sample, subscription);
            };
            if (i % 2 === 0) return { send };
            return {
              send,
              call(request, server) {
                log.push(`call ${i}`);
                next.call(request, server);
              },
            };
          }),
        );
        added.forEach(({ leaves }, i) => {
          if (leaves) leave[i]?.();
        });
        const seen = world.collect(node, '/t');
        new Publisher(node, '/t', uint64).publish({ data: 1n });
        new Service(node, '/s', trigger, (_request, respond) => respond({ message: 'done' }));
        const answers: unknown[] = [];
        new Client(node, '/s', trigger).send({}, (response) => answers.push(response));
        world.drain();
        const order = inOrder(ROUTE_STAGES, added);
        expect(seen).toEqual([1n]);
        expect(answers).toHaveLength(1);
        expect(log).toEqual([
          ...order.map((i) => `${i}`),
          ...order.filter((i) => i % 2 === 1).map((i) => `call ${i}`),
        ]);
        expect(world.graph.route === undefined).toBe(order.length === 0);
      }),
    );
  });
});
