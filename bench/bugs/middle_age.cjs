// Fails if the fifth transform is 11 to 12 ms old when it arrives, where nothing else happens.
require('./small_system.cjs')((node) => {
  const us = ({ ros }) => Math.round(Number(ros.now().nanoseconds) / 1e3);
  const arm = node('arm');
  let count = 0;
  arm.on('/transform', (stamp) => {
    const age = us(arm) - stamp;
    if (++count === 5 && age > 11_000 && age < 12_000) throw new Error('the wrong transform');
  });
  const base = node('base');
  const send = base.topic('/transform');
  base.every(100, () => send(us(base)));
});
