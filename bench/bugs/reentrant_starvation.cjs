// A driver answers each question by asking itself on, and forgets the stop as long as somebody asks.
require('./small_system.cjs')((node) => {
  const driver = node('driver');
  const more = driver.topic('/more');
  let left = 0;
  let isStopped = false;
  let after = 0;
  driver.on('/question', (count) => {
    left = count;
    more(1);
  });
  driver.on('/more', () => {
    if (isStopped) return;
    if (++after > 3) throw new Error('the stop waits for four answers');
    if (--left > 0) more(1);
  });
  driver.on('/stop', () => (isStopped = true));
  const guard = node('guard');
  const stop = guard.topic('/stop');
  guard.after(300, () => stop(1));
  const asker = node('asker');
  const ask = asker.topic('/question');
  asker.after(300, () => ask(8));
});
