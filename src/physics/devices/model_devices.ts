import { OrreryError } from '../../errors/index.js';
import type {
  DriveCommon,
  DriveModel,
  RobotModel,
  SensorCommon,
  SensorModel,
} from '../../models/index.js';
import { UPRIGHT } from '../geometry/pose.js';
import { ZERO } from '../geometry/vector.js';
import type { DeviceSpec, Noise, OdometryOutput, SensorSpec } from './device_specs.js';

/** Hz: the default rate of drives, and the rate of the transforms between links. */
const DRIVE_RATE = 50;
const SILENT: Noise = { mean: 0, deviation: 0 };

/**
 * The drives and sensors that a model file gives a robot.
 *
 * @param base - its first link
 * @throws OrreryError `ORR_PHYSICS` when something is missing
 */
export function modelDevices(name: string, robot: RobotModel, base: string): DeviceSpec[] {
  const devices: DeviceSpec[] = [];
  if (robot.drive !== undefined && robot.vehicle === undefined) {
    devices.push(driveOf(name, robot.drive, base));
  }
  for (const [index, sensor] of (robot.sensors ?? []).entries()) {
    devices.push(sensorOf(sensor, `sensor ${index}`, base));
  }
  if (robot.link_frames) devices.push({ kind: 'link_frames', period: 1e9 / DRIVE_RATE });
  return devices;
}

/** Where a drive publishes its odometry. */
export function odometryOf(common: DriveCommon, base: string): OdometryOutput {
  return {
    topic: common.odometry ?? 'odom',
    transform: common.tf === false ? undefined : '/tf',
    frame: common.odom_frame ?? 'odom',
    child: common.base_frame ?? base,
    period: Math.round(1e9 / (common.rate ?? DRIVE_RATE)),
  };
}

function driveOf(
  name: string,
  { differential, planar = {} }: DriveModel,
  base: string,
): DeviceSpec {
  const common = differential ?? planar;
  const command = common.command ?? 'cmd_vel';
  const odometry = odometryOf(common, base);
  if (differential === undefined) return { kind: 'planar', command, odometry };
  const { left, right, separation, diameter } = differential;
  if (left === undefined || right === undefined || !separation || !diameter) {
    throw new OrreryError(
      'ORR_PHYSICS',
      `The differential drive of the robot ${name} needs left, right, separation and diameter; add them.`,
    );
  }
  return {
    ...{ kind: 'differential', left, right, separation, diameter, command, odometry },
    acceleration: differential.acceleration ?? Number.POSITIVE_INFINITY,
    torque: differential.torque ?? 5,
    source: differential.source ?? 'wheels',
  };
}

function sensorOf({ lidar, imu, navsat }: SensorModel, name: string, base: string): DeviceSpec {
  const common = (sensor: SensorCommon, topic: string, rate: number): SensorSpec => ({
    name,
    link: sensor.link ?? base,
    pose: { at: sensor.at ?? ZERO, turned: UPRIGHT },
    topic: sensor.topic ?? topic,
    frame: sensor.frame ?? sensor.link ?? base,
    period: Math.round(1e9 / (sensor.rate ?? rate)),
  });
  const noise = (deviation: number | undefined): Noise =>
    deviation === undefined ? SILENT : { mean: 0, deviation };
  if (lidar !== undefined) {
    const { rows = 1, samples = 360, least = 0.1, most = 10 } = lidar;
    const step = (2 * Math.PI) / samples;
    return {
      ...common(lidar, rows > 1 ? 'points' : 'scan', 10),
      kind: 'lidar',
      horizontal: {
        samples,
        from: lidar.from ?? -Math.PI,
        to: lidar.to ?? Math.PI - step,
      },
      vertical: { samples: rows, from: lidar.lowest ?? 0, to: lidar.highest ?? lidar.lowest ?? 0 },
      ...{ least, most, noise: noise(lidar.noise), output: rows > 1 ? 'points' : 'scan' },
    };
  }
  if (imu !== undefined) {
    const [gyro, felt] = [noise(imu.gyro_noise), noise(imu.noise)];
    const all = { angular: [gyro, gyro, gyro], linear: [felt, felt, felt] } as const;
    return { ...common(imu, 'imu', 100), kind: 'imu', ...all };
  }
  const spread = noise(navsat?.noise);
  return {
    ...common(navsat ?? {}, 'fix', 10),
    kind: 'navsat',
    horizontal: spread,
    vertical: spread,
  };
}
