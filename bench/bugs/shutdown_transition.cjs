// A node that is shut down while it activates reports that it is finalized, and then active.
require('./small_system.cjs')((node) => {
  const driver = node('driver');
  const state = driver.topic('/state');
  const ready = driver.topic('/ready');
  let isUp = true;
  driver.on('/activate', () => isUp && ready(1));
  driver.on('/ready', () => state(2));
  driver.on('/shutdown', () => {
    isUp = false;
    state(3);
  });
  const manager = node('manager');
  const activate = manager.topic('/activate');
  manager.after(300, () => activate(1));
  const supervisor = node('supervisor');
  const shutdown = supervisor.topic('/shutdown');
  supervisor.after(300, () => shutdown(1));
  const panel = node('panel');
  let shown = 0;
  panel.on('/state', (now) => {
    if (shown === 3) throw new Error('active after it was finalized');
    shown = now;
  });
});
