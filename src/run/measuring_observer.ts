import type { Observer, Waitable } from '../graph/index.js';
import { yaml } from '../packages/index.js';

// Captured at load time: user code gets a virtual clock.
const { bigint: realNanoseconds } = process.hrtime;

interface Measured {
  readonly node: string;
  readonly callback: string;
  readonly kind: string;
  /** In ns, in call order. */
  readonly values: number[];
}

/**
 * Measures by the machine's clock how long each callback computes, so that later runs can replay these times. The
 * run itself does not depend on them. Work after an `await` is not counted.
 */
export class MeasuringObserver implements Observer {
  readonly #byEntity = new Map<string, Measured>();
  #started = 0n;

  callbackStarted(): void {
    this.#started = realNanoseconds();
  }

  callbackEnded(entity: Waitable): void {
    const duration = Number(realNanoseconds() - this.#started);
    const { node, kind, name } = entity;
    const key = `${node.fullName} ${kind} ${name}`;
    let measured = this.#byEntity.get(key);
    if (measured === undefined) {
      measured = { node: node.fullName, callback: name, kind, values: [] };
      this.#byEntity.set(key, measured);
    }
    measured.values.push(duration);
  }

  /** A model file that replays the measured times. */
  models(): string {
    const times = [...this.#byEntity.values()].map(({ node, callback, kind, values }) => ({
      node,
      callback,
      ...(MODELLED.has(kind) ? { kind } : {}),
      time: { trace: { values: values.map((value) => `${value}ns`) } },
    }));
    const note = '# Computation times of a real run, in the order of the calls (docs/models.md).\n';
    return note + yaml().stringify({ execution_times: times }, { flowCollectionPadding: false });
  }
}

/** Kinds of callbacks that rules of `execution_times` can tell apart. */
const MODELLED: ReadonlySet<string> = new Set([
  'timer',
  'subscription',
  'service',
  'client',
  'user_timer',
]);
