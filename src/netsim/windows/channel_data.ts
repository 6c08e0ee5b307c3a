import type { BoxModel } from '../../models/index.js';
import { crossing } from '../channel/obstacles_between.js';
import type { Pose } from '../channel/positions.js';
import { between } from '../channel/vector.js';
import type { ChannelData, PathDetails } from '../protocol/messages.js';

/**
 * A physics simulator's description of the channel: where agents are, and for each pair the direct
 * path, with the points at which it enters and leaves obstacles.
 */
export function channelDataOf(poses: readonly Pose[], boxes: readonly BoxModel[]): ChannelData {
  const path_details = poses.flatMap((a, first) =>
    poses.slice(first + 1).map((b, offset) => pathOf(a, b, [first + 1, first + offset + 2], boxes)),
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
    // The network simulator computes the loss of a hop; the original fills in 0 here, too.
    hop_points: points.flatMap((point) => [...point, 0]),
  };
}
