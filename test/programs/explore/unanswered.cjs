// A driver asks once for its motor to be enabled, and drives 100 ms later whether it has been answered or not.
const rclnodejs = require('rclnodejs');

(async () => {
  await rclnodejs.init();
  const motor = new rclnodejs.Node('motor');
  let isEnabled = false;
  motor.createService('std_srvs/srv/Empty', 'enable', (_request, response) => {
    isEnabled = true;
    response.send(response.template);
  });
  const driver = new rclnodejs.Node('driver');
  const client = driver.createClient('std_srvs/srv/Empty', 'enable');
  let isAnswered = false;
  const start = driver.createTimer(50_000_000n, () => {
    start.cancel();
    client.sendRequest({}, () => {
      isAnswered = true;
    });
  });
  driver.createTimer(150_000_000n, () => {
    if (!isAnswered)
      throw new Error(`the motor is ${isEnabled ? 'enabled, they say' : 'not enabled'}`);
  });
  motor.spin();
  driver.spin();
})();
