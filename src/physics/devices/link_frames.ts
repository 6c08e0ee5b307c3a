import { relativeTo } from '../geometry/pose.js';
import { type Outlet, xyz, xyzw } from './outlet.js';

/**
 * Publishes the transforms between the links, as robot_state_publisher does: those of fixed joints
 * once on /tf_static, the others on /tf.
 */
export function linkFrames(period: number, outlet: Outlet): void {
  const { robot, names } = outlet;
  const all = robot.description.joints.filter(
    ({ parent, child }) => robot.hasLink(parent) && robot.hasLink(child),
  );
  const transformsOf = (joints: typeof all) =>
    joints.map(({ parent, child }) => {
      const { at, turned } = relativeTo(robot.linkPose(parent), robot.linkPose(child));
      return {
        header: { stamp: outlet.stamp, frame_id: names.frame(parent) },
        child_frame_id: names.frame(child),
        transform: { translation: xyz(at), rotation: xyzw(turned) },
      };
    });
  const fixed = all.filter(({ kind }) => kind === 'fixed');
  const moving = all.filter(({ kind }) => kind !== 'fixed');
  const type = 'tf2_msgs/msg/TFMessage';
  if (fixed.length > 0) {
    const durability = { durability: 'transient_local', depth: 1 } as const;
    outlet.publisher('/tf_static', type, durability)({ transforms: transformsOf(fixed) });
  }
  if (moving.length === 0) return;
  const publish = outlet.publisher('/tf', type);
  outlet.every(period, () => publish({ transforms: transformsOf(moving) }));
}
