import { describe, expect, it } from 'vitest';
import { Parameter } from '../parameter/parameter.js';
import { ParameterType } from '../parameter/parameter_type.js';
import { createNode } from '../rclnodejs.js';
import { inSimulation, START } from '../simulation.test_support.js';
import { Clock, type TimeJump } from './clock.js';
import { ClockChange } from './clock_change.js';
import { ClockType } from './clock_type.js';
import { Duration } from './duration.js';
import { ROSClock } from './ros_clock.js';
import { Time } from './time.js';

const CLOCK = 'rosgraph_msgs/msg/Clock';

describe('clocks', () => {
  it('sleep in virtual time', () =>
    inSimulation(async () => {
      const bounds = [0 as never, 0 as never] as const;
      expect(() => new Clock().addClockCallback({}, true, ...bounds)).toThrow(/minForward/);
      for (const type of [ClockType.SYSTEM_TIME, ClockType.STEADY_TIME]) {
        const clock = new Clock(type);
        const before = clock.now();
        expect(await clock.sleepFor(new Duration(2n))).toBe(true);
        expect(clock.now().sub(before).nanoseconds).toBe(2_000_000_000n);
        expect(await clock.sleepUntil(before)).toBe(true);
      }
      const wrong = new Time(0n, 0n, ClockType.STEADY_TIME);
      await expect(new Clock().sleepUntil(wrong)).rejects.toThrow(TypeError);
    }));

  it('report jumps that pass a threshold', () =>
    inSimulation(() => {
      const clock = new ROSClock();
      const jumps: TimeJump[] = [];
      const callback = { _post_callback: (jump: TimeJump) => jumps.push(jump) };
      clock.addClockCallback(callback, true, 10n, -10n);
      clock.isRosTimeActive = true;
      clock.rosTimeOverride = new Time(0n, 5n, ClockType.ROS_TIME);
      clock.rosTimeOverride = new Time(0n, 20n, ClockType.ROS_TIME);
      clock.rosTimeOverride = new Time(0n, 1n, ClockType.ROS_TIME);
      clock.removeClockCallback(callback);
      clock.isRosTimeActive = false;
      const { ROS_TIME_ACTIVATED, ROS_TIME_NO_CHANGE } = ClockChange;
      expect(jumps).toEqual([
        { clock_change: ROS_TIME_ACTIVATED, delta: 0n },
        { clock_change: ROS_TIME_NO_CHANGE, delta: 15n },
        { clock_change: ROS_TIME_NO_CHANGE, delta: -19n },
      ]);
    }));

  it('show virtual time under use_sim_time until somebody publishes /clock', () =>
    inSimulation(async () => {
      const node = createNode('node');
      node.setParameter(new Parameter('use_sim_time', ParameterType.PARAMETER_BOOL, true));
      expect(node.getClock().isRosTimeActive).toBe(true);
      expect(await node.getClock().sleepFor(new Duration(1n))).toBe(true);
      expect(node.now().nanoseconds).toBe(START + 1_000_000_000n);
      const jumps: TimeJump[] = [];
      const onJump = { _post_callback: (jump: TimeJump) => jumps.push(jump) };
      node.getClock().addClockCallback(onJump, true, 0n, 0n);
      node.spin();
      node.createPublisher(CLOCK, '/clock').publish({ clock: { sec: 5, nanosec: 0 } });
      await new Clock().sleepFor(new Duration(1n));
      expect(node.now().nanoseconds).toBe(5_000_000_000n);
      expect(jumps.map((jump) => jump.clock_change)).toEqual([ClockChange.ROS_TIME_ACTIVATED]);
    }, 30));

  it('follow /clock under use_sim_time, timers too', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const world = createNode('world');
      const publisher = world.createPublisher(CLOCK, '/clock');
      node.setParameter(new Parameter('use_sim_time', ParameterType.PARAMETER_BOOL, true));
      expect(node.now().nanoseconds).toBe(0n);
      const calls: bigint[] = [];
      node.createTimer(1_000_000_000n, () => calls.push(node.now().nanoseconds));
      node.spin();
      let sec = 0;
      const beat = world.createTimer(100_000_000n, () => {
        if (++sec === 5) beat.cancel();
        publisher.publish({ clock: { sec, nanosec: 500_000_000 } });
      });
      world.spin();
      await new Clock().sleepFor(new Duration(1n));
      expect(calls).toEqual([1n, 2n, 3n, 4n, 5n].map((s) => s * 1_000_000_000n + 500_000_000n));
      node.setParameter(new Parameter('use_sim_time', ParameterType.PARAMETER_BOOL, false));
      expect(node.now().nanoseconds).toBe(START + 1_000_000_000n);
    }, 30));
});

describe('timers and rates', () => {
  it('report their times', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const log: bigint[] = [];
      const timer = node.createTimer(100, (info) => {
        log.push((info?.expectedCallTime ?? 0n) - START, timer.timeSinceLastCall());
        if (log.length === 4) timer.cancel();
      });
      expect(timer.period).toBe(100_000_000n);
      expect(timer.timeUntilNextCall()).toBe(100_000_000n);
      expect(timer.getNextCallTime()).toBe(START + 100_000_000n);
      const idle = node.createTimer(1_000_000n, () => log.push(-1n), { autostart: false });
      expect(idle.isCanceled()).toBe(true);
      node.spin();
      await new Clock().sleepFor(new Duration(1n));
      expect(log).toEqual([100_000_000n, 0n, 200_000_000n, 0n]);
      expect(timer.isCanceled()).toBe(true);
    }));

  it('pace a loop', () =>
    inSimulation(async () => {
      const node = createNode('node');
      const rate = await node.createRate(2);
      const beats: bigint[] = [];
      for (let i = 0; i < 3; i++) {
        await rate.sleep();
        beats.push(node.now().nanoseconds - START);
      }
      rate.cancel();
      await expect(rate.sleep()).rejects.toMatchObject({ code: 'RATE_CANCELLED' });
      expect(beats).toEqual([500_000_000n, 1_000_000_000n, 1_500_000_000n]);
    }));
});
