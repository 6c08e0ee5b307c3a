// Publishes a brightness per image while it is active. Can be told to crash.
import rclnodejs from 'rclnodejs';

const { Parameter, ParameterType } = rclnodejs;
const { SUCCESS } = rclnodejs.lifecycle.CallbackReturnCode;

await rclnodejs.init();
const node = rclnodejs.createLifecycleNode('camera');
const crashAfter = node.declareParameter(
  new Parameter('crash_after', ParameterType.PARAMETER_DOUBLE, 0),
).value;
let images;
let timer;

node.registerOnConfigure(() => {
  images = node.createLifecyclePublisher('std_msgs/msg/Float64', 'brightness');
  return SUCCESS;
});
node.registerOnActivate(() => {
  images.activate();
  timer = node.createTimer(100_000_000n, () => {
    images.publish({ data: 100 + 20 * Math.random() });
  });
  if (crashAfter > 0) setTimeout(() => process.exit(1), crashAfter * 1000);
  return SUCCESS;
});
node.registerOnDeactivate(() => {
  images.deactivate();
  timer.cancel();
  return SUCCESS;
});
node.registerOnCleanup(() => SUCCESS);
node.registerOnShutdown(() => SUCCESS);
rclnodejs.spin(node);
