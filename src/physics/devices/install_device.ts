import type { DeviceSpec } from './device_specs.js';
import { ackermannDrive, differentialDrive, odometry, planarDrive } from './drives.js';
import { imu } from './imu.js';
import { jointStates } from './joint_states.js';
import { lidar, range } from './lidar.js';
import { linkFrames } from './link_frames.js';
import { navsat } from './navsat.js';
import type { Outlet } from './outlet.js';

/** Creates a device of a robot, which publishes and obeys from now on. */
export function installDevice(spec: DeviceSpec, outlet: Outlet): void {
  switch (spec.kind) {
    case 'differential':
      differentialDrive(spec, outlet);
      break;
    case 'planar':
      planarDrive(spec, outlet);
      break;
    case 'ackermann':
      ackermannDrive(spec, outlet);
      break;
    case 'joint_states':
      jointStates(spec, outlet);
      break;
    case 'odometry':
      odometry(spec.link, spec.odometry, outlet);
      break;
    case 'lidar':
      lidar(spec, outlet);
      break;
    case 'range':
      range(spec, outlet);
      break;
    case 'imu':
      imu(spec, outlet);
      break;
    case 'navsat':
      navsat(spec, outlet);
      break;
    case 'link_frames':
      linkFrames(spec.period, outlet);
      break;
  }
}
