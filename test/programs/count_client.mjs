// Asks count_server.cjs to count for ten hours, and ends by itself.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('count_client');
const client = new rclnodejs.ActionClient(node, 'test_msgs/action/Fibonacci', 'count');
rclnodejs.spin(node);
await client.waitForServer();
const goal = await client.sendGoal({ order: 10 }, (feedback) =>
  console.log(`${Date.now() / 3_600_000} h: ${feedback.sequence.length}`),
);
const result = await goal.getResult();
console.log(`${goal.isSucceeded()} ${result.sequence}`);
rclnodejs.shutdown();
