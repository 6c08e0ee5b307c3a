// Two nodes that watch the heartbeat of a third, and each other: much that may be late, and none of it matters.
require('./small_system.cjs')((node) => {
  for (const [name, other] of [
    ['left', 'right'],
    ['right', 'left'],
  ]) {
    const watcher = node(name);
    const alive = watcher.topic(`/${name}`);
    watcher.on('/heartbeat', () => {});
    watcher.on(`/${other}`, () => {});
    watcher.every(20, () => alive(1));
  }
});
