/** A cart on a rail: it moves in steps of 20 ms, and somebody pushes it. Prints all that it hears and does. */
import rclnodejs from 'rclnodejs';

const STEP = 0.02;

await rclnodejs.init();
const node = new rclnodejs.Node('world');
const position = node.createPublisher('std_msgs/msg/Float64', 'position');
let [x, v, force, steps] = [0, 0, 0, 0];
node.createSubscription('std_msgs/msg/Float64', 'force', ({ data }) => {
  force = data;
});
node.createTimer(20_000_000n, () => {
  const push = steps++ % 25 === 24 ? 2 : 0;
  v += (force + push - 0.3 * v) * STEP;
  x += v * STEP;
  console.log(`world ${steps} ${x} ${v} ${force}`);
  position.publish({ data: x });
});
rclnodejs.spin(node);
