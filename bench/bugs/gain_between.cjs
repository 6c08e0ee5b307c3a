// Two parameters are set one after the other; a control step in between uses the new gain with the old limit.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const number = (name, value) =>
    new rclnodejs.Parameter(name, rclnodejs.ParameterType.PARAMETER_INTEGER, BigInt(value));
  const controller = node('controller');
  for (const name of ['gain', 'limit']) controller.ros.declareParameter(number(name, 10));
  const value = (name) => Number(controller.ros.getParameter(name).value);
  for (const name of ['gain', 'limit']) {
    controller.on(`/${name}`, (data) => controller.ros.setParameter(number(name, data)));
  }
  controller.every(50, () => {
    if (value('gain') > value('limit')) throw new Error('the gain is above its limit');
  });
  const tuner = node('tuner');
  const limit = tuner.topic('/limit');
  const gain = tuner.topic('/gain');
  tuner.after(500, () => {
    limit(20);
    gain(20);
  });
  tuner.after(700, () => {
    limit(10);
    gain(10);
  });
});
