import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Publisher, Timer } from '../../graph/index.js';
import { RandomStreams } from '../../kernel/index.js';
import type { BoxModel, ChannelModel, Point } from '../../models/index.js';
import { MS, NetworkScenario, types } from '../network.test_support.js';
import { Channel } from './channel.js';
import { knifeEdgeLoss } from './diffracted_paths.js';
import { Fading } from './fading.js';
import { obstaclesBetween } from './obstacles_between.js';
import { freeSpaceLoss, logDistanceLoss, umiLoss } from './path_loss.js';
import { boxObstacle } from './ray_obstacle.js';
import { RayTracer } from './ray_tracer.js';
import { Shadowing } from './shadowing.js';
import { distance } from './vector.js';

const CHANNEL_6 = 2.437e9;
const HOUSE: BoxModel = { min: [10, -5, 0], max: [20, 5, 8] };

/** A channel between two agents that stand still. */
function between(a: Point, b: Point, model: ChannelModel, seed = 0): Channel {
  return new Channel({
    model,
    agents: ['a', 'b'],
    random: new RandomStreams(seed),
    frequency: CHANNEL_6,
    pose: (agent) => ({ at: agent === 0 ? a : b, turned: [1, 0, 0, 0] }),
  });
}

describe('path loss', () => {
  it('has the published values', () => {
    // 20 log10(4π f / c) at 1 m; TR 38.901 at 30 m in sight, 60 m and 100 m out of sight.
    expect(freeSpaceLoss(1, CHANNEL_6)).toBeCloseTo(40.18, 2);
    expect(logDistanceLoss(100, CHANNEL_6, 3)).toBeCloseTo(100.18, 2);
    // The higher end, at 10 m, takes the role of the model's base station.
    const loss = (d: number, sight: boolean) =>
      umiLoss([0, 0, 10], [Math.sqrt(d * d - 8.5 * 8.5), 0, 1.5], CHANNEL_6, sight);
    expect(loss(30, true)).toBeCloseTo(71.15, 1);
    expect(loss(60, false)).toBeCloseTo(93.4, 1);
    expect(loss(100, false)).toBeCloseTo(101.2, 1);
  });

  it('of two rays over plane ground falls with the fourth power of a large distance', () => {
    const loss = (d: number) => {
      const model = { path_loss: { two_ray: {} }, tx_power: 0 };
      return -between([0, 0, 2], [d, 0, 1], model).strength(0, 1, 0);
    };
    expect(loss(2000) - loss(1000)).toBeCloseTo(40 * Math.log10(2), 0);
    expect(loss(1000)).toBeCloseTo(40 * Math.log10(1000) - 20 * Math.log10(2), 0);
  });

  it('has a range, and obstacles reduce it', () => {
    const power = (d: number, model: ChannelModel) =>
      between([0, 0, 1], [d, 0, 1], { ...model, obstacles: [HOUSE] }).power(0, 1, 0);
    expect(power(30, { path_loss: { disk: { range: 30 } } })).toBeGreaterThan(0);
    expect(power(30.1, { path_loss: { disk: { range: 30 } } })).toBe(0);
    const walls: ChannelModel = { path_loss: { log_distance: { obstacle_loss: 20 } } };
    const free: ChannelModel = { path_loss: { log_distance: {} } };
    expect(power(9, walls)).toBe(power(9, free));
    expect(power(25, free) / power(25, walls)).toBeCloseTo(100, 6);
  });
});

describe('rays', () => {
  const world = {
    obstacles: [boxObstacle(HOUSE)],
    ground: true,
    order: 2,
    permittivity: 5.31,
    penetrationLoss: 14.7,
    frequency: CHANNEL_6,
  };
  const coordinate = fc.double({ min: -40, max: 60, noNaN: true });
  const place = fc
    .tuple(coordinate, coordinate, fc.double({ min: 0.1, max: 20, noNaN: true }))
    .filter(([x, y, z]) => x < 9 || x > 21 || Math.abs(y) > 6 || z > 9);

  it('are as long as the distance to their images, and the same in reverse', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const tracer = new RayTracer(world);
        for (const { points, length } of tracer.paths(a, b)) {
          let sum = 0;
          for (let i = 1; i < points.length; i++) sum += distance(points[i - 1]!, points[i]!);
          expect(sum).toBeCloseTo(length, 6);
          expect(length).toBeGreaterThanOrEqual(distance(a, b) - 1e-9);
        }
        const there = tracer.gain(a, b);
        const back = tracer.gain(b, a);
        expect(Math.abs(there - back)).toBeLessThanOrEqual(1e-9 + 1e-6 * there);
      }),
    );
  });

  it('reflect at the point of a wall where the angles are equal', () => {
    const paths = new RayTracer({ ...world, ground: false, order: 1 }).paths([0, -3, 2], [4, 3, 2]);
    const reflected = paths.filter(({ points }) => points.length === 3);
    expect(reflected).toHaveLength(1);
    expect(reflected[0]!.points[1]).toEqual([10, expect.closeTo(0.75, 9), 2]);
  });

  it('are refused in a world of too many surfaces', () => {
    const obstacles = Array.from({ length: 101 }, () => HOUSE);
    const model: ChannelModel = { path_loss: { ray_tracing: {} }, obstacles };
    expect(() => between([0, 0, 1], [30, 0, 1], model)).toThrow(
      'The channel has 505 plane surfaces',
    );
  });

  it('are diffracted around the edges of an obstacle', () => {
    const [a, b]: Point[] = [
      [0, 0, 1],
      [40, 0, 1],
    ];
    expect(obstaclesBetween(a!, b!, [HOUSE])).toHaveLength(1);
    const paths = new RayTracer({ ...world, order: 0 }).paths(a!, b!);
    expect(paths).toHaveLength(4);
    expect(knifeEdgeLoss(0)).toBeCloseTo(6.03, 2);
    expect(knifeEdgeLoss(1)).toBeCloseTo(13.93, 2);
    expect(knifeEdgeLoss(-1)).toBe(0);
  });
});

