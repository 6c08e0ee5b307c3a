// A component that follows all robots and tells how far each is from the others.
import rclnodejs from 'rclnodejs';

const { Parameter, ParameterType } = rclnodejs;

export class FleetMonitor extends rclnodejs.Node {
  #positions = new Map();

  constructor(options) {
    super('fleet_monitor', '', undefined, options);
    const robots = this.declareParameter(
      new Parameter('robots', ParameterType.PARAMETER_STRING_ARRAY, []),
    ).value;
    const closest = this.createPublisher('std_msgs/msg/Float64', 'closest_distance');
    for (const robot of robots) {
      this.createSubscription('nav_msgs/msg/Odometry', `/${robot}/odom`, ({ pose: { pose } }) => {
        this.#positions.set(robot, pose.position);
      });
    }
    this.createTimer(500_000_000n, () => {
      const points = [...this.#positions.values()];
      const distances = points.flatMap((a, i) =>
        points.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
      );
      if (distances.length > 0) closest.publish({ data: Math.min(...distances) });
    });
  }
}
