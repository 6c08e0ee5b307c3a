// A controller that stands still for more than 30 ms misses its watchdog.
require('./small_system.cjs')((node) => {
  const controller = node('controller');
  const alive = controller.topic('/alive');
  let sent = 0;
  controller.every(20, () => alive(++sent));
  const watchdog = node('watchdog');
  let heard = 0;
  let missed = 0;
  watchdog.on('/alive', (data) => (heard = data));
  let last = 0;
  watchdog.after(10, () => {
    watchdog.every(20, () => {
      missed = heard === last && heard > 0 ? missed + 1 : 0;
      last = heard;
      if (missed > 1) throw new Error('the controller is silent');
    });
  });
});
