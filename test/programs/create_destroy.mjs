// Creates and destroys every kind of entity, over and over, and prints the growth of the heap in
// bytes between the first and the last quarter. Started with --expose-gc.
const [, , door, cycles] = process.argv;
const { default: rclnodejs } = await import(door);

await rclnodejs.init();
const node = rclnodejs.createNode('leak');
const string = 'std_msgs/msg/String';
const addTwoInts = 'example_interfaces/srv/AddTwoInts';
const fibonacci = 'test_msgs/action/Fibonacci';

function cycle(index) {
  const publisher = node.createPublisher(string, 'topic');
  const subscription = node.createSubscription(string, 'topic', () => {});
  publisher.publish({ data: 'x' });
  node.destroyPublisher(publisher);
  node.destroySubscription(subscription);
  const service = node.createService(addTwoInts, 'add', () => {});
  const client = node.createClient(addTwoInts, 'add');
  node.destroyClient(client);
  node.destroyService(service);
  node.destroyTimer(node.createTimer(1_000_000_000n, () => {}));
  node.destroyGuardCondition(node.createGuardCondition(() => {}));
  if (index % 20 !== 0) return;
  const server = new rclnodejs.ActionServer(node, fibonacci, 'fibonacci', () => {});
  const actions = new rclnodejs.ActionClient(node, fibonacci, 'fibonacci');
  actions.destroy();
  server.destroy();
  rclnodejs.createNode('short_lived').destroy();
  rclnodejs.createLifecycleNode('managed').destroy();
}

async function heapAfter(count) {
  for (let index = 0; index < count; index++) {
    cycle(index);
    if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const quarter = Number(cycles) / 4;
const first = await heapAfter(quarter);
const last = await heapAfter(3 * quarter);
process.stdout.write(`${last - first}\n`);
process.exit(0);
