// A worker sleeps when its service has answered; a wake-up before that is lost, and there is only one.
require('./small_system.cjs')((node) => {
  const worker = node('worker');
  const ask = worker.client('/is_ready');
  const done = worker.topic('/done');
  let isAsleep = false;
  worker.after(300, async () => {
    await ask(1, 1);
    isAsleep = true;
  });
  worker.on('/wake', () => {
    if (isAsleep) done(1);
  });
  node('server').serve('/is_ready', (a, b) => a + b);
  const alarm = node('alarm');
  const wake = alarm.topic('/wake');
  alarm.after(300, () => wake(1));
});
