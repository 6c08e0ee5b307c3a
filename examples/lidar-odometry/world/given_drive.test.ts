import { expect, it } from 'vitest';
import { GivenDrive } from './given_drive.js';
import type { PlanarPose } from './path.js';

/** Poses on a circle of 20 m, 0.1 rad apart. */
const poses: PlanarPose[] = Array.from({ length: 12 }, (_, i) => ({
  x: 20 * Math.sin(0.1 * i),
  y: 20 * (1 - Math.cos(0.1 * i)),
  cos: Math.cos(0.1 * i),
  sin: Math.sin(0.1 * i),
}));

it('is at every given pose in its turn, and stays at the last', () => {
  const drive = new GivenDrive(poses, 10, 10);
  for (const [i, pose] of poses.entries()) {
    expect(drive.pose).toEqual(pose);
    expect(drive.ended).toBe(i === poses.length - 1);
    for (let step = 0; step < 10; step++) drive.step();
  }
  expect(drive.pose).toEqual(poses.at(-1));
});

it('turns as fast as the poses do', () => {
  const drive = new GivenDrive(poses, 10, 10);
  for (let step = 0; step < 35; step++) drive.step();
  expect(drive.yawRate).toBeCloseTo(1, 5);
  expect(drive.speed).toBeCloseTo(20, 0);
  expect(drive.acceleration).toBeCloseTo(0, 6);
  expect(Math.hypot(drive.pose.cos, drive.pose.sin)).toBeCloseTo(1, 12);
});

it('tells the acceleration between unequal ways', () => {
  const line = [0, 1, 3].map((x) => ({ x, y: 0, cos: 1, sin: 0 }));
  const drive = new GivenDrive(line, 10, 2);
  drive.step();
  expect([drive.pose.x, drive.speed, drive.acceleration]).toEqual([0.5, 10, 0]);
  drive.step();
  drive.step();
  expect([drive.pose.x, drive.speed, drive.acceleration]).toEqual([2, 20, 100]);
});
