import type { ActionType, MessageObject, ServiceType } from '../interfaces/index.js';
import type { Bridge, Reply } from './bridge.js';
import type { ClientOutput } from './client_output.js';
import { count, rosName, text, type Words } from './client_words.js';
import { MAX_OFFERS, MAX_OPEN_CALLS, MAX_RESULTS } from './limits.js';
import { fromJson, toJson } from './message_json.js';
import { refused } from './refused.js';

/** Of `action_msgs/msg/GoalStatus`. */
const STATUS = { unknown: 0, executing: 2, canceling: 3, aborted: 6 } as const;
/** Of `action_msgs/srv/CancelGoal`. */
const CANCEL = { done: 0, refused: 1, unknown: 2, ended: 3 } as const;
/** A goal with this status or a higher one has ended. */
const FIRST_END = 4;
const LAST_STATUS = 6;
const NS = 1_000_000_000n;

type Answer = (reply: Reply) => void;

interface ServedGoal {
  readonly uuid: readonly number[];
  readonly stamp: object;
  status: number;
  result: MessageObject | undefined;
  /** Those who wait for its result. */
  readonly waiting: Answer[];
}

interface ServedAction {
  readonly name: string;
  readonly type: ActionType;
  /** By the client's id, in the order in which they came. */
  readonly goals: Map<string, ServedGoal>;
  readonly ends: (() => void)[];
}

/** The actions that a client offers; to the run, they are servers like any other. */
export class ServedActions {
  readonly #actions = new Map<string, ServedAction>();

  constructor(
    readonly bridge: Bridge,
    readonly output: ClientOutput,
  ) {}

