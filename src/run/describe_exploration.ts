import { type Graph, Waitable } from '../graph/index.js';
import type { ExploredOutcome } from '../record/index.js';
import type { RunSchedule } from '../schedule/index.js';
import { drawsUnseen, type SystemParts } from '../system/index.js';
import type { InputLog } from './input_log.js';
import type { OutputDigests } from './output_digests.js';

export function describeExploration(
  graph: Graph,
  schedule: RunSchedule | undefined,
  outputs: OutputDigests | undefined,
  log: InputLog | undefined,
  system: SystemParts,
): ExploredOutcome | undefined {
  if (schedule === undefined || outputs === undefined) return undefined;
  const isRandom = graph.random.size > 0;
  const explored = {
    ...schedule.report(isRandom || drawsUnseen(system)),
    outputs: outputs.digests(),
    states: statesOf(graph),
    places: placesOf(graph),
    isRandom,
  };
  return log === undefined ? explored : { ...explored, inputs: log.inputs() };
}

function placesOf(graph: Graph): Record<string, string> {
  const places: Record<string, string> = {};
  for (const entity of graph.nodes.flatMap((node) => [...node.entities])) {
    if (!(entity instanceof Waitable) || entity.place === undefined) continue;
    const { file, line, function: name } = entity.place;
    places[entity.label()] = `${file}:${line} (${name})`;
  }
  return places;
}

/** The states of the nodes that expose them, as JSON by full name. */
function statesOf(graph: Graph): Record<string, string> {
  const states: Record<string, string> = {};
  for (const node of graph.nodes) {
    const state = stateOf(node.state);
    if (state !== undefined) states[node.fullName] = state;
  }
  return states;
}

function stateOf(state: (() => unknown) | undefined): string | undefined {
  const plain = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value;
  try {
    return JSON.stringify(state?.(), plain);
  } catch (error) {
    return JSON.stringify(`no state: ${error instanceof Error ? error.message : String(error)}`);
  }
}
