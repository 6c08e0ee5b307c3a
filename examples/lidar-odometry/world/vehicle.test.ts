import { describe, expect, it } from 'vitest';
import { halfAngle } from './angles.js';
import { centreLine, type PlanarPose } from './path.js';
import { Random } from './random.js';
import { Relief } from './relief.js';
import { streetTour } from './route.js';
import { PurePursuit, Vehicle } from './vehicle.js';

describe('streetTour', () => {
  it.each([1, 2, 3, 4, 5])('seed %i is a closed loop without jumps or kinks', (seed) => {
    const tour = streetTour(seed);
    expect(tour[0]).toEqual(tour.at(-1));
    const line = centreLine(tour);
    expect(line.x.length).toBeGreaterThan(600);
    for (let j = 1; j < line.x.length; j++) {
      const step = Math.hypot(line.x[j]! - line.x[j - 1]!, line.y[j]! - line.y[j - 1]!);
      expect(step).toBeLessThan(1.000001);
      const turn =
        line.tangentX[j]! * line.tangentX[j - 1]! + line.tangentY[j]! * line.tangentY[j - 1]!;
      expect(turn).toBeGreaterThan(0.9);
    }
    expect(streetTour(seed)).toEqual(tour);
  });
});

describe('PurePursuit', () => {
  it.each([1, 2, 3])('drives once around tour %i near its line', (seed) => {
    const line = centreLine(streetTour(seed));
    const start = {
      x: line.x[0]!,
      y: line.y[0]!,
      cos: line.tangentX[0]!,
      sin: line.tangentY[0]!,
    };
    const vehicle = new Vehicle(start);
    const pursuit = new PurePursuit(line, true, 8);
    let way = 0;
    let command = { speed: 0, yawRate: 0 };
    for (let step = 0; way < line.x.length; step++) {
      expect(step).toBeLessThan(100_000);
      if (step % 10 === 0) {
        command = pursuit.command(vehicle.pose, vehicle.speed);
        expect(distanceTo(line, vehicle.pose)).toBeLessThan(3.3);
      }
      vehicle.step(command, 0.01);
      way += vehicle.speed * 0.01;
    }
  });

  it('stops at the end of an open line', () => {
    const line = centreLine([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
    ]);
    const vehicle = new Vehicle({ x: 0, y: 0, cos: 1, sin: 0 });
    const pursuit = new PurePursuit(line, false, 8);
    for (let step = 0; step < 3000; step++) {
      vehicle.step(pursuit.command(vehicle.pose, vehicle.speed), 0.01);
    }
    expect(vehicle.speed).toBeLessThan(0.01);
    expect(vehicle.pose.x).toBeGreaterThan(55);
    expect(vehicle.pose.x).toBeLessThan(60.5);
  });

  function distanceTo(line: ReturnType<typeof centreLine>, pose: PlanarPose): number {
    let least = Number.POSITIVE_INFINITY;
    for (let j = 0; j < line.x.length; j++) {
      least = Math.min(least, Math.hypot(line.x[j]! - pose.x, line.y[j]! - pose.y));
    }
    return least;
  }
});

describe('Relief', () => {
  it('is bounded, continuous and repeatable', () => {
    const relief = new Relief(3, 0.1);
    const again = new Relief(3, 0.1);
    for (let i = -2000; i < 2000; i++) {
      const [x, y] = [i * 0.37, i * 0.11];
      const h = relief.heightAt(x, y);
      expect(Math.abs(h)).toBeLessThanOrEqual(0.1);
      expect(Math.abs(h - relief.heightAt(x + 1e-6, y - 1e-6))).toBeLessThan(1e-6);
      expect(again.heightAt(x, y)).toBe(h);
    }
  });
});

describe('small numbers', () => {
  it('halfAngle halves angles of the whole circle', () => {
    for (let a = -3.14; a <= 3.14; a += 0.01) {
      const [s, c] = halfAngle(Math.sin(a), Math.cos(a));
      expect(Math.abs(s - Math.sin(a / 2))).toBeLessThan(1e-12);
      expect(Math.abs(c - Math.cos(a / 2))).toBeLessThan(1e-12);
    }
  });

  it('gaussian has mean 0 and deviation 1', () => {
    const random = new Random(1);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < 100_000; i++) {
      const g = random.gaussian();
      sum += g;
      squares += g * g;
    }
    expect(Math.abs(sum / 100_000)).toBeLessThan(0.02);
    expect(Math.abs(squares / 100_000 - 1)).toBeLessThan(0.02);
  });
});
