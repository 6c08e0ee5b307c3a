// Fails with 18 % of seeds.
require('./small_system.cjs')((node) => {
  const sensor = node('sensor');
  sensor.after(100, () => {
    if (Math.random() < 0.18) throw new Error('an outlier');
  });
});
