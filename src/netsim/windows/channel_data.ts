import type { BoxModel } from '../../models/index.js';
import { crossing } from '../channel/obstacles_between.js';
import type { Pose } from '../channel/positions.js';
import { between } from '../channel/vector.js';
import type { ChannelData, PathDetails } from '../protocol/messages.js';

/** dB that a signal loses between two agents, numbered from 0. */
export type PairLoss = (a: number, b: number) => number;

/** Loss of a signal that does not arrive, in dB: the wire format cannot express infinity. */
const SILENCE = 1000;

/**
 * A physics simulator's description of the channel: where agents are, and for each pair the direct
 * path, with the points at which it enters and leaves obstacles.
 *
 * @param loss - returns the loss of a path, which becomes the loss of its last hop
 */
export function channelDataOf(
  poses: readonly Pose[],
  boxes: readonly BoxModel[],
  loss?: PairLoss,
): ChannelData {
  const path_details = poses.flatMap((a, first) =>
    poses.slice(first + 1).map((b, offset) => {
      const second = first + offset + 1;
      const path = pathOf(a, b, [first + 1, second + 1], boxes);
      if (loss !== undefined) {
        path.hop_points[path.hop_points.length - 1] = Math.min(SILENCE, loss(first, second));
      }
      return path;
    }),
  );
  return { node_list: poses.flatMap(({ at, turned }) => [...at, ...turned]), path_details };
}

function pathOf(a: Pose, b: Pose, ids: number[], boxes: readonly BoxModel[]): PathDetails {
  const shares = boxes
    .flatMap((box) => crossing(a.at, b.at, box) ?? [])
    .filter((share) => share > 0 && share < 1)
    .sort((one, other) => one - other);
  const points = [a.at, ...shares.map((share) => between(a.at, b.at, share)), b.at];
  return {
    ids,
    los: shares.length === 0,
    num_hops: [points.length],
    // The network simulator computes the loss of each hop, so it is 0 here, as in the original.
    hop_points: points.flatMap((point) => [...point, 0]),
  };
}