describe('chance', () => {
  it('shadows with its deviation, correlated over places', () => {
    let square = 0;
    let product = 0;
    const count = 4000;
    for (let seed = 0; seed < count; seed++) {
      const field = new Shadowing(new RandomStreams(seed).stream('x'));
      const here = field.at([0, 0, 0], [50, 20, 0], 10);
      square += here * here;
      product += here * field.at([6, 8, 0], [50, 20, 0], 10);
    }
    expect(square / count).toBeCloseTo(1, 1);
    // 10 m further at a correlation distance of 10 m.
    expect(product / count).toBeCloseTo(Math.exp(-1), 1);
  });

  it('fades with the distributions of Rayleigh and Rice', () => {
    const fading = new Fading(new RandomStreams(3).stream('x'));
    const samples = (k: number) => Array.from({ length: 20_000 }, (_, i) => fading.at(i * 0.37, k));
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const below = (values: number[], limit: number) =>
      values.filter((value) => value < limit).length / values.length;
    const rayleigh = samples(0);
    expect(mean(rayleigh)).toBeCloseTo(1, 1);
    for (const limit of [0.1, 0.5, 1, 2]) {
      expect(below(rayleigh, limit)).toBeCloseTo(1 - Math.exp(-limit), 1);
    }
    const rice = samples(8);
    expect(mean(rice)).toBeCloseTo(1, 1);
    expect(below(rice, 0.1)).toBeLessThan(0.005);
  });

  it('is the same in both directions, and in every run with the same seed', () => {
    const model: ChannelModel = { path_loss: { umi: {} }, shadowing: {}, fading: {} };
    const draw = (seed: number, from: number, to: number) =>
      between([0, 0, 1], [30, 0, 1], model, seed).strength(from, to, 5 * MS);
    expect(draw(1, 0, 1)).toBe(draw(1, 1, 0));
    expect(draw(1, 0, 1)).not.toBe(draw(2, 0, 1));
  });
});

describe('positions', () => {
  const disk = '  channel: {path_loss: {disk: {range: 10}}}';

  it('move along a trajectory: out of range and back', async () => {
    const scenario = new NetworkScenario(`${disk}\n  simulator: {simple: {}}`, ['a', 'b'], 0, {
      b: 'trajectory: [{time: 0s, at: [0, 0, 0]}, {time: 1s, at: [20, 0, 0]}, {time: 2s, at: [0, 0, 0]}]',
    });
    const arrived = scenario.sink('/b', '/x', { reliability: 'best_effort' });
    scenario.source('/a', '/x', 100);
    await scenario.runFor(2000);
    expect(arrived.map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 15, 16, 17, 18, 19, 20]);
  });

  it('are where a topic or a frame places them', async () => {
    const scenario = new NetworkScenario(`${disk}\n  simulator: {simple: {}}`, ['a', 'b', 'c'], 0, {
      b: 'topic: /b/odom',
      c: 'frame: c/base',
    });
    const sinks = ['/b', '/c'].map((agent) =>
      scenario.sink(agent, '/x', { reliability: 'best_effort' }),
    );
    scenario.source('/a', '/x', 100);
    const node = scenario.node('/world', 'world');
    const odom = new Publisher(node, '/b/odom', types.message('nav_msgs/msg/Odometry'));
    const tf = new Publisher(node, '/tf', types.message('tf2_msgs/msg/TFMessage'));
    const timer = new Timer(node, 250 * MS, () => {
      odom.publish({ pose: { pose: { position: { x: 50 } } } });
      const transform = { translation: { z: 50 } };
      tf.publish({ transforms: [{ child_frame_id: 'c/base', transform }] });
      timer.cancel();
    });
    scenario.simulation.attach(node);
    await scenario.runFor(400);
    expect(sinks.map((each) => each.map(([number]) => number))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(scenario.faults.map(({ fault }) => fault)).toEqual(
      new Array(4).fill('network_out_of_range'),
    );
  });
});
