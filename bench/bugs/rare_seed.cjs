// A measurement of 50 is beyond what the filter can stand with 2 % of seeds.
require('./small_system.cjs')((node) => {
  const sensor = node('sensor');
  sensor.after(100, () => {
    if (Math.random() < 0.02) throw new Error('an outlier');
  });
});
