import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DelayedAction } from './delayed_action.js';
import { Kernel } from './kernel.js';
import type { Source } from './source.js';

/** An actor with times of its own, which also acts some time after others have acted. */
interface Actor {
  readonly times: readonly number[];
  /** By actor: how long after each of its actions this one acts as well; undefined: not at all. */
  readonly after: readonly (number | undefined)[];
  /** How many turns of the microtask queue pass before it knows what it does; 0: it knows at once. */
  readonly waits: number;
  /** Whether it announces everything that it knows of, not only one moment. */
  readonly tellsAll: boolean;
}

/** After this many actions, nobody reacts any more. */
const LIMIT = 60;

const ACTORS = 4;

/** From 1 on, because what the queues hold at 0 runs before any source is asked. */
const moments = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 });

const actor: fc.Arbitrary<Actor> = fc.record({
  times: moments,
  after: fc.array(fc.option(fc.nat(4), { nil: undefined }), {
    minLength: ACTORS + 1,
    maxLength: ACTORS + 1,
  }),
  waits: fc.nat(3),
  tellsAll: fc.boolean(),
});

/** The last one is the kernel's own: its actions are in the queue from the beginning. */
const cases = fc.record({
  actors: fc.array(actor, { minLength: 1, maxLength: ACTORS }),
  own: moments,
});

const OWN = ACTORS;

/** What happens, by one loop that knows everybody's plans. */
function reference(actors: readonly Actor[], own: readonly number[]): string[] {
  const log: string[] = [];
  const plans = actors.map(({ times }) => [...times]);
  let left = [...own];
  for (;;) {
    const now = Math.min(...plans.flat(), ...left);
    if (now === Number.POSITIVE_INFINITY) return log;
    const acting = left.filter((time) => time === now).map(() => OWN);
    left = left.filter((time) => time > now);
    plans.forEach((plan, i) => {
      acting.push(...plan.filter((time) => time === now).map(() => i));
      plans[i] = plan.filter((time) => time > now);
    });
    for (const who of acting) {
      log.push(`${who}@${now}`);
      if (log.length < LIMIT) react(actors, who, (other, after) => plans[other]?.push(now + after));
    }
  }
}

/** Says who acts how long after an action. */
function react(
  actors: readonly Actor[],
  who: number,
  act: (other: number, after: number) => void,
): void {
  actors.forEach(({ after }, other) => {
    const delay = after[who];
    if (other !== who && delay !== undefined) act(other, delay);
  });
}

/** An actor as a source of a kernel. */
class ActorSource implements Source {
  readonly #kernel: Kernel;
  readonly #actor: Actor;
  readonly #act: () => void;
  plan: number[];
  #ready: boolean;

  constructor(kernel: Kernel, actor: Actor, act: () => void) {
    this.#kernel = kernel;
    this.#actor = actor;
    this.#act = act;
    this.plan = [...actor.times];
    this.#ready = actor.waits === 0;
  }

  get nextDue(): number {
    return Math.min(...this.plan);
  }

  prepare(): Promise<void> | undefined {
    return this.#ready ? undefined : this.#getReady();
  }

  async #getReady(): Promise<void> {
    for (let i = 0; i < this.#actor.waits; i++) await undefined;
    this.#ready = true;
  }

  advance(horizon: number): undefined {
    const until = this.#actor.tellsAll ? horizon : this.nextDue;
    const told = this.plan.filter((time) => time <= until).sort((a, b) => a - b);
    this.plan = this.plan.filter((time) => time > until);
    for (const time of told) {
      this.#kernel.delays.push(time, new DelayedAction(this.#act, () => 'action'));
    }
    this.#ready = this.#actor.waits === 0;
  }
}

async function simulated(actors: readonly Actor[], own: readonly number[]): Promise<string[]> {
  const kernel = new Kernel();
  const log: string[] = [];
  const act = (who: number) => {
    log.push(`${who}@${kernel.now}`);
    if (log.length >= LIMIT) return;
    react(actors, who, (other, after) => sources[other]?.plan.push(kernel.now + after));
  };
  const sources = actors.map((each, i) => new ActorSource(kernel, each, () => act(i)));
  for (const source of sources) kernel.addSource(source);
  for (const time of own) {
    kernel.delays.push(
      time,
      new DelayedAction(
        () => act(OWN),
        () => 'own',
      ),
    );
  }
  while (kernel.turn(1000) === 'held') await kernel.released();
  return log;
}

describe('sources that react to each other', () => {
  it('act in the order of one loop that knows all their plans', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ actors, own }) => {
        expect(await simulated(actors, own)).toEqual(reference(actors, own));
      }),
      { numRuns: 500 },
    );
  });

  it('see what one does before they say what they do later', async () => {
    const never = [undefined, undefined];
    const a = { times: [5], after: never, waits: 0, tellsAll: true };
    const b = { times: [3], after: never, waits: 0, tellsAll: true };
    const idle = { times: [], after: [undefined, 1], waits: 0, tellsAll: true };
    const log = await simulated([a, b, idle], [10]);
    expect(log).toEqual(['1@3', '2@4', '0@5', `${OWN}@10`]);
  });

  it('wait together, and the failure of the source that was added first is reported', async () => {
    const kernel = new Kernel();
    const asked: number[] = [];
    const failing = (number: number, turns: number): Source => ({
      nextDue: 1,
      async prepare() {
        asked.push(number);
        for (let i = 0; i < turns; i++) await undefined;
        throw new Error(`unplugged ${number}`);
      },
      advance: () => undefined,
    });
    kernel.addSource(failing(1, 9));
    kernel.addSource(failing(2, 1));
    expect(kernel.turn(10)).toBe('held');
    expect(asked).toEqual([1, 2]);
    await kernel.released();
    expect(() => kernel.turn(10)).toThrow('unplugged 1');
  });

  it('are no longer asked once they are removed', () => {
    const kernel = new Kernel();
    const remove = kernel.addSource({
      nextDue: 1,
      advance() {
        throw new Error('asked');
      },
    });
    remove();
    remove();
    expect(kernel.turn(10)).toBe('idle');
  });
});
