// A timer that is to pause stops itself when it fires next; who resets it before makes a second one.
require('./small_system.cjs')((node) => {
  const countdown = node('countdown');
  const tick = countdown.topic('/tick');
  let isPausing = false;
  let ticks = 0;
  const start = () => {
    const timer = countdown.every(50, () => {
      if (!isPausing) tick(++ticks);
      else timer.cancel();
    });
  };
  countdown.on('/pause', () => (isPausing = true));
  countdown.on('/reset', () => {
    if (!isPausing) return;
    isPausing = false;
    start();
  });
  start();
  const panel = node('panel');
  const reset = panel.topic('/reset');
  const safety = node('safety');
  const pause = safety.topic('/pause');
  const judge = node('judge');
  let heard = 0;
  judge.on('/tick', () => heard++);
  panel.after(419, () => reset(1));
  safety.after(420, () => pause(1));
  judge.every(90, () => {
    if (heard > 3) throw new Error('two timers tick');
    heard = 0;
  });
});
