// Two tuners raise the limits of a speed by parameters while the speed is raised, too.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const { Parameter, ParameterType } = rclnodejs;
  const drive = rclnodejs.createNode('drive');
  const limit = (name) => Number(drive.getParameter(name).value);
  drive.declareParameter(new Parameter('low', ParameterType.PARAMETER_INTEGER, 0n));
  drive.declareParameter(new Parameter('high', ParameterType.PARAMETER_INTEGER, 10n));
  drive.createSubscription('geometry_msgs/msg/Twist', 'cmd_vel', ({ linear: { x } }) => {
    if (x < limit('low') || x > limit('high'))
      throw new Error(`the speed ${x} is out of its limits`);
  });
  drive.spin();
  const tune = (name, parameter, value) => {
    const node = rclnodejs.createNode(name);
    const client = node.createParameterClient('drive');
    const timer = node.createTimer(300_000_000n, () => {
      timer.cancel();
      void client.setParameter(parameter, value);
    });
    node.spin();
  };
  tune('raise_high', 'high', 30n);
  tune('raise_low', 'low', 20n);
  const teleop = rclnodejs.createNode('teleop');
  const speeds = teleop.createPublisher('geometry_msgs/msg/Twist', 'cmd_vel');
  teleop.createTimer(100_000_000n, () => {
    const x = Number(teleop.now().nanoseconds) < 299_000_000 ? 5 : 25;
    speeds.publish({ linear: { x, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } });
  });
  teleop.spin();
});
