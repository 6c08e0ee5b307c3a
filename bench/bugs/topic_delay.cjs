// Cannot stand a transform that is more than 20 ms older than the scan.
require('./small_system.cjs')((node) => {
  const mapper = node('mapper');
  let transform = 0;
  mapper.on('/transform', (data) => (transform = data));
  mapper.on('/scan', (data) => {
    if (data - transform > 20) throw new Error('the transform is too old');
  });
  const base = node('base');
  const tell = base.topic('/transform');
  let time = 0;
  base.every(10, () => {
    time += 10;
    tell(time);
  });
  const laser = node('laser');
  const scan = laser.topic('/scan');
  let now = 0;
  laser.every(50, () => {
    now += 50;
    scan(now);
  });
});
