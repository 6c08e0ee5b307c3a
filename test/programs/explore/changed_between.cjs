// A job reads what another node sets between its two callbacks: no node handles anything in another order.
const rclnodejs = require('rclnodejs');

const EMPTY = 'std_msgs/msg/Empty';
let speed = 1;

rclnodejs.init().then(() => {
  const job = rclnodejs.createNode('job');
  const publisher = job.createPublisher(EMPTY, 'step');
  let begun;
  job.createSubscription(EMPTY, 'step', () => {
    if (begun !== speed) throw new Error('the speed has changed');
  });
  const timer = job.createTimer(100_000_000n, () => {
    timer.cancel();
    begun = speed;
    publisher.publish({});
  });
  job.spin();
  const operator = rclnodejs.createNode('operator');
  operator.createTimer(105_000_000n, () => (speed = 2));
  operator.spin();
});
