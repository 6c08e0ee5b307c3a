import { dirname, resolve } from 'node:path';
import type { Point } from '../channel_model.js';
import type {
  DriveCommon,
  DriveModel,
  PhysicsModel,
  RobotModel,
  SensorCommon,
  SensorModel,
  VehicleModel,
} from '../physics_model.js';
import type { ConfigReader, Read } from './config_reader.js';

const RATE = [1e-3, 10_000] as const;
const LENGTH = [1e-6, 1e6] as const;
const ANGLE = [-10, 10] as const;

/**
 * Reads the physical world of a system.
 *
 * @param file - the file to which the paths in it are relative
 * @param point - reads three numbers
 */
export function physicsReader(
  reader: ConfigReader,
  file: string,
  point: Read<Point>,
): Read<PhysicsModel> {
  const { text } = reader;
  const path: Read<string> = (node) => {
    const value = text(node);
    return value === undefined ? undefined : resolve(dirname(file), value);
  };
  const robot = reader.object<RobotModel>({
    file: path,
    vehicle: vehicleReader(reader),
    at: point,
    yaw: reader.number(...ANGLE),
    namespace: text,
    frame_prefix: text,
    remap: reader.named(text),
    link_frames: reader.flag,
    drive: driveReader(reader),
    sensors: reader.list(sensorReader(reader, point)),
  });
  return reader.object<PhysicsModel>({
    world: path,
    step: reader.positiveDuration,
    paths: reader.list(path),
    ignore: reader.list(text),
    robots: reader.named((node) => {
      const value = robot(node);
      if (value === undefined || (value.file === undefined) !== (value.vehicle === undefined))
        return value;
      return reader.refuse(node, 'A robot has either a file or a vehicle.');
    }),
  });
}

function vehicleReader(reader: ConfigReader): Read<VehicleModel> {
  const length = reader.number(...LENGTH);
  return reader.exactlyOne(
    reader.object<VehicleModel>({
      differential: reader.object<NonNullable<VehicleModel['differential']>>({
        separation: length,
        diameter: length,
      }),
      ackermann: reader.object<NonNullable<VehicleModel['ackermann']>>({
        base: length,
        diameter: length,
      }),
      quadrotor: reader.object<Record<string, never>>({}),
    }),
  );
}

function driveReader(reader: ConfigReader): Read<DriveModel> {
  const { text } = reader;
  const length = reader.number(...LENGTH);
  const common: { readonly [K in keyof DriveCommon]-?: Read<NonNullable<DriveCommon[K]>> } = {
    command: text,
    odometry: text,
    odom_frame: text,
    base_frame: text,
    tf: reader.flag,
    rate: reader.number(...RATE),
  };
  return reader.exactlyOne(
    reader.object<DriveModel>({
      differential: reader.object<NonNullable<DriveModel['differential']>>({
        ...common,
        left: reader.list(text),
        right: reader.list(text),
        separation: length,
        diameter: length,
        acceleration: reader.number(1e-6, 1e6),
        torque: reader.number(1e-9, 1e6),
        source: reader.choice('wheels', 'world'),
      }),
      planar: reader.object<DriveCommon>(common),
    }),
  );
}

function sensorReader(reader: ConfigReader, point: Read<Point>): Read<SensorModel> {
  const { text } = reader;
  const common: { readonly [K in keyof SensorCommon]-?: Read<NonNullable<SensorCommon[K]>> } = {
    link: text,
    at: point,
    topic: text,
    frame: text,
    rate: reader.number(...RATE),
  };
  const angle = reader.number(...ANGLE);
  const noise = reader.number(0, 1e6);
  return reader.exactlyOne(
    reader.object<SensorModel>({
      lidar: reader.object<NonNullable<SensorModel['lidar']>>({
        ...common,
        samples: reader.number(1, 100_000, true),
        from: angle,
        to: angle,
        rows: reader.number(1, 1000, true),
        lowest: angle,
        highest: angle,
        least: reader.number(0, 1e6),
        most: reader.number(...LENGTH),
        noise,
      }),
      imu: reader.object<NonNullable<SensorModel['imu']>>({
        ...common,
        gyro_noise: noise,
        noise,
      }),
      navsat: reader.object<NonNullable<SensorModel['navsat']>>({ ...common, noise }),
    }),
  );
}
