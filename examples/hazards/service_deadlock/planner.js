// Plans paths: a service.
import rclnodejs from 'rclnodejs';

await rclnodejs.init();
const node = rclnodejs.createNode('planner');
node.createService('nav_msgs/srv/GetPlan', 'plan', (request, response) => {
  const plan = response.template;
  plan.plan.poses = [request.start, request.goal];
  response.send(plan);
});
rclnodejs.spin(node);
