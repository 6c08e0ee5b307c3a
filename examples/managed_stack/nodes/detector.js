// Smooths the brightness and tells when it is high, while it is active.
import rclnodejs from 'rclnodejs';

const { SUCCESS } = rclnodejs.lifecycle.CallbackReturnCode;

await rclnodejs.init();
const node = rclnodejs.createLifecycleNode('detector');
let detections;
let smooth = 100;

node.registerOnConfigure(() => {
  detections = node.createLifecyclePublisher('std_msgs/msg/Bool', 'bright');
  node.createSubscription('std_msgs/msg/Float64', 'brightness', ({ data }) => {
    smooth += 0.3 * (data - smooth);
    detections.publish({ data: smooth > 110 });
  });
  return SUCCESS;
});
node.registerOnActivate(() => {
  detections.activate();
  return SUCCESS;
});
node.registerOnDeactivate(() => {
  detections.deactivate();
  return SUCCESS;
});
node.registerOnCleanup(() => SUCCESS);
node.registerOnShutdown(() => SUCCESS);
rclnodejs.spin(node);
