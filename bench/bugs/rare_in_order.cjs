// With 4 % of seeds a scan is long; then the stop that comes with it must not be heard before it.
require('./small_system.cjs')((node) => {
  const planner = node('planner');
  let isLong = false;
  let isStopped = false;
  planner.on('/stop', () => (isStopped = true));
  planner.on('/scan', (length) => {
    isLong = length > 96;
    if (isLong && isStopped) throw new Error('it stops in a long scan');
  });
  const scanner = node('scanner');
  const scan = scanner.topic('/scan');
  scanner.after(100, () => scan(Math.floor(Math.random() * 100) + 1));
  const button = node('button');
  const stop = button.topic('/stop');
  button.after(100, () => stop(1));
});
