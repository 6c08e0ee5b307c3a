// An action server that sleeps a second of its own clock between two feedbacks.
const rclnodejs = require('rclnodejs');

const Fibonacci = rclnodejs.require('test_msgs/action/Fibonacci');
const second = () => new Promise((resolve) => setTimeout(resolve, 1000));

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('count_server');
  const execute = async (goal) => {
    const sequence = [];
    for (let i = 0; i < goal.request.order; i++) {
      await second();
      sequence.push(i);
      goal.publishFeedback(new Fibonacci.Feedback({ sequence }));
    }
    goal.succeed();
    return new Fibonacci.Result({ sequence });
  };
  new rclnodejs.ActionServer(node, 'test_msgs/action/Fibonacci', 'count', execute);
  rclnodejs.spin(node);
});
