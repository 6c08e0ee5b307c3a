// An action server that sleeps an hour of its own clock between two feedbacks.
const rclnodejs = require('rclnodejs');

const Fibonacci = rclnodejs.require('test_msgs/action/Fibonacci');
const hour = () => new Promise((resolve) => setTimeout(resolve, 3_600_000));

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('count_server');
  const execute = async (goal) => {
    const sequence = [];
    for (let i = 0; i < goal.request.order; i++) {
      await hour();
      sequence.push(i);
      goal.publishFeedback(new Fibonacci.Feedback({ sequence }));
    }
    goal.succeed();
    return new Fibonacci.Result({ sequence });
  };
  new rclnodejs.ActionServer(node, 'test_msgs/action/Fibonacci', 'count', execute);
  rclnodejs.spin(node);
});
