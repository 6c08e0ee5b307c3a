import type { DriveCommon, RobotModel } from '../../models/index.js';
import type { OdometryOutput } from '../devices/device_specs.js';
import { TWIST, type Twist } from '../devices/drives.js';
import { installDevice } from '../devices/install_device.js';
import { odometryOf } from '../devices/model_devices.js';
import type { Outlet } from '../devices/outlet.js';
import { type Pose, yawOf } from '../geometry/pose.js';
import { lengthOf } from '../geometry/vector.js';
import type { Vehicle } from '../physics_world.js';
import { BASE } from './closed_form_description.js';
import { Quadrotor } from './quadrotor.js';
import { ackermannVehicle, differentialVehicle } from './wheeled_vehicle.js';

const WHEELS = { left: ['left_wheel'], right: ['right_wheel'] } as const;
/** m: about a TurtleBot3, and a car. */
const SMALL = { separation: 0.16, diameter: 0.066 };
const CAR = { base: 2.7, diameter: 0.6, track: 1.6, limit: 0.6 };

/** A vehicle in closed form, and a function that connects it to the graph. */
export interface MadeVehicle {
  readonly vehicle: Vehicle;
  connect(outlet: Outlet): void;
}

/** @param gravity - m/s², downwards */
export function makeVehicle(
  name: string,
  { vehicle = {}, drive = {} }: RobotModel,
  start: Pose,
  gravity: readonly number[],
): MadeVehicle {
  const common: DriveCommon = drive.differential ?? drive.planar ?? {};
  const command = common.command ?? 'cmd_vel';
  const odometry = odometryOf(common, BASE);
  if (vehicle.quadrotor !== undefined) {
    const quadrotor = new Quadrotor(name, lengthOf([gravity[0]!, gravity[1]!, gravity[2]!]), start);
    const connect = (outlet: Outlet) => connectQuadrotor(quadrotor, command, odometry, outlet);
    return { vehicle: quadrotor, connect };
  }
  if (vehicle.ackermann !== undefined) {
    const { base = CAR.base, diameter = CAR.diameter } = vehicle.ackermann;
    const connect = (outlet: Outlet) =>
      installDevice(
        {
          ...{ kind: 'ackermann', ...WHEELS, base, diameter, command, odometry },
          ...{ steerLeft: 'left_steering', steerRight: 'right_steering' },
          ...{ separation: CAR.track, kingpins: CAR.track, limit: CAR.limit },
        },
        outlet,
      );
    return { vehicle: ackermannVehicle(name, { base, diameter }, start), connect };
  }
  const { separation = SMALL.separation, diameter = SMALL.diameter } = vehicle.differential ?? {};
  const acceleration = drive.differential?.acceleration ?? Number.POSITIVE_INFINITY;
  const source = drive.differential?.source ?? 'wheels';
  const connect = (outlet: Outlet) =>
    installDevice(
      {
        ...{ kind: 'differential', ...WHEELS, separation, diameter, command, odometry },
        ...{ acceleration, source, torque: 1 },
      },
      outlet,
    );
  return { vehicle: differentialVehicle(name, { separation, diameter }, start), connect };
}

interface PoseStamped {
  readonly pose: {
    readonly position: Readonly<Record<'x' | 'y' | 'z', number>>;
    readonly orientation: Readonly<Record<'w' | 'x' | 'y' | 'z', number>>;
  };
}

/** Obeys velocities along its own heading on `cmd_vel`, and places in the world on `goal_pose`. */
function connectQuadrotor(
  quadrotor: Quadrotor,
  command: string,
  odometry: OdometryOutput,
  outlet: Outlet,
): void {
  outlet.hear<Twist>(command, TWIST, ({ linear: { x, y, z }, angular }) => {
    if (![x, y, z, angular.z].every(Number.isFinite)) return;
    quadrotor.command({ velocity: [x, y, z], turning: angular.z });
  });
  outlet.hear<PoseStamped>('goal_pose', 'geometry_msgs/msg/PoseStamped', ({ pose }) => {
    const { position: at, orientation: turned } = pose;
    if (![...Object.values(at), ...Object.values(turned)].every(Number.isFinite)) return;
    const yaw = yawOf([turned.w, turned.x, turned.y, turned.z]);
    quadrotor.command({ place: [at.x, at.y, at.z], yaw });
  });
  installDevice({ kind: 'odometry', link: BASE, odometry }, outlet);
}
