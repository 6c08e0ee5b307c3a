import { randomBytes } from 'node:crypto';
import type { MessageObject } from '../interfaces/index.js';
import type { Bridge } from './bridge.js';
import { type Form, formOf } from './client_output.js';
import { rosName, text, type Words } from './client_words.js';
import { MAX_OPEN_CALLS } from './limits.js';
import { toJson } from './message_json.js';
import { refused } from './refused.js';

/** `STATUS_UNKNOWN` of `action_msgs/msg/GoalStatus`. */
const UNKNOWN = 0;

interface Goal {
  readonly action: string;
  /** The form in which its feedback and result are sent. */
  readonly form: Form;
  /** The id by which the server knows it; the client's id can be any text. */
  readonly uuid: readonly number[];
  readonly ends: (() => void)[];
}

/** The goals that a client has sent, by the client's ids. */
export class Goals {
  readonly #goals = new Map<string, Goal>();

  /** @param answer - sends a text to the client */
  constructor(
    readonly bridge: Bridge,
    readonly answer: (text: string, form: Form) => void,
  ) {}

  send(words: Words): void {
    const [id, action] = [text(words, 'id'), rosName(words, 'action')];
    if (this.#goals.has(id)) throw refused(`There is already a goal ${JSON.stringify(id)}.`);
    if (this.#goals.size >= MAX_OPEN_CALLS) throw refused(`No more than ${MAX_OPEN_CALLS} goals.`);
    const goal: Goal = { action, form: formOf(words), uuid: [...randomBytes(16)], ends: [] };
    this.#goals.set(id, goal);
    try {
      if (words.feedback === true) this.#follow(id, goal);
      const request = { goal_id: { uuid: goal.uuid }, goal: words.args ?? {} };
      this.#call(id, goal, 'send_goal', request, (accepted) => {
        if (accepted.accepted === true) this.#awaitResult(id, goal);
        else this.#fail(id, goal, `${action} has rejected the goal.`);
      });
    } catch (error) {
      this.#fail(id, goal, error instanceof Error ? error.message : String(error));
    }
  }

  /** @throws OrreryError if there is no such goal */
  cancel(id: string): void {
    const goal = this.#goals.get(id);
    if (goal === undefined) throw refused(`There is no goal ${JSON.stringify(id.slice(0, 80))}.`);
    const goalInfo = { goal_id: { uuid: goal.uuid } };
    goal.ends.push(
      this.bridge.call(`${goal.action}/_action/cancel_goal`, { goal_info: goalInfo }, () => {}),
    );
  }

  #call(
    id: string,
    goal: Goal,
    service: string,
    args: unknown,
    done: (response: MessageObject & { accepted?: unknown }) => void,
  ): void {
    const end = this.bridge.call(`${goal.action}/_action/${service}`, args, (reply) => {
      if ('failure' in reply) this.#fail(id, goal, reply.failure);
      else done(reply.message);
    });
    goal.ends.push(end);
  }

  #follow(id: string, goal: Goal): void {
    const { action, uuid } = goal;
    const head = JSON.stringify({ op: 'action_feedback', id, action }).slice(0, -1);
    const end = this.bridge.subscribe(`${action}/_action/feedback`, undefined, (sample) => {
      const { goal_id, feedback } = sample.message as {
        goal_id: { uuid: Uint8Array };
        feedback: MessageObject;
      };
      if (!uuid.every((byte, i) => goal_id.uuid[i] === byte)) return;
      const type = sample.type.members.find(({ field }) => field.name === 'feedback')!.nested!;
      this.answer(`${head},"values":${toJson(type, feedback)}}`, goal.form);
    });
    goal.ends.push(end);
  }

  #awaitResult(id: string, goal: Goal): void {
    const { action, uuid } = goal;
    const service = `${action}/_action/get_result`;
    const end = this.bridge.call(service, { goal_id: { uuid } }, (reply) => {
      if ('failure' in reply) {
        this.#fail(id, goal, reply.failure);
        return;
      }
      const { status, result } = reply.message as { status: number; result: MessageObject };
      const type = reply.type.members.find(({ field }) => field.name === 'result')!.nested!;
      const head = JSON.stringify({ op: 'action_result', id, action, status, result: true });
      this.answer(`${head.slice(0, -1)},"values":${toJson(type, result)}}`, goal.form);
      this.#end(id, goal);
    });
    goal.ends.push(end);
  }

  #fail(id: string, goal: Goal, values: string): void {
    const { action } = goal;
    const said = { op: 'action_result', id, action, values, status: UNKNOWN, result: false };
    this.answer(JSON.stringify(said), goal.form);
    this.#end(id, goal);
  }

  #end(id: string, goal: Goal): void {
    this.#goals.delete(id);
    for (const end of goal.ends) end();
  }

  close(): void {
    for (const [id, goal] of [...this.#goals]) this.#end(id, goal);
  }
}
