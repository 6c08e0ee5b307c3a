import type { SystemModels } from '../models/index.js';
import type { AgentPlace } from '../record/index.js';

const ORIGIN = [0, 0, 0] as const;

/** The agents of a network whose places no message reports; undefined: there are none. */
export function placesOf({ network }: SystemModels): Record<string, AgentPlace> | undefined {
  const places: Record<string, AgentPlace> = {};
  for (const [name, { position = {} }] of Object.entries(network?.agents ?? {})) {
    const { at, trajectory, topic, frame, robot } = position;
    if (trajectory !== undefined) places[name] = { trajectory };
    else if ([topic, frame, robot].every((each) => each === undefined)) {
      places[name] = { at: at ?? ORIGIN };
    }
  }
  return Object.keys(places).length === 0 ? undefined : places;
}
