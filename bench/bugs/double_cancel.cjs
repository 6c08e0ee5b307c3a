// A user and a watchdog may both cancel a goal; each looks whether it has been cancelled.
require('./small_system.cjs')((node) => {
  const server = node('server');
  const cancelled = server.topic('/cancelled');
  let running = 1;
  server.on('/cancel', () => {
    running--;
    if (running < 0) throw new Error('fewer than no goals');
    cancelled(1);
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
