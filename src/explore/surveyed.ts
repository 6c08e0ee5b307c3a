import type { GraphReport } from '../record/index.js';
import type { Experiment } from './laboratory.js';

/** The name that stands for all topics, services or nodes. */
export const ALL = '*';

/** Topics and services that every node has, and that no system depends on. */
const HOUSEKEEPING =
  /^\/(parameter_events|rosout|clock)$|\/(get_parameters|set_parameters|set_parameters_atomically|get_parameter_types|list_parameters|describe_parameters|get_type_description|get_logger_levels|set_logger_levels)$/;

/** Whether the experiment can begin only once the names of the system are known. */
export function needsSurvey(experiment: Experiment): boolean {
  const { delays = [], losses = [], faults = [], jitter = 0 } = experiment;
  const names = [
    ...delays.map(({ topic }) => topic),
    ...losses.map(({ topic }) => topic),
    ...faults.map(({ on }) => on),
  ];
  return jitter > 0 || names.includes(ALL);
}

/**
 * Fills in the names of a system: `*` becomes all topics, services or nodes, and jitter becomes late timers, delays,
 * and nodes that pause because their thread is busy.
 */
export function surveyed(experiment: Experiment, graph: GraphReport | undefined): Experiment {
  const { delays = [], losses = [], faults = [], jitter = 0 } = experiment;
  const used = graph?.topics.filter(
    ({ name, publishers, subscriptions }) =>
      !HOUSEKEEPING.test(name) &&
      subscriptions.length > 0 &&
      publishers.some(({ count }) => count > 0),
  );
  const topics = (used ?? []).map(({ name }) => name);
  const asked = graph?.services.filter(
    ({ name, requests = 0 }) => !HOUSEKEEPING.test(name) && requests > 0,
  );
  const links = [...topics, ...(asked ?? []).map(({ name }) => name)];
  const nodes = [...new Set(graph?.nodes ?? [])];
  const late = jitter === 0 ? [] : [{ topic: ALL, min: 0, max: jitter }];
  const still = jitter === 0 ? [] : [{ fault: 'freeze' as const, on: ALL, time: jitter }];
  return {
    ...experiment,
    delays: expanded(
      [...delays, ...late],
      'topic',
      () => links,
      (each) => each.topic,
    ),
    losses: expanded(
      losses,
      'topic',
      () => topics,
      (each) => each.topic,
    ),
    faults: expanded(
      [...faults, ...still],
      'on',
      ({ fault }) => (fault === 'crash' || fault === 'freeze' ? nodes : topics),
      ({ fault, on }) => `${fault} ${on}`,
    ),
    timers: experiment.timers ?? jitter,
  };
}

/** Entries that name something take precedence over `*`. */
function expanded<Entry, Key extends keyof Entry>(
  entries: readonly Entry[],
  key: Key,
  names: (entry: Entry) => readonly string[],
  identity: (entry: Entry) => string,
): Entry[] {
  const own = entries.filter((entry) => entry[key] !== ALL);
  const known = new Set(own.map(identity));
  const all = entries.filter((entry) => entry[key] === ALL);
  const added = all.flatMap((entry) => names(entry).map((name) => ({ ...entry, [key]: name })));
  return [
    ...own,
    ...added.filter((entry) => !known.has(identity(entry)) && known.add(identity(entry))),
  ];
}
