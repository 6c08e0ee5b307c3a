import { beforeAll, describe, expect, it } from 'vitest';
import { Logging } from '../src/client/index.js';
import rclnodejs from '../src/client/rclnodejs.js';
import { inSimulation, START } from '../src/client/simulation.test_support.js';
import {
  Buffer,
  StaticTransformBroadcaster,
  TransformBroadcaster,
  TransformListener,
  type TransformStamped,
} from '../src/tf2/index.js';

const SECOND = 10n ** 9n;

beforeAll(() => Logging.getLogger('tf2_buffer').setLoggerLevel(50));

function stamped(parent: string, child: string, at: bigint, x = 0): TransformStamped {
  return {
    header: {
      stamp: { sec: Number(at / SECOND), nanosec: Number(at % SECOND) },
      frame_id: parent,
    },
    child_frame_id: child,
    transform: { translation: { x, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
  };
}

function spinning(name: string) {
  const node = new rclnodejs.Node(name);
  node.spin();
  return node;
}

describe('between nodes', () => {
  it('moving and static transforms arrive, static ones even late and completely', async () => {
    const seen: unknown[] = [];
    await inSimulation(() => {
      const robot = spinning('robot');
      const statics = new StaticTransformBroadcaster(robot);
      statics.sendTransform([stamped('base', 'laser', 0n, 1), stamped('base', 'camera', 0n, 2)]);
      statics.sendTransform(stamped('base', 'laser', 0n, 3));
      const moving = new TransformBroadcaster(robot);
      let x = 0;
      robot.createTimer(100_000_000n, () => {
        moving.sendTransform(stamped('map', 'base', robot.now().nanoseconds, x++));
      });
      robot.createTimer(SECOND, () => {
        const late = spinning('late');
        const buffer = new Buffer();
        new TransformListener(buffer, late);
        late.createTimer(550_000_000n, () => {
          const at = (frame: string) =>
            buffer.lookupTransform('map', frame).transform.translation.x;
          const between = buffer.lookupTransform('map', 'laser', START + 1_450_000_000n);
          seen.push(at('laser'), at('camera'), between.transform.translation.x);
          buffer.setTransform(stamped('base', 'x', 0n), 'me', true);
          rclnodejs.shutdown();
        });
      });
    }, 2);
    expect(seen).toEqual([17, 16, 16.5]);
  });

  it('a wait ends when the transform arrives or at the timeout, to the nanosecond', async () => {
    const log: [string, bigint][] = [];
    await inSimulation(async () => {
      const node = spinning('waiter');
      const buffer = new Buffer(null, node);
      new TransformListener(buffer, node);
      const moving = new TransformBroadcaster(node);
      node.createTimer(SECOND, () => {
        moving.sendTransform(stamped('map', 'base', node.now().nanoseconds));
      });
      const after = () => node.now().nanoseconds - START;
      const wait = (name: string, waiting: Promise<TransformStamped>) =>
        waiting.then(
          () => log.push([name, after()]),
          (error: Error) => log.push([`${name}: ${error.name}`, after()]),
        );
      const at = (ns: bigint) => START + ns;
      await Promise.all([
        wait('between', buffer.waitForTransform('map', 'base', at(1_500_000_000n), 5000)),
        wait('first', buffer.lookupTransformAsync('map', 'base')),
        wait('late', buffer.lookupTransformAsync('map', 'base', at(9n * SECOND), 2_500_000_001n)),
        wait('never', buffer.lookupTransformAsync('map', 'moon', 0n, 3500)),
        wait('past', buffer.lookupTransformAsync('map', 'base', 1n)),
        wait(
          'full',
          buffer.lookupTransformFullAsync('base', at(3n * SECOND), 'base', at(SECOND), 'map'),
        ),
        wait('pose', buffer.transformAsync(stamped('base', 'gripper', at(2n * SECOND)), 'map')),
      ]);
      rclnodejs.shutdown();
    }, 20);
    expect(log).toEqual([
      ['first', SECOND],
      ['past: ExtrapolationException', SECOND],
      ['between', 2n * SECOND],
      ['pose', 2n * SECOND],
      ['late: TimeoutException', 2_500_000_001n],
      ['full', 3n * SECOND],
      ['never: TimeoutException', 3_500_000_000n],
    ]);
  });

  it('a jump back of the clock clears the buffer except for static transforms', async () => {
    const known: boolean[][] = [];
    await inSimulation(() => {
      const clock = new rclnodejs.Node('clock');
      const publisher = clock.createPublisher('rosgraph_msgs/msg/Clock', '/clock');
      const node = spinning('follower');
      const { Parameter, ParameterType } = rclnodejs;
      node.setParameter(new Parameter('use_sim_time', ParameterType.PARAMETER_BOOL, true));
      const buffer = new Buffer();
      new TransformListener(buffer, node);
      buffer.setTransform(stamped('base', 'laser', 0n), 'me', true);
      const look = () => {
        known.push([buffer.canTransform('map', 'base'), buffer.canTransform('base', 'laser')]);
      };
      const times = [10, 11, 10.5];
      node.createTimer(SECOND, look, node.getClock());
      for (const [index, sec] of times.entries()) {
        setTimeoutInWorld(clock, BigInt(index + 1) * SECOND, () => {
          if (index === 1) buffer.setTransform(stamped('map', 'base', 10n * SECOND), 'me');
          publisher.publish({
            clock: { sec: Math.floor(sec), nanosec: (sec % 1) * 1e9 },
          });
        });
        setTimeoutInWorld(clock, BigInt(index + 1) * SECOND + 1n, look);
      }
      clock.spin();
    }, 10);
    expect(known.slice(-3)).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  it('a buffer with a node describes its frames on request', async () => {
    let yaml = '';
    await inSimulation(async () => {
      const node = spinning('owner');
      const buffer = new Buffer(undefined, node);
      buffer.setTransform(stamped('base', 'laser', 0n), 'me', true);
      const client = node.createClient('tf2_msgs/srv/FrameGraph', 'tf2_frames');
      const answer = await client.sendRequestAsync({});
      yaml = (answer as { frame_yaml: string }).frame_yaml;
      rclnodejs.shutdown();
    });
    expect(yaml).toMatch(/^laser: \n {2}parent: 'base'\n {2}broadcaster: 'me'\n/);
  });

  it('a listener that is unregistered stops listening', async () => {
    await inSimulation(() => {
      const node = spinning('node');
      const buffer = new Buffer();
      const listener = new TransformListener(buffer, node);
      listener.unregister();
      listener.unregister();
      new TransformBroadcaster(node).sendTransform(stamped('a', 'b', SECOND));
      expect(buffer.getAllFrameNames()).toEqual([]);
    });
  });
});

function setTimeoutInWorld(
  node: InstanceType<typeof rclnodejs.Node>,
  ns: bigint,
  call: () => void,
) {
  const timer = node.createTimer(ns, () => {
    timer.cancel();
    call();
  });
}

describe('messages', () => {
  const buffer = new Buffer();
  // A quarter turn about z, then 1 m along x.
  const quarter = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };
  buffer.setTransform({
    ...stamped('map', 'robot', SECOND),
    transform: { translation: { x: 1, y: 0, z: 0 }, rotation: quarter },
  });
  const header = { stamp: { sec: 1, nanosec: 0 }, frame_id: 'robot' };
  const near = (x: number, y: number, z: number) => ({
    x: expect.closeTo(x, 12),
    y: expect.closeTo(y, 12),
    z: expect.closeTo(z, 12),
  });
  const ahead = { x: 2, y: 0, z: 0 };
  const none = { x: 0, y: 0, z: 0, w: 1 };

  it('are transformed with their contents', () => {
    const moved = buffer.transform({ header, point: ahead }, 'map');
    expect(moved).toEqual({ header: { ...header, frame_id: 'map' }, point: near(1, 2, 0) });
    expect(buffer.transform({ header, vector: ahead }, 'map').vector).toEqual(near(0, 2, 0));
    const { wrench } = buffer.transform({ header, wrench: { force: ahead, torque: ahead } }, 'map');
    expect(wrench).toEqual({ force: near(0, 2, 0), torque: near(0, 2, 0) });
    const { polygon } = buffer.transform({ header, polygon: { points: [ahead] } }, 'map');
    expect(polygon.points).toEqual([near(1, 2, 0)]);
    expect(buffer.transform({ header, quaternion: none }, 'map').quaternion).toEqual(quarter);
    const pose = { position: ahead, orientation: none };
    expect(buffer.transform({ header, pose }, 'map').pose.position).toEqual(near(1, 2, 0));
    const hand = { ...stamped('robot', 'hand', SECOND, 2), header };
    expect(buffer.transform(hand, 'map')).toMatchObject({
      child_frame_id: 'hand',
      transform: { translation: near(1, 2, 0) },
    });
    const full = buffer.transformFull({ header, point: ahead }, 'map', SECOND, 'map');
    expect(full.point).toEqual(near(1, 2, 0));
    expect(() => buffer.transform({ header, data: 1 } as never, 'map')).toThrow('header, data');
  });

  it('with a covariance get it rotated', () => {
    const covariance = new Float64Array(36);
    covariance[0] = 4; // of x
    covariance[1] = covariance[6] = 1; // of x with y
    covariance[35] = 9; // about z
    const pose = { pose: { position: ahead, orientation: none }, covariance };
    const turned = buffer.transform({ header, pose }, 'map').pose.covariance;
    expect(turned[7]).toBeCloseTo(4, 12);
    expect(turned[1]).toBeCloseTo(-1, 12);
    expect(turned[0]).toBeCloseTo(0, 12);
    expect(turned[35]).toBeCloseTo(9, 12);
  });
});
