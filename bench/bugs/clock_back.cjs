// A player starts its recording again; a scan that comes between the earlier /clock and /reset is older than the last.
const rclnodejs = require('rclnodejs');

require('./small_system.cjs')((node) => {
  const mapper = node('mapper');
  mapper.ros.setParameters([
    new rclnodejs.Parameter('use_sim_time', rclnodejs.ParameterType.PARAMETER_BOOL, true),
  ]);
  let last = 0;
  mapper.on('/reset', () => (last = 0));
  mapper.on('/scan', () => {
    const now = Number(mapper.ros.now().nanoseconds);
    if (now < last) throw new Error('a scan from the past');
    last = now;
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
