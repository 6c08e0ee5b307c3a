// The stop is told 1 ms before the order to drive, as long as no timer is late.
require('./small_system.cjs')((node) => {
  const motor = node('motor');
  let stopped = false;
  motor.on('/stop', () => (stopped = true));
  motor.on('/drive', () => {
    if (!stopped) throw new Error('drives before it was stopped');
  });
  const guard = node('guard');
  const stop = guard.topic('/stop');
  guard.after(100, () => stop(1));
  const driver = node('driver');
  const drive = driver.topic('/drive');
  driver.after(101, () => drive(1));
});
