// A driver checks its parameter, tells itself to go on, and reads the parameter again.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const driver = node('driver');
  const integer = (value) =>
    new rclnodejs.Parameter('step', rclnodejs.ParameterType.PARAMETER_INTEGER, BigInt(value));
  driver.ros.declareParameter(integer(5));
  const step = () => Number(driver.ros.getParameter('step').value);
  const checked = driver.topic('/checked');
  driver.every(100, () => step() > 0 && checked(1));
  driver.on('/checked', () => {
    if (step() === 0) throw new Error('a step of nothing');
  });
  const operator = node('operator');
  const stop = operator.topic('/stop');
  operator.after(700, () => stop(0));
  driver.on('/stop', (value) => driver.ros.setParameter(integer(value)));
});
