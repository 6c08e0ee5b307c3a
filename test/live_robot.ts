/** A program with a bit of everything that the commands of ROS 2 show. */
export const ROBOT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('talker', 'robot');
  node.declareParameter(new rclnodejs.Parameter('speed', rclnodejs.ParameterType.PARAMETER_INTEGER, 42n));
  const publisher = node.createPublisher('std_msgs/msg/String', '/chatter');
  node.createTimer(20_000_000n, () => publisher.publish({ data: 'hello' }));
  node.createService('example_interfaces/srv/AddTwoInts', '/add', (request, response) =>
    response.send({ sum: request.a + request.b }));
  const plus = node.createService('example_interfaces/srv/AddTwoInts', '/plus', (request, response) =>
    response.send({ sum: request.a + request.b }));
  const asker = node.createClient('example_interfaces/srv/AddTwoInts', '/plus');
  node.createTimer(50_000_000n, () => asker.sendRequest({ a: 20n, b: 22n }, () => {}));
  const { CONTENTS } = rclnodejs.ServiceIntrospectionStates;
  for (const end of [plus, asker])
    end.configureIntrospection(node.getClock(), rclnodejs.QoS.profileSystemDefault, CONTENTS);
  const Fibonacci = rclnodejs.require('test_msgs/action/Fibonacci');
  new rclnodejs.ActionServer(node, 'test_msgs/action/Fibonacci', '/fibonacci', async (goal) => {
    const feedback = new Fibonacci.Feedback();
    feedback.sequence = [0, 1];
    goal.publishFeedback(feedback);
    goal.succeed();
    const result = new Fibonacci.Result();
    result.sequence = [0, 1, 1];
    return result;
  });
  const managed = new rclnodejs.lifecycle.LifecycleNode('managed');
  managed.registerOnConfigure(() => rclnodejs.lifecycle.CallbackReturnCode.SUCCESS);
  const stamped = node.createPublisher('std_msgs/msg/Header', '/stamped');
  node.createTimer(20_000_000n, () => stamped.publish({ frame_id: 'a: b' }));
  node.createSubscription('std_msgs/msg/Header', '/times', ({ stamp }) => console.log('time', stamp.sec));
  const loaded = [];
  const part = (type, name, answer) =>
    node.createService('composition_interfaces/srv/' + type, '/box/_container/' + name,
      (request, response) => response.send(answer(request)));
  part('LoadNode', 'load_node', ({ plugin_name, parameters }) => {
    if (plugin_name === 'none') return { success: false, error_message: 'no such class' };
    loaded.push(plugin_name + parameters[0].name);
    return { success: true, full_node_name: '/part', unique_id: BigInt(loaded.length) };
  });
  part('ListNodes', 'list_nodes', () => ({
    full_node_names: loaded, unique_ids: BigUint64Array.from(loaded, (_, i) => BigInt(i + 1)) }));
  part('UnloadNode', 'unload_node', ({ unique_id }) => {
    const is = Number(unique_id) <= loaded.length;
    if (is) loaded.length = 0;
    return { success: is, error_message: is ? '' : 'no such component' };
  });
  node.createSubscription('std_msgs/msg/String', '/orders', ({ data }) => console.log('order', data));
  managed.spin();
  node.spin();
  console.log('up');
});`;

/** Subscribes to a topic of the robot with another type. */
export const MISFIT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('misfit');
  node.createSubscription('std_msgs/msg/Int32', '/chatter', () => {});
  node.spin();
  console.log('up');
});
`;

/** A node with a parameter, which is started while somebody waits for it. */
export const LATE = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('late');
  node.declareParameter(new rclnodejs.Parameter('size', rclnodejs.ParameterType.PARAMETER_INTEGER, 5n));
  node.spin();
});
`;
