import { OrreryError } from '../../errors/index.js';
import { pinnedMath } from '../../math/index.js';
import type { EarthOrigin } from '../description/description.js';
import { compose } from '../geometry/pose.js';
import { add, type Vector } from '../geometry/vector.js';
import type { NavsatSpec } from './device_specs.js';
import { Gaussian } from './gaussian.js';
import type { Outlet } from './outlet.js';

/** WGS 84: half the axis at the equator in m, and the flattening. */
const EQUATOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const SQUARE = FLATTENING * (2 - FLATTENING);
const DEGREE = Math.PI / 180;

/** Latitude and longitude in degrees, height in m. */
export type Geodetic = readonly [number, number, number];

/** A receiver of satellite navigation: `sensor_msgs/msg/NavSatFix`. */
export function navsat(spec: NavsatSpec, outlet: Outlet): void {
  const { robot, world } = outlet;
  const origin = world.origin;
  if (origin === undefined) {
    throw new OrreryError(
      'ORR_PHYSICS',
      `The sensor ${spec.name} of ${robot.name} needs to know where on Earth it is; give the world <spherical_coordinates>.`,
    );
  }
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/NavSatFix');
  const noise = new Gaussian(outlet.random(spec.name));
  const frame_id = outlet.names.frame(spec.frame);
  const [across, up] = [square(spec.horizontal.deviation), square(spec.vertical.deviation)];
  outlet.every(spec.period, () => {
    const { at } = compose(robot.linkPose(spec.link), spec.pose);
    const offset: Vector = [
      noise.draw(spec.horizontal),
      noise.draw(spec.horizontal),
      noise.draw(spec.vertical),
    ];
    const [latitude, longitude, altitude] = geodeticOf(origin, add(at, offset));
    publish({
      header: { stamp: outlet.stamp, frame_id },
      status: { status: 0, service: 1 },
      latitude,
      longitude,
      altitude,
      position_covariance: [across, 0, 0, 0, across, 0, 0, 0, up],
      position_covariance_type: 2,
    });
  });
}

/** Where on Earth a point of the world is: x east, y north, z up, turned by the heading. */
function geodeticOf(origin: EarthOrigin, [x, y, up]: Vector): Geodetic {
  const { sin, cos } = pinnedMath;
  const [ch, sh] = [cos(origin.heading), sin(origin.heading)];
  const [east, north] = [x * ch - y * sh, x * sh + y * ch];
  const [latitude, longitude] = [origin.latitude * DEGREE, origin.longitude * DEGREE];
  const [sp, cp, sl, cl] = [sin(latitude), cos(latitude), sin(longitude), cos(longitude)];
  const [ox, oy, oz] = earthCentred(latitude, longitude, origin.elevation);
  return geodeticAt([
    ox - sl * east - sp * cl * north + cp * cl * up,
    oy + cl * east - sp * sl * north + cp * sl * up,
    oz + cp * north + sp * up,
  ]);
}

function earthCentred(latitude: number, longitude: number, height: number): Vector {
  const { sin, cos } = pinnedMath;
  const radius = EQUATOR / Math.sqrt(1 - SQUARE * square(sin(latitude)));
  return [
    (radius + height) * cos(latitude) * cos(longitude),
    (radius + height) * cos(latitude) * sin(longitude),
    (radius * (1 - SQUARE) + height) * sin(latitude),
  ];
}

/** Bowring's iteration, which converges to the last bits in a few rounds. */
function geodeticAt([x, y, z]: Vector): Geodetic {
  const { sin, cos, atan2 } = pinnedMath;
  const across = Math.sqrt(x * x + y * y);
  let latitude = atan2(z, across * (1 - SQUARE));
  for (let round = 0; round < 6; round++) {
    const radius = EQUATOR / Math.sqrt(1 - SQUARE * square(sin(latitude)));
    latitude = atan2(z + SQUARE * radius * sin(latitude), across);
  }
  const radius = EQUATOR / Math.sqrt(1 - SQUARE * square(sin(latitude)));
  const height = across * cos(latitude) + z * sin(latitude) - (EQUATOR * EQUATOR) / radius;
  return [latitude / DEGREE, atan2(y, x) / DEGREE, height];
}

/** Not `**`, whose last bit depends on the engine. */
function square(value: number): number {
  return value * value;
}
