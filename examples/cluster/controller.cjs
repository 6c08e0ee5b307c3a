// Drives an error to zero, against noise.
const rclnodejs = require('rclnodejs');

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('controller');
  const { ParameterType } = rclnodejs;
  node.declareParameter(new rclnodejs.Parameter('gain', ParameterType.PARAMETER_DOUBLE, 1));
  const gain = node.getParameter('gain').value;
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'error');
  let error = 1;
  node.createTimer(100_000_000n, () => {
    error += -0.3 * gain * error + 0.4 * (Math.random() - 0.5);
    publisher.publish({ data: error });
  });
  node.spin();
});
