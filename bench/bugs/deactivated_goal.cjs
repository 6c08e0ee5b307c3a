// A manager deactivates an arm unless it is told that a goal runs; a goal that has begun is told late.
const rclnodejs = require('rclnodejs');

const FIBONACCI = 'example_interfaces/action/Fibonacci';

require('./small_system.cjs')((node) => {
  const arm = node('arm');
  const busy = arm.topic('/busy');
  const broken = arm.topic('/broken');
  arm.on('/broken', () => {
    throw new Error('a goal runs in an inactive arm');
  });
  let isActive = true;
  arm.on('/deactivate', () => (isActive = false));
  new rclnodejs.ActionServer(
    arm.ros,
    FIBONACCI,
    '/move',
    async (goal) => {
      busy(1);
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (!isActive) broken(1);
      goal.succeed();
      busy(0);
      return new (rclnodejs.require(FIBONACCI).Result)();
    },
    () => (isActive ? rclnodejs.GoalResponse.ACCEPT : rclnodejs.GoalResponse.REJECT),
  );
  const manager = node('manager');
  const deactivate = manager.topic('/deactivate');
  let isBusy = false;
  manager.on('/busy', (value) => (isBusy = value === 1));
  const client = node('client');
  const move = new rclnodejs.ActionClient(client.ros, FIBONACCI, '/move');
  client.after(400, () => move.sendGoal(new (rclnodejs.require(FIBONACCI).Goal)()));
  manager.after(400, () => {
    if (!isBusy) deactivate(1);
  });
});
