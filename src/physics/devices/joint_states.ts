import type { JointStatesSpec } from './device_specs.js';
import { jointsOf } from './drives.js';
import type { Outlet } from './outlet.js';

/** Publishes the positions and velocities of joints. */
export function jointStates(spec: JointStatesSpec, outlet: Outlet): void {
  const all = outlet.robot.description.joints
    .map(({ name }) => name)
    .filter((name) => outlet.robot.joint(name) !== undefined);
  const name = spec.joints.length > 0 ? spec.joints : all;
  const joints = jointsOf(outlet, name);
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/JointState');
  outlet.every(spec.period, () =>
    publish({
      header: { stamp: outlet.stamp, frame_id: outlet.names.frame(spec.frame) },
      name,
      position: joints.map(({ position }) => position),
      velocity: joints.map(({ velocity }) => velocity),
      effort: [],
    }),
  );
}
