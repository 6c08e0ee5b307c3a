// A goal that has been cancelled is not cancelled again.
require('./small_system.cjs')((node) => {
  const server = node('server');
  const cancelled = server.topic('/cancelled');
  const running = new Set([1]);
  let count = 1;
  server.on('/cancel', (goal) => {
    if (!running.delete(goal)) return;
    count--;
    if (count < 0) throw new Error('fewer than no goals');
    cancelled(goal);
  });
  for (const name of ['user', 'watchdog']) {
    const who = node(name);
    const cancel = who.topic('/cancel');
    let isOver = false;
    who.on('/cancelled', () => (isOver = true));
    who.after(600, () => {
      if (!isOver) cancel(1);
    });
  }
});
