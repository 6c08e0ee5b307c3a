// Nodes with entities of every kind come and go, LIVES times, while the system runs.
const rclnodejs = require('rclnodejs');

const lives = Number(process.env.LIVES);
const text = 'std_msgs/msg/String';
const addTwoInts = 'example_interfaces/srv/AddTwoInts';
const fibonacci = 'test_msgs/action/Fibonacci';

(async () => {
  await rclnodejs.init();
  const main = new rclnodejs.Node('main');
  let count = 0;
  main.createTimer(1_000_000n, () => {
    const node = new rclnodejs.Node('child');
    const publisher = node.createPublisher(text, 'topic');
    node.createSubscription(text, 'topic', () => {});
    node.createService(addTwoInts, 'add', () => {});
    node.createClient(addTwoInts, 'add');
    node.createTimer(1_000_000_000n, () => {});
    new rclnodejs.ActionServer(node, fibonacci, 'fibonacci', () => {});
    new rclnodejs.ActionClient(node, fibonacci, 'fibonacci');
    node.spin();
    publisher.publish({ data: 'x' });
    const timer = main.createTimer(300_000n, () => main.destroyTimer(timer));
    setTimeout(() => node.destroy(), 0.5);
    if (++count === lives) rclnodejs.shutdown();
  });
  main.spin();
})();
