import { pinnedMath } from '../../math/index.js';
import { compose, rotate } from '../geometry/pose.js';
import { distanceTo, type Solid, solidsNear } from '../geometry/solid.js';
import type { Vector } from '../geometry/vector.js';
import type { LidarSpec, RangeSpec, RaySpec } from './device_specs.js';
import { Gaussian } from './gaussian.js';
import type { Outlet } from './outlet.js';

/** The directions of a scan in the frame of the sensor, row by row. */
function directionsOf(horizontal: RaySpec, vertical: RaySpec): Vector[] {
  const { sin, cos } = pinnedMath;
  return anglesOf(vertical).flatMap((up) =>
    anglesOf(horizontal).map((turn): Vector => [cos(up) * cos(turn), cos(up) * sin(turn), sin(up)]),
  );
}

function anglesOf({ samples, from, to }: RaySpec): number[] {
  return Array.from({ length: samples }, (_, i) => from + i * incrementOf({ samples, from, to }));
}

function incrementOf({ samples, from, to }: RaySpec): number {
  return samples > 1 ? (to - from) / (samples - 1) : 0;
}

/** Measures distances along its rays: −Infinity if too near, Infinity if nothing is in range (REP 117). */
class RayScanner {
  readonly #spec: LidarSpec | RangeSpec;
  readonly #outlet: Outlet;
  readonly #noise: Gaussian;
  readonly directions: readonly Vector[];

  constructor(spec: LidarSpec | RangeSpec, outlet: Outlet) {
    this.#spec = spec;
    this.#outlet = outlet;
    this.#noise = new Gaussian(outlet.random(spec.name));
    this.directions = directionsOf(spec.horizontal, spec.vertical);
  }

  scan(): number[] {
    const { link, pose, least, most, noise } = this.#spec;
    const { robot, world } = this.#outlet;
    const { at, turned } = compose(robot.linkPose(link), pose);
    // The sensor is inside its own housing.
    const own = robot.partOf(link);
    const isSeen = ({ owner }: Solid) => owner !== own;
    const near = solidsNear(world.solids, at, most).filter(isSeen);
    return this.directions.map((direction) => {
      const found = distanceTo(near, at, rotate(turned, direction));
      if (found > most) return Number.POSITIVE_INFINITY;
      if (found < least) return Number.NEGATIVE_INFINITY;
      return Math.max(least, Math.min(most, found + this.#noise.draw(noise)));
    });
  }
}

/** A laser scanner: `sensor_msgs/msg/LaserScan`, or `PointCloud2` for one with several rows. */
export function lidar(spec: LidarSpec, outlet: Outlet): void {
  const scanner = new RayScanner(spec, outlet);
  const frame_id = outlet.names.frame(spec.frame);
  const { horizontal, least, most } = spec;
  if (spec.output === 'points') {
    publishPoints(spec, outlet, scanner);
    return;
  }
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/LaserScan');
  outlet.every(spec.period, () =>
    publish({
      header: { stamp: outlet.stamp, frame_id },
      angle_min: horizontal.from,
      angle_max: horizontal.to,
      angle_increment: incrementOf(horizontal),
      time_increment: 0,
      scan_time: spec.period / 1e9,
      range_min: least,
      range_max: most,
      ranges: scanner.scan(),
      intensities: [],
    }),
  );
}

const FLOAT32 = 7;

function publishPoints(spec: LidarSpec, outlet: Outlet, scanner: RayScanner): void {
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/PointCloud2');
  const frame_id = outlet.names.frame(spec.frame);
  const fields = ['x', 'y', 'z'].map((name, index) => ({
    name,
    offset: 4 * index,
    datatype: FLOAT32,
    count: 1,
  }));
  outlet.every(spec.period, () => {
    const ranges = scanner.scan();
    const points = ranges.flatMap((range, index) => {
      const [x, y, z] = scanner.directions[index]!;
      return Number.isFinite(range) ? [x * range, y * range, z * range] : [];
    });
    const width = points.length / 3;
    publish({
      header: { stamp: outlet.stamp, frame_id },
      height: 1,
      width,
      fields,
      is_bigendian: false,
      point_step: 12,
      row_step: 12 * width,
      data: littleEndian(points),
      is_dense: true,
    });
  });
}

function littleEndian(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, index) => void view.setFloat32(4 * index, value, true));
  return new Uint8Array(view.buffer);
}

const INFRARED = 1;

/** A range finder: the nearest thing in its cone, as `sensor_msgs/msg/Range`. */
export function range(spec: RangeSpec, outlet: Outlet): void {
  const scanner = new RayScanner(spec, outlet);
  const frame_id = outlet.names.frame(spec.frame);
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/Range');
  outlet.every(spec.period, () =>
    publish({
      header: { stamp: outlet.stamp, frame_id },
      radiation_type: INFRARED,
      field_of_view: spec.horizontal.to - spec.horizontal.from,
      min_range: spec.least,
      max_range: spec.most,
      range: Math.min(...scanner.scan()),
    }),
  );
}
