// Wheel odometry: adds up what the wheel encoders say.
import rclnodejs from 'rclnodejs';
import { parameterOf } from './parameter_of.js';

class Odometry extends rclnodejs.Node {
  #last;
  #pose;

  constructor() {
    super('odometry');
    this.separation = parameterOf(this, 'wheel_separation', 0.287);
    this.radius = parameterOf(this, 'wheel_radius', 0.033);
    this.#pose = { x: parameterOf(this, 'x', -2.5), y: parameterOf(this, 'y', 0), yaw: 0 };
    this.odometry = this.createPublisher('nav_msgs/msg/Odometry', 'odom');
    this.transforms = this.createPublisher('tf2_msgs/msg/TFMessage', '/tf');
    this.createSubscription('sensor_msgs/msg/JointState', 'joint_states', (joints) =>
      this.#add(joints.header.stamp, joints.position),
    );
  }

  #add(stamp, [left, right]) {
    const [lastLeft, lastRight] = this.#last ?? [left, right];
    this.#last = [left, right];
    const [a, b] = [(left - lastLeft) * this.radius, (right - lastRight) * this.radius];
    const pose = this.#pose;
    pose.yaw += (b - a) / this.separation;
    pose.x += ((a + b) / 2) * Math.cos(pose.yaw);
    pose.y += ((a + b) / 2) * Math.sin(pose.yaw);
    const header = { stamp, frame_id: 'odom' };
    const rotation = { x: 0, y: 0, z: Math.sin(pose.yaw / 2), w: Math.cos(pose.yaw / 2) };
    const position = { x: pose.x, y: pose.y, z: 0 };
    this.odometry.publish({
      header,
      child_frame_id: 'base_link',
      pose: { pose: { position, orientation: rotation } },
    });
    const transform = { translation: position, rotation };
    this.transforms.publish({ transforms: [{ header, child_frame_id: 'base_link', transform }] });
  }
}

await rclnodejs.init();
rclnodejs.spin(new Odometry());
