import type {
  DiagnosticView,
  ParameterView,
  RunState,
  StateText,
} from '../../model/engine_protocol.js';
import type { OpenedRun } from './opened_run.js';

/** The most reports of a run that are kept; the panel says if there are more. */
const MOST_NEWS = 100_000;
/** A status that was not repeated for this long is stale, as in ROS 2's monitors; in ns. */
const STALE_NS = 5e9;

const DIAGNOSTICS = 'diagnostic_msgs/msg/DiagnosticArray';
const PARAMETER_EVENT = 'rcl_interfaces/msg/ParameterEvent';

interface StatusMessage {
  readonly level: number;
  readonly name: string;
  readonly message: string;
  readonly hardware_id: string;
  readonly values: readonly { readonly key: string; readonly value: string }[];
}

interface ParameterMessage {
  readonly name: string;
  readonly value: { readonly type: number } & Readonly<Record<string, unknown>>;
}

interface EventMessage {
  readonly node: string;
  readonly new_parameters: readonly ParameterMessage[];
  readonly changed_parameters: readonly ParameterMessage[];
  readonly deleted_parameters: readonly ParameterMessage[];
}

/** The names of the fields of `rcl_interfaces/msg/ParameterValue`, by its `type`. */
const VALUES = [
  ...['', 'bool_value', 'integer_value', 'double_value', 'string_value', 'byte_array_value'],
  ...['bool_array_value', 'integer_array_value', 'double_array_value', 'string_array_value'],
];

interface News<Told> {
  readonly time: number;
  readonly told: Told;
}

/** What a run has reported about its own state: diagnostics and parameters as of any time. */
export class StateReader {
  readonly #run: OpenedRun;
  #diagnostics: readonly News<StatusMessage>[] | undefined;
  #parameters: readonly News<ParameterView>[] | undefined;
  #isCut = false;

  constructor(run: OpenedRun) {
    this.#run = run;
  }

  at(time: number): RunState {
    this.#diagnostics ??= this.#read<{ status: StatusMessage[] }, StatusMessage>(
      DIAGNOSTICS,
      ({ status }) => status,
    );
    this.#parameters ??= this.#read<EventMessage, ParameterView>(PARAMETER_EVENT, parametersOf);
    return {
      diagnostics: lastBy(this.#diagnostics, time, ({ name }) => name).map((news) =>
        diagnosticOf(news, time),
      ),
      parameters: lastBy(this.#parameters, time, ({ node, name }) => `${node} ${name}`)
        .map(({ told }) => told)
        .filter(({ value }) => value !== undefined),
      isCut: this.#isCut,
    };
  }

  #read<Message, Told>(
    type: string,
    newsOf: (message: Message, time: number) => readonly Told[],
  ): News<Told>[] {
    const { recording, types } = this.#run;
    const news: News<Told>[] = [];
    const topics = (recording?.topics ?? []).filter((topic) => topic.type === type);
    if (topics.length === 0) return news;
    for (const each of recording!.messages({ topics: topics.map(({ name }) => name) })) {
      const time = this.#run.timeOf(each.logTime);
      const message = types!.of(each.topic).decode(each.data) as Message;
      for (const told of newsOf(message, time)) {
        if (news.length < MOST_NEWS) news.push({ time, told });
        else this.#isCut = true;
      }
    }
    return news;
  }
}

/** The last report up to this time about each name. */
function lastBy<Told>(
  news: readonly News<Told>[],
  time: number,
  nameOf: (told: Told) => string,
): News<Told>[] {
  const last = new Map<string, News<Told>>();
  for (const each of news) {
    if (each.time > time) break;
    last.set(nameOf(each.told), each);
  }
  return [...last.keys()].sort().map((name) => last.get(name)!);
}

function diagnosticOf({ time, told }: News<StatusMessage>, now: number): DiagnosticView {
  return {
    name: told.name,
    hardware: told.hardware_id,
    level: told.level,
    message: told.message,
    values: told.values.map(({ key, value }): StateText => [key, value]),
    time,
    isStale: told.level === 3 || now - time > STALE_NS,
  };
}

function parametersOf(event: EventMessage, time: number): ParameterView[] {
  const given = [...event.new_parameters, ...event.changed_parameters];
  return [
    ...given.map(({ name, value }) => ({ node: event.node, name, value: textOf(value), time })),
    ...event.deleted_parameters.map(({ name }) => ({
      ...{ node: event.node, name, time },
      value: undefined,
    })),
  ];
}

function textOf(value: ParameterMessage['value']): string {
  const content = value[VALUES[value.type] ?? ''];
  return (
    JSON.stringify(content, (_key, part: unknown) => {
      if (typeof part === 'bigint') return Number(part);
      if (part instanceof Uint8Array || part instanceof Float64Array) return [...part];
      return part instanceof BigInt64Array ? [...part].map(Number) : part;
    }) ?? ''
  );
}
