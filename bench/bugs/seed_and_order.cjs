// Needs a seed of every fifth, and the message of the watchdog before that of the sensor.
require('./small_system.cjs')((node) => {
  const judge = node('judge');
  let value = 0;
  judge.on('/value', (data) => (value = data));
  judge.on('/check', () => {
    if (value === 0) throw new Error('no value');
  });
  const sensor = node('sensor');
  const send = sensor.topic('/value');
  const isBad = Math.random() < 0.2;
  sensor.after(100, () => send(1));
  const watchdog = node('watchdog');
  const check = watchdog.topic('/check');
  watchdog.after(100, () => isBad && check(1));
});
