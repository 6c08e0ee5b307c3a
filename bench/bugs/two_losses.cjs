// Takes the robot for lost when two heartbeats in turn have not come.
require('./small_system.cjs')((node) => {
  const robot = node('robot');
  const beat = robot.topic('/heartbeat');
  robot.every(100, () => beat(1));
  const watchdog = node('watchdog');
  let silent = 0;
  watchdog.on('/heartbeat', () => (silent = 0));
  watchdog.after(50, () => {
    watchdog.every(100, () => {
      if (++silent > 2) throw new Error('the robot is lost');
    });
  });
});
