// A lifecycle camera has no image while it is inactive; a manager in Python deactivates it when an app asks for one.
import rclnodejs from 'rclnodejs';

const { SUCCESS } = rclnodejs.lifecycle.CallbackReturnCode;
await rclnodejs.init();
const node = rclnodejs.createLifecycleNode('camera');
let image;
node.registerOnConfigure(() => SUCCESS);
node.registerOnActivate(() => {
  image = { width: 640 };
  return SUCCESS;
});
node.registerOnDeactivate(() => {
  image = undefined;
  return SUCCESS;
});
node.createService('std_srvs/srv/Trigger', 'capture', (_request, response) => {
  const reply = response.template;
  reply.success = image.width > 0;
  response.send(reply);
});
node.configure();
node.activate();
rclnodejs.spin(node);
