// Fails if the seventh scan is handled less than 1 ms after odometry, which normally comes 11 ms after each scan.
require('./small_system.cjs')((node) => {
  const ms = () => Number(map.ros.now().nanoseconds) / 1e6;
  const map = node('map');
  let moved = Number.NEGATIVE_INFINITY;
  map.on('/odom', () => {
    moved = ms();
  });
  map.on('/scan', (count) => {
    const age = ms() - moved;
    if (count === 7 && age > 0 && age < 1) throw new Error('a scan of another place');
  });
  const lidar = node('lidar');
  const scan = lidar.topic('/scan');
  let count = 0;
  lidar.every(100, () => scan(++count));
  const wheels = node('wheels');
  const odom = wheels.topic('/odom');
  wheels.after(11, () => wheels.every(100, () => odom(1)));
});
