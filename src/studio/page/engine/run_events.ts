import type { Decision } from '../../../schedule/index.js';
import { decodeFault, FAULT_TYPE } from '../../../trace/index.js';
import type { RunEvent } from '../../model/engine_protocol.js';
import type { OpenedRun } from './opened_run.js';

/** The most events of one kind. */
const MOST_EVENTS = 20_000;

interface LogMessage {
  readonly level: number;
  readonly name: string;
  readonly msg: string;
}

interface TransitionMessage {
  readonly start_state?: { readonly label: string };
  readonly goal_state?: { readonly label: string };
}

/** What happened in a run besides callbacks: faults, log lines, lifecycle states, leaks, decisions. */
export function runEventsOf(run: OpenedRun): RunEvent[] {
  return [
    ...[...faultsOf(run), ...logsOf(run), ...statesOf(run)],
    ...[...leaksOf(run), ...decisionsOf(run)],
  ].sort((a, b) => a.time - b.time);
}

function faultsOf(run: OpenedRun): RunEvent[] {
  const topics = run.trace?.channelsOf(FAULT_TYPE) ?? [];
  const events: RunEvent[] = [];
  if (topics.length === 0) return events;
  for (const { data, logTime } of run.trace!.bag.messages({ topics })) {
    const fault = decodeFault(data);
    if (fault === undefined || events.length === MOST_EVENTS) continue;
    events.push({
      time: run.timeOf(logTime),
      kind: 'fault',
      severity: 'error',
      node: fault.target,
      text: `${fault.fault} ${fault.target}`,
    });
  }
  return events;
}

function logsOf(run: OpenedRun): RunEvent[] {
  return decoded<LogMessage>(run, '/rosout', 'rcl_interfaces/msg/Log', (time, log) => ({
    time,
    kind: 'log',
    severity: log.level >= 40 ? 'error' : log.level >= 30 ? 'warning' : 'info',
    node: `/${log.name.replaceAll('.', '/')}`,
    text: log.msg,
  }));
}

function statesOf(run: OpenedRun): RunEvent[] {
  const type = 'lifecycle_msgs/msg/TransitionEvent';
  const topics = run.recording?.topics.filter((topic) => topic.type === type) ?? [];
  return topics.flatMap(({ name }) =>
    decoded<TransitionMessage>(run, name, type, (time, message) => ({
      time,
      kind: 'state',
      severity: 'info',
      node: name.replace(/\/transition_event$/, ''),
      text: `${message.start_state?.label ?? '?'} → ${message.goal_state?.label ?? '?'}`,
    })),
  );
}

/** Where programs used something that the simulation does not control. */
function leaksOf({ file }: OpenedRun): RunEvent[] {
  return (file?.leaks ?? []).slice(0, MOST_EVENTS).map((leak) => ({
    time: leak.sinceStartNs,
    kind: 'leak',
    severity: 'warning',
    node: '',
    text: `${leak.kind}: ${leak.what}${leak.file === undefined ? '' : ` (${leak.file}:${leak.line})`}`,
  }));
}

/** The part of `repeat` in `run.json` with the decisions of a schedule. */
interface RepeatedConfig {
  readonly config?: {
    readonly proof?: { readonly schedule?: { readonly decisions?: readonly Decision[] } };
  };
}

/** Decisions of a schedule that differ from the default, if they have a time. */
function decisionsOf({ file }: OpenedRun): RunEvent[] {
  const { config } = (file?.repeat ?? {}) as RepeatedConfig;
  const decisions = config?.proof?.schedule?.decisions ?? [];
  return decisions.slice(0, MOST_EVENTS).flatMap((decision) => {
    const { at, ...rest } = decision as { readonly at?: number };
    if (at === undefined) return [];
    const text = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
    return [{ time: at, kind: 'decision', severity: 'info', node: '', text: text.join(', ') }];
  });
}

function decoded<Message>(
  run: OpenedRun,
  topic: string,
  type: string,
  eventOf: (time: number, message: Message) => RunEvent,
): RunEvent[] {
  const found = run.recording?.topics.find(({ name }) => name === topic);
  const events: RunEvent[] = [];
  if (found?.type !== type) return events;
  for (const { data, logTime } of run.recording!.messages({ topics: [topic] })) {
    if (events.length === MOST_EVENTS) break;
    events.push(eventOf(run.timeOf(logTime), run.types!.of(topic).decode(data) as Message));
  }
  return events;
}