  advertise(words: Words): void {
    const name = rosName(words, 'action');
    if (this.#actions.size >= MAX_OFFERS) throw refused(`No more than ${MAX_OFFERS} actions.`);
    const { types } = this.bridge;
    const type = types.action(text(words, 'type'));
    const action: ServedAction = { name, type, goals: new Map(), ends: [] };
    const cancel = types.service('action_msgs/srv/CancelGoal');
    const offer = (
      service: string,
      of: ServiceType,
      reply: (request: MessageObject, answer: (values: unknown) => void) => void,
    ) => {
      const { response } = of;
      const withdraw = this.bridge.offered.offer(
        `${name}/_action/${service}`,
        of,
        (request, answer) =>
          reply(request, (values) =>
            answer({ type: response, message: fromJson(response, values) }),
          ),
      );
      action.ends.push(withdraw);
    };
    try {
      offer('send_goal', type.sendGoal, (request, answer) => this.#begin(action, request, answer));
      offer('cancel_goal', cancel, (request, answer) => answer(this.#cancel(action, request)));
      action.ends.push(this.#offerResults(action));
      this.#offerTopics(action);
    } catch (error) {
      for (const end of action.ends) end();
      throw error;
    }
    this.#actions.set(name, action);
  }

  #offerTopics({ name, type, ends }: ServedAction): void {
    const { bridge } = this;
    ends.push(bridge.advertise(`${name}/_action/feedback`, type.feedbackMessage.name, false));
    ends.push(bridge.advertise(`${name}/_action/status`, 'action_msgs/msg/GoalStatusArray', true));
  }

  #offerResults(action: ServedAction): () => void {
    const { getResult } = action.type;
    const service = `${action.name}/_action/get_result`;
    return this.bridge.offered.offer(service, getResult, (request, answer) => {
      const goal = action.goals.get(idOf(request.goal_id));
      if (goal === undefined) answer(resultOf(action, STATUS.unknown, undefined));
      else if (goal.status >= FIRST_END) answer(resultOf(action, goal.status, goal.result));
      else if (goal.waiting.length < MAX_OPEN_CALLS) goal.waiting.push(answer);
    });
  }

  #begin(action: ServedAction, request: MessageObject, answer: (values: unknown) => void): void {
    const { name, type, goals } = action;
    const { goal_id, goal } = request as { goal_id: MessageObject; goal: MessageObject };
    const id = idOf(goal_id);
    const { time } = this.bridge.pace;
    const stamp = { sec: Number(time / NS), nanosec: Number(time % NS) };
    const open = [...goals.values()].filter(({ status }) => status < FIRST_END);
    if (goals.has(id) || open.length >= MAX_OPEN_CALLS) {
      answer({ accepted: false, stamp });
      return;
    }
    const uuid = [...(goal_id.uuid as Iterable<number>)];
    goals.set(id, { uuid, stamp, status: STATUS.executing, result: undefined, waiting: [] });
    answer({ accepted: true, stamp });
    const head = { op: 'send_action_goal', id, action: name, action_type: type.name };
    const words = JSON.stringify({ ...head, feedback: true }).slice(0, -1);
    this.output.answer(`${words},"args":${toJson(type.goal, goal)}}`);
    this.#tellStatus(action);
  }

  /** As in ROS 2: without an id all goals are meant, and without a time any time. */
  #cancel(action: ServedAction, request: MessageObject): object {
    const { goal_id, stamp } = request.goal_info as { goal_id: MessageObject; stamp: Stamp };
    const asked = idOf(goal_id);
    const [isAll, until] = [/^0*$/.test(asked), timeOf(stamp)];
    const canceled = [...action.goals].filter(([id, goal]) => {
      if (goal.status >= FIRST_END) return false;
      const isBefore = until > 0n && timeOf(goal.stamp as Stamp) <= until;
      return id === asked || isBefore || (isAll && until === 0n);
    });
    for (const [id, goal] of canceled) {
      goal.status = STATUS.canceling;
      this.output.answer(JSON.stringify({ op: 'cancel_action_goal', id, action: action.name }));
    }
    if (canceled.length > 0) this.#tellStatus(action);
    const goals_canceling = canceled.map(([, { uuid, stamp }]) => ({ goal_id: { uuid }, stamp }));
    const found = action.goals.get(asked);
    const why = found === undefined ? CANCEL.unknown : CANCEL.ended;
    const code = canceled.length > 0 ? CANCEL.done : isAll ? CANCEL.refused : why;
    return { return_code: code, goals_canceling };
  }

  /** @throws OrreryError if there is no such goal under way, or the values do not fit */
  feedback(words: Words): void {
    const [action, goal] = this.#goalOf(words);
    const topic = `${action.name}/_action/feedback`;
    const message = { goal_id: { uuid: goal.uuid }, feedback: words.values ?? {} };
    this.bridge.publish(topic, message);
  }

  /** @throws OrreryError if there is no such goal under way, or the values do not fit */
  result(words: Words): void {
    const [action, goal] = this.#goalOf(words);
    const status = words.status === undefined ? STATUS.aborted : count(words, 'status');
    if (!Number.isInteger(status) || status < FIRST_END || status > LAST_STATUS) {
      throw refused(`A goal cannot end with the status ${status}.`);
    }
    const hasValues = typeof words.values === 'object' && words.result !== false;
    goal.result = hasValues ? fromJson(action.type.result, words.values) : undefined;
    this.#end(action, goal, status);
    const ended = [...action.goals].filter(([, each]) => each.status >= FIRST_END);
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_RESULTS))) {
      action.goals.delete(id);
    }
  }

  #end(action: ServedAction, goal: ServedGoal, status: number): void {
    goal.status = status;
    for (const answer of goal.waiting.splice(0)) answer(resultOf(action, status, goal.result));
    this.#tellStatus(action);
  }

  #goalOf(words: Words): [ServedAction, ServedGoal] {
    const [id, name] = [text(words, 'id'), rosName(words, 'action')];
    const action = this.#actions.get(name);
    const goal = action?.goals.get(id);
    if (goal === undefined || goal.status >= FIRST_END) {
      throw refused(`${name} has no goal ${JSON.stringify(id.slice(0, 80))} under way here.`);
    }
    return [action!, goal];
  }

  #tellStatus({ name, goals }: ServedAction): void {
    const status_list = [...goals.values()].map(({ uuid, stamp, status }) => ({
      goal_info: { goal_id: { uuid }, stamp },
      status,
    }));
    this.bridge.publish(`${name}/_action/status`, { status_list });
  }

  unadvertise(words: Words): void {
    const name = rosName(words, 'action');
    const action = this.#actions.get(name);
    if (action === undefined) {
      this.output.tell('warning', `This client does not offer ${name}.`, undefined);
    } else this.#withdraw(action);
  }

  /** Goals under way are aborted: nobody works on them any more. */
  #withdraw(action: ServedAction): void {
    for (const goal of action.goals.values()) {
      if (goal.status < FIRST_END) this.#end(action, goal, STATUS.aborted);
    }
    this.#actions.delete(action.name);
    for (const end of action.ends) end();
  }

  close(): void {
    for (const action of [...this.#actions.values()]) this.#withdraw(action);
  }
}

interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

const timeOf = ({ sec, nanosec }: Stamp) => BigInt(sec) * NS + BigInt(nanosec);

/** The id of a goal, as the client knows it. */
function idOf(goalId: unknown): string {
  return Buffer.from((goalId as { uuid: Uint8Array }).uuid).toString('hex');
}

function resultOf(
  { type }: ServedAction,
  status: number,
  result: MessageObject | undefined,
): Reply {
  const { response } = type.getResult;
  return { type: response, message: response.normalize({ status, result: result ?? {} }) };
}
