// A scan is placed with the newest transform, which must be at most 8 ms older; a transform comes 6 ms before each scan.
require('./small_system.cjs')((node) => {
  const ms = () => Number(map.ros.now().nanoseconds) / 1e6;
  const map = node('map');
  let newest = Number.NEGATIVE_INFINITY;
  map.on('/transform', (stamp) => (newest = stamp));
  map.on('/scan', (stamp) => {
    if (stamp - newest > 8) throw new Error('a transform would be extrapolated');
  });
  const odometry = node('odometry');
  const transform = odometry.topic('/transform');
  odometry.every(50, () => transform(Math.round(ms())));
  const laser = node('laser');
  const scan = laser.topic('/scan');
  laser.after(6, () => laser.every(50, () => scan(Math.round(ms()))));
});
