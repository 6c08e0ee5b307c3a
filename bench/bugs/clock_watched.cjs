// A player starts its recording again; a mapper that sees the time go back begins anew by itself.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const mapper = node('mapper');
  mapper.ros.setParameters([
    new rclnodejs.Parameter('use_sim_time', rclnodejs.ParameterType.PARAMETER_BOOL, true),
  ]);
  let [last, scans] = [0, 0];
  mapper.on('/reset', () => ([last, scans] = [0, 0]));
  mapper.on('/scan', () => {
    const now = Number(mapper.ros.now().nanoseconds);
    if (now < last) scans = 0;
    last = now;
    if (++scans > 6) throw new Error('scans of two rounds in one map');
  });
  const player = node('player');
  const clock = player.ros.createPublisher('rosgraph_msgs/msg/Clock', '/clock');
  const [again, reset] = [player.topic('/again'), player.topic('/reset')];
  let ms = 0;
  player.every(50, () => {
    ms = ms === 450 ? 0 : ms + 50;
    clock.publish({ clock: { sec: 0, nanosec: ms * 1e6 } });
    if (ms === 0) again(0);
  });
  player.on('/again', () => reset(0));
  const scanner = node('scanner');
  const scan = scanner.topic('/scan');
  scanner.every(100, () => scan(1));
});
