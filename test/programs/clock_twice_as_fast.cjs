// Publishes /clock, in which time passes twice as fast, and a node that lives by it.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const world = rclnodejs.createNode('world');
  const clock = world.createPublisher('rosgraph_msgs/msg/Clock', '/clock');
  let ms = 100_000;
  world.createTimer(50_000_000n, () => {
    ms += 100;
    clock.publish({ clock: { sec: Math.floor(ms / 1000), nanosec: (ms % 1000) * 1_000_000 } });
  });
  const node = rclnodejs.createNode('robot', '', rclnodejs.Context.defaultContext(), {
    parameterOverrides: [
      new rclnodejs.Parameter('use_sim_time', rclnodejs.ParameterType.PARAMETER_BOOL, true),
    ],
  });
  node.createTimer(1_000_000_000n, () => {
    console.log(`${Date.now() / 1000} s: ${node.now().nanoseconds / 1_000_000n} ms`);
  });
  rclnodejs.spin(world);
  rclnodejs.spin(node);
});
