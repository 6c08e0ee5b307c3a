// A driver that is activated late stays active although it was deactivated; its timer runs meanwhile.
const rclnodejs = require('rclnodejs');

const EMPTY = 'std_msgs/msg/Empty';

rclnodejs.init().then(() => {
  const driver = rclnodejs.createNode('driver');
  let isActive = false;
  driver.createSubscription(EMPTY, 'activate', () => (isActive = true));
  driver.createSubscription(EMPTY, 'deactivate', () => (isActive = false));
  driver.createSubscription(EMPTY, 'stopped', () => {
    if (isActive) throw new Error('active after it was stopped');
  });
  driver.createTimer(20_000_000n, () => {});
  driver.spin();
  for (const [topic, ms] of [
    ['activate', 100],
    ['deactivate', 130],
    ['stopped', 200],
  ]) {
    const node = rclnodejs.createNode(`sender_of_${topic}`);
    const publisher = node.createPublisher(EMPTY, topic);
    const timer = node.createTimer(BigInt(ms) * 1_000_000n, () => {
      timer.cancel();
      publisher.publish({});
    });
    node.spin();
  }
});
