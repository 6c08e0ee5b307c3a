// A heater is switched on every 2 s and off every 1.5 s; they meet after 6 s, and then it may stay on.
require('./small_system.cjs')((node) => {
  const heater = node('heater');
  let onSince;
  heater.on('/on', (second) => (onSince = second));
  heater.on('/off', () => (onSince = undefined));
  heater.on('/second', (now) => {
    if (now - onSince >= 1) throw new Error('the heater is too hot');
  });
  const clock = node('clock');
  const tick = clock.topic('/second');
  let second = 0;
  clock.after(200, () => clock.every(1000, () => tick(++second)));
  const warmer = node('warmer');
  const on = warmer.topic('/on');
  let round = 0;
  warmer.every(2000, () => {
    round += 2;
    on(round);
  });
  const saver = node('saver');
  const off = saver.topic('/off');
  saver.every(1500, () => off(1));
});
