import { RandomStreams } from '../../kernel/index.js';
import type { ChannelModel, NetworkModel, Point } from '../../models/index.js';
import { positionsOf } from '../create_network_simulator.js';
import { Channel } from './channel.js';
import { Positions } from './positions.js';

export interface ChannelMapOptions {
  /** Number of the agent that sends. */
  readonly agent: number;
  /** Time of the map, in ns since the start. */
  readonly time: number;
  /** Height of the receiver in m. */
  readonly height: number;
  /** Side of a cell in m. */
  readonly cell: number;
  readonly seed: bigint | number | string;
}

/** The power that a receiver would get from an agent at each place around it. */
export interface ChannelMap {
  /** Corner of the first cell, m. */
  readonly left: number;
  readonly bottom: number;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** dBm, row by row from the bottom, each from the left. */
  readonly strengths: readonly number[];
  /** Where the agent is. */
  readonly sender: Point;
  /** Least power that is received, in dBm. */
  readonly sensitivity: number;
}

/** Margin around agents and obstacles, in m. */
const MARGIN = 10;
/** Most cells of a map. */
const MAX_CELLS = 250_000;

/**
 * The strength of an agent's signal over its surroundings: path loss and shadowing without fading.
 * Cells grow until there are at most 250,000.
 */
export function channelMap(model: NetworkModel, options: ChannelMapOptions): ChannelMap {
  const { agent, time, height, seed } = options;
  const { fading: _, ...channel }: ChannelModel = model.channel ?? {};
  const positions = new Positions(positionsOf(model));
  const sender = positions.pose(agent, time).at;
  const [[left, bottom], [right, top]] = extentOf(model, sender);
  const [width, depth] = [right - left, top - bottom];
  const cell = Math.max(options.cell, Math.sqrt((width * depth) / MAX_CELLS));
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(depth / cell)];
  const place = (index: number): Point => [
    left + ((index % columns) + 0.5) * cell,
    bottom + (Math.floor(index / columns) + 0.5) * cell,
    height,
  ];
  const standard = model.simulator?.wifi?.standard;
  const receiver = new Channel({
    model: { ...channel, step: 0 },
    agents: [Object.keys(model.agents)[agent]!, 'map'],
    random: new RandomStreams(seed),
    frequency: standard === '11a' || standard === '11ax' ? 5.18e9 : 2.437e9,
    // Each cell is evaluated at its own time, so that no value of the previous step is reused.
    pose: (which, index) => ({ at: which === 0 ? sender : place(index), turned: [1, 0, 0, 0] }),
  });
  const strengths = Array.from({ length: columns * rows }, (_, index) =>
    receiver.strength(0, 1, index),
  );
  const sensitivity = channel.sensitivity ?? -82;
  return { left, bottom, cell, columns, rows, strengths, sender, sensitivity };
}

/** The corners of the area in which obstacles and agents are. */
function extentOf(
  { agents, channel }: NetworkModel,
  sender: Point,
): readonly [readonly [number, number], readonly [number, number]] {
  const points: Point[] = [sender];
  for (const { min, max } of channel?.obstacles ?? []) points.push(min, max);
  for (const { position } of Object.values(agents)) {
    if (position?.at !== undefined) points.push(position.at);
    for (const { at } of position?.trajectory ?? []) points.push(at);
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN],
    [Math.max(...xs) + MARGIN, Math.max(...ys) + MARGIN],
  ];
}
