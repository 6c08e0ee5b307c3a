import { describe, expect, it } from 'vitest';
import { Pose } from '../kiss_icp/pose.js';
import { transformToMsg } from './messages.js';
import { StaticTransforms } from './static_transforms.js';

describe('StaticTransforms', () => {
  const link = (parent: string, child: string, pose: Pose) =>
    transformToMsg({ stamp: { sec: 0, nanosec: 0 }, frame_id: parent }, child, pose);
  const quarter = Math.sqrt(0.5);
  const transforms = new StaticTransforms();
  transforms.add(link('base_link', 'mast', new Pose(0, 0, quarter, quarter, 1, 0, 0)));
  transforms.add(link('mast', 'lidar', new Pose(0, 0, 0, 1, 0, 0, 2)));
  transforms.add(link('/base_link', '/camera', new Pose(0, 0, 0, 1, 0, 3, 0)));

  function positionOf(target: string, source: string): number[] | undefined {
    const pose = transforms.lookup(target, source);
    return pose && [pose.tx, pose.ty, pose.tz].map((x) => Math.round(x * 1e9) / 1e9 + 0);
  }

  it('connects frames through their common root', () => {
    expect(positionOf('base_link', 'lidar')).toEqual([1, 0, 2]);
    expect(positionOf('lidar', 'base_link')).toEqual([0, 1, -2]);
    expect(positionOf('camera', 'lidar')).toEqual([1, -3, 2]);
    expect(positionOf('lidar', 'lidar')).toEqual([0, 0, 0]);
  });

  it('knows what is not connected, and survives a cycle', () => {
    expect(positionOf('base_link', 'moon')).toBeUndefined();
    const cycle = new StaticTransforms();
    cycle.add(link('a', 'b', Pose.identity));
    cycle.add(link('b', 'a', Pose.identity));
    cycle.lookup('a', 'c');
  });
});
