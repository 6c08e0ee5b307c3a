// Random values that are always within their bounds.
require('./small_system.cjs')((node) => {
  const sensor = node('sensor');
  const send = sensor.topic('/value');
  const filter = node('filter');
  sensor.every(50, () => send(Math.floor(Math.random() * 100)));
  filter.on('/value', (data) => {
    if (data < 0 || data > 99) throw new Error('out of bounds');
  });
});
