import type { Debugger, Runtime } from 'node:inspector';
import type { LiveRun } from './live_run.js';

/** The result of an expression. */
export interface Evaluation {
  /** The value, or the thrown error, as text. */
  readonly text: string;
  readonly threw: boolean;
  /** Whether the evaluation may have changed what the run does. */
  readonly hadSideEffects: boolean;
}

/** A variable and its value as text. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

interface Reply {
  readonly result: Runtime.RemoteObject;
  readonly exceptionDetails?: Runtime.ExceptionDetails;
}

/** Scopes whose variables a user means by "the variables here". */
const SCOPES = new Set(['local', 'block', 'closure', 'catch', 'module']);
const MOST_VARIABLES = 50;
const LONGEST_VALUE = 100;

/** Evaluates expressions in a run that stands still. */
export class Evaluator {
  readonly #live: LiveRun;

  constructor(live: LiveRun) {
    this.#live = live;
  }

  /** First without side effects; if that is not possible, with them. */
  async evaluate(expression: string): Promise<Evaluation> {
    const careful = await this.#evaluate(expression, true);
    const hadSideEffects = isRefusal(careful);
    const { result, exceptionDetails } = hadSideEffects
      ? await this.#evaluate(expression, false)
      : careful;
    const threw = exceptionDetails !== undefined;
    const text = threw ? (result.description ?? (await this.#text(result))) : undefined;
    return { text: text?.split('\n')[0] ?? (await this.#text(result)), threw, hadSideEffects };
  }

  /** The variables of the innermost frame, the nearest scope first. */
  async variables(): Promise<Variable[]> {
    const variables: Variable[] = [];
    const [top] = this.#live.frames;
    // After a callback, this is Orrery's own code.
    if (top === undefined || !this.#live.places.isUsers(top.location.scriptId)) return variables;
    for (const { type, object } of top.scopeChain) {
      if (!SCOPES.has(type)) continue;
      const { result } = await this.#live.request<{ result: Runtime.PropertyDescriptor[] }>(
        'Runtime.getProperties',
        { objectId: object.objectId, ownProperties: true },
      );
      for (const { name, value } of result) {
        if (value === undefined || value.type === 'function') continue;
        if (variables.some((each) => each.name === name)) continue;
        variables.push({ name, value: oneLine(await this.#text(value)) });
        if (variables.length >= MOST_VARIABLES) return variables;
      }
    }
    return variables;
  }

  #evaluate(expression: string, throwOnSideEffect: boolean): Promise<Reply> {
    const [frame] = this.#live.frames as readonly (Debugger.CallFrame | undefined)[];
    const options = { expression, throwOnSideEffect, silent: true };
    return frame === undefined
      ? this.#live.request('Runtime.evaluate', options)
      : this.#live.request('Debugger.evaluateOnCallFrame', {
          ...options,
          callFrameId: frame.callFrameId,
        });
  }

  #text(value: Runtime.RemoteObject): Promise<string> {
    const { objectId, unserializableValue } = value;
    if (objectId !== undefined) return this.#live.ask('text', { objectId });
    const argument = unserializableValue === undefined ? value.value : undefined;
    if (unserializableValue !== undefined) return Promise.resolve(unserializableValue);
    return this.#live.ask('text', { value: argument });
  }
}

/** Values are short, so that many variables fit on a screen. */
function oneLine(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}

function isRefusal({ exceptionDetails }: Reply): boolean {
  return (
    exceptionDetails?.exception?.description?.startsWith('EvalError: Possible side-effect') ?? false
  );
}
