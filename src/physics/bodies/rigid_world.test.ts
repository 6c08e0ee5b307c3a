import { beforeAll, describe, expect, it } from 'vitest';
import { rapier } from '../../packages/index.js';
import type { Collision, ModelDescription } from '../description/description.js';
import { fromRollPitchYaw, IDENTITY, type Pose } from '../geometry/pose.js';
import type { Shape } from '../geometry/shape.js';
import type { Vector } from '../geometry/vector.js';
import { massPropertiesOf } from './mass_properties.js';
import { RigidWorld } from './rigid_world.js';

const STEP = 0.001;

function thing(shape: Shape, friction = 1, isStatic = false): ModelDescription {
  const collision: Collision = { shape, pose: IDENTITY, friction, restitution: 0 };
  const inertial = { mass: 1, pose: IDENTITY, tensor: [0.01, 0.01, 0.01, 0, 0, 0] } as const;
  const link = { name: 'link', pose: IDENTITY, inertial, collisions: [collision], sensors: [] };
  return { name: 'thing', isStatic, pose: IDENTITY, links: [link], joints: [], plugins: [] };
}

const FLOOR = thing({ kind: 'plane', normal: [0, 0, 1] }, 1000, true);
const at = (x: number, y: number, z: number): Pose => ({ at: [x, y, z], turned: [1, 0, 0, 0] });

function run(world: RigidWorld, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / STEP); i++) world.step();
}

beforeAll(() => rapier().init());

describe('RigidWorld', () => {
  it('lets things fall with constant acceleration', () => {
    const world = new RigidWorld([0, 0, -9.81], STEP);
    const ball = world.add('ball', thing({ kind: 'sphere', radius: 0.1 }), at(0, 0, 100));
    run(world, 1);
    expect(Math.abs(ball.pose.at[2] - (100 - 9.81 / 2))).toBeLessThan(2e-3);
    expect(ball.motion('link').linear[2]).toBeCloseTo(-9.81, 2);
  });

  it('lets a box slide down a ramp against friction', () => {
    const angle = 0.4;
    const gravity: Vector = [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)];
    const world = new RigidWorld(gravity, STEP);
    world.add('floor', FLOOR, IDENTITY);
    const box = world.add(
      'box',
      thing({ kind: 'box', size: [0.4, 0.4, 0.1] }, 0.2),
      at(0, 0, 0.05),
    );
    const stuck = world.add(
      'stuck',
      thing({ kind: 'box', size: [0.4, 0.4, 0.1] }, 0.6),
      at(0, 2, 0.05),
    );
    run(world, 1);
    const expected = 9.81 * (Math.sin(angle) - 0.2 * Math.cos(angle));
    expect(box.motion('link').linear[0] / expected).toBeCloseTo(1, 2);
    expect(Math.abs(stuck.pose.at[0])).toBeLessThan(2e-3);
  });

  it('lets one thing stand still on another', () => {
    const world = new RigidWorld([0, 0, -9.81], STEP);
    world.add('floor', FLOOR, IDENTITY);
    world.add('lower', thing({ kind: 'box', size: [0.2, 0.2, 0.2] }), at(0, 0, 0.1));
    const upper = world.add('upper', thing({ kind: 'box', size: [0.2, 0.2, 0.2] }), at(0, 0, 0.3));
    run(world, 1);
    expect(upper.pose.at[2]).toBeCloseTo(0.3, 2);
  });

  it('gives the same bits again', () => {
    const final = () => {
      const world = new RigidWorld([0, 0, -9.81], STEP);
      world.add('floor', FLOOR, IDENTITY);
      for (let i = 0; i < 5; i++) {
        world.add(
          `box ${i}`,
          thing({ kind: 'box', size: [0.2, 0.2, 0.2] }),
          at(i * 0.05, 0, 0.3 + i * 0.25),
        );
      }
      run(world, 0.5);
      return Buffer.from(world.snapshot()).toString('base64');
    };
    expect(final()).toBe(final());
  });
});

describe('massPropertiesOf', () => {
  it('adds masses about their common centre', () => {
    // Two points of 1 kg, 2 m apart along y: 2 kg m² about x and z, none about y.
    const point = { mass: 1, pose: IDENTITY, tensor: [0, 0, 0, 0, 0, 0] } as const;
    const found = massPropertiesOf([
      { inertial: point, pose: at(5, 1, 0) },
      { inertial: point, pose: at(5, -1, 0) },
    ]);
    expect(found.mass).toBe(2);
    expect(found.centre).toEqual([5, 0, 0]);
    expect([...found.moments].sort((a, b) => a - b)).toEqual([0, 2, 2]);
  });

  it('finds the principal axes of a turned tensor', () => {
    const inertial = { mass: 1, pose: IDENTITY, tensor: [1, 2, 3, 0, 0, 0] } as const;
    const pose: Pose = { at: [0, 0, 0], turned: fromRollPitchYaw([0.3, -0.5, 0.9]) };
    const { moments } = massPropertiesOf([{ inertial, pose }]);
    const sorted = [...moments].sort((a, b) => a - b);
    for (const [index, moment] of [1, 2, 3].entries()) expect(sorted[index]).toBeCloseTo(moment, 9);
  });
});
