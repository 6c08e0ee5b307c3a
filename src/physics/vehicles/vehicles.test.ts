import { describe, expect, it } from 'vitest';
import { planarPose, yawOf } from '../geometry/pose.js';
import { Quadrotor } from './quadrotor.js';
import { ackermannVehicle, differentialVehicle } from './wheeled_vehicle.js';

describe('differentialVehicle', () => {
  it('drives a circle with the radius that its wheels give, whatever the step', () => {
    for (const dt of [0.001, 0.1]) {
      const start = planarPose(0, 0, 0);
      const robot = differentialVehicle('r', { separation: 0.2, diameter: 0.1 }, start);
      robot.joint('left_wheel')!.drive(8, 1);
      robot.joint('right_wheel')!.drive(12, 1);
      // 0.5 m/s and 1 rad/s: a radius of 0.5 m, a half turn in π s.
      for (let i = 0; i < Math.round(3 / dt); i++) robot.advance(dt);
      expect(robot.pose.at[0]).toBeCloseTo(0.5 * Math.sin(3), 9);
      expect(robot.pose.at[1]).toBeCloseTo(0.5 * (1 - Math.cos(3)), 9);
      expect(yawOf(robot.pose.turned)).toBeCloseTo(3, 9);
      expect(robot.joint('left_wheel')!.position).toBeCloseTo(24, 9);
    }
  });
});

describe('ackermannVehicle', () => {
  it('turns about the point that its wheel base and steering give', () => {
    const car = ackermannVehicle('c', { base: 2, diameter: 0.5 }, planarPose(0, 0, 0));
    for (const wheel of ['left_wheel', 'right_wheel']) car.joint(wheel)!.drive(8, 1);
    for (const side of ['left_steering', 'right_steering']) car.joint(side)!.hold(0.2, 1, 1);
    for (let i = 0; i < 500; i++) car.advance(0.01);
    const radius = 2 / Math.tan(0.2);
    expect(yawOf(car.pose.turned)).toBeCloseTo((2 * 5) / radius, 9);
    expect(Math.hypot(car.pose.at[0], car.pose.at[1] - radius)).toBeCloseTo(radius, 9);
  });
});

describe('Quadrotor', () => {
  const after = (seconds: number, robot: Quadrotor, dt = 0.001) => {
    for (let i = 0; i < Math.round(seconds / dt); i++) robot.advance(dt);
    return robot.pose.at;
  };

  it('hovers where it is', () => {
    const robot = new Quadrotor('q', 9.81, { at: [1, 2, 3], turned: [1, 0, 0, 0] });
    const [x, y, z] = after(10, robot);
    expect([x, y, z].map((value) => Number(value.toFixed(9)))).toEqual([1, 2, 3]);
  });

  it('flies to a place without much overshoot, and stays there', () => {
    const robot = new Quadrotor('q', 9.81, { at: [0, 0, 3], turned: [1, 0, 0, 0] });
    robot.command({ place: [5, -2, 6], yaw: 1 });
    let most = 0;
    for (let i = 0; i < 20_000; i++) {
      robot.advance(0.001);
      most = Math.max(most, robot.pose.at[0]);
    }
    expect(most).toBeLessThan(5 * 1.25);
    const [x, y, z] = robot.pose.at;
    expect(Math.hypot(x - 5, y + 2, z - 6)).toBeLessThan(0.05);
    expect(yawOf(robot.pose.turned)).toBeCloseTo(1, 2);
  });

  it('reaches a velocity by tilting as far as the air requires', () => {
    const robot = new Quadrotor('q', 9.81, { at: [0, 0, 10], turned: [1, 0, 0, 0] });
    robot.command({ velocity: [3, 0, 0], turning: 0.5 });
    after(15, robot);
    const { linear, angular } = robot.motion();
    expect(Math.hypot(linear[0], linear[1])).toBeCloseTo(3, 0);
    expect(Math.abs(linear[2])).toBeLessThan(0.05);
    expect(angular[2]).toBeCloseTo(0.5, 1);
  });
});
