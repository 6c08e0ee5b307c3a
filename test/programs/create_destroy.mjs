// Creates and destroys one kind of entity after the other, over and over, and prints for each kind the least growth
// of the heap, in bytes per cycle, among several equal windows: a leak grows in every window, while the engine's own
// caches come and go. There are three windows, and more while each of them has grown by more than is allowed. Must be
// started with --expose-gc.
const [, , door, count, allowed, only] = process.argv;
const { clientModules } = await import(door);
const { rclnodejs, ...modules } = clientModules();
const { PublisherEventCallbacks, SubscriptionEventCallbacks } =
  modules['rclnodejs/lib/event_handler'];

await rclnodejs.init();
const node = rclnodejs.createNode('leak');
node.declareParameter(
  new rclnodejs.Parameter('text', rclnodejs.ParameterType.PARAMETER_STRING, ''),
);
const text = 'std_msgs/msg/String';
const addTwoInts = 'example_interfaces/srv/AddTwoInts';
const fibonacci = 'test_msgs/action/Fibonacci';
const second = 1_000_000_000n;

const kinds = {
  publisher() {
    const publisher = node.createPublisher(text, 'topic');
    publisher.publish({ data: 'x' });
    node.destroyPublisher(publisher);
  },
  subscription() {
    const subscription = node.createSubscription(text, 'topic', () => {});
    const publisher = node.createPublisher(text, 'topic');
    publisher.publish({ data: 'x' });
    node.destroySubscription(subscription);
    node.destroyPublisher(publisher);
  },
  observable_subscription() {
    const { observable, subscription } = node.createObservableSubscription(text, 'topic');
    observable.subscribe(() => {});
    node.destroySubscription(subscription);
  },
  event_handlers() {
    const ofPublisher = new PublisherEventCallbacks();
    ofPublisher.matched = () => {};
    const ofSubscription = new SubscriptionEventCallbacks();
    ofSubscription.matched = () => {};
    const publisher = node.createPublisher(text, 'topic', {}, ofPublisher);
    const subscription = node.createSubscription(text, 'topic', {}, () => {}, ofSubscription);
    node.destroyPublisher(publisher);
    node.destroySubscription(subscription);
  },
  service() {
    node.destroyService(node.createService(addTwoInts, 'add', () => {}));
  },
  client() {
    const client = node.createClient(addTwoInts, 'add');
    client.sendRequest({ a: 1n, b: 2n }, () => {});
    node.destroyClient(client);
  },
  timer() {
    node.destroyTimer(node.createTimer(second, () => {}));
  },
  guard_condition() {
    const guard = node.createGuardCondition(() => {});
    guard.trigger();
    node.destroyGuardCondition(guard);
  },
  async rate() {
    (await node.createRate(1000)).cancel();
  },
  action_server() {
    new rclnodejs.ActionServer(node, fibonacci, 'fibonacci', () => {}).destroy();
  },
  action_client() {
    new rclnodejs.ActionClient(node, fibonacci, 'fibonacci').destroy();
  },
  parameter_client() {
    const client = node.createParameterClient('leak');
    void client.waitForService(0);
    node.destroyParameterClient(client);
  },
  parameter_watcher() {
    node.destroyParameterWatcher(node.createParameterWatcher('leak', ['text']));
  },
  parameter_event_handler() {
    const handler = node.createParameterEventHandler();
    handler.addParameterCallback('text', '/leak', () => {});
    node.destroyParameterEventHandler(handler);
  },
  clock() {
    const clock = new rclnodejs.ROSClock();
    const jump = { _post_callback() {} };
    clock.addClockCallback(jump, true, 1n, -1n);
    clock.isRosTimeActive = true;
    clock.removeClockCallback(jump);
  },
  logger() {
    node.getLogger().getChild('child').destroy();
  },
  node() {
    rclnodejs.createNode('short_lived').destroy();
  },
  lifecycle_node() {
    const managed = rclnodejs.createLifecycleNode('managed');
    managed.createLifecyclePublisher(text, 'topic');
    managed.configure();
    managed.destroy();
  },
  async context() {
    const context = new rclnodejs.Context();
    await rclnodejs.init(context);
    new rclnodejs.Node('of_its_own', '', context);
    rclnodejs.shutdown(context);
  },
};

/** One cycle of these takes as long as many cycles of the others. */
const HEAVY = ['action_server', 'action_client', 'node', 'lifecycle_node', 'context'];

async function heapAfter(cycle, cycles) {
  for (let index = 0; index < cycles; index++) {
    await cycle();
    if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const growth = {};
for (const [kind, cycle] of Object.entries(kinds)) {
  if (only && only !== kind) continue;
  const cycles = only || !HEAVY.includes(kind) ? Number(count) : Number(count) / 4;
  let before = await heapAfter(cycle, cycles / 4);
  growth[kind] = Number.POSITIVE_INFINITY;
  for (let window = 0; window < 3 || (window < 12 && growth[kind] > Number(allowed)); window++) {
    const after = await heapAfter(cycle, cycles / 4);
    growth[kind] = Math.min(growth[kind], (after - before) / (cycles / 4));
    before = after;
  }
}
process.stdout.write(JSON.stringify(growth));
process.exit(0);
