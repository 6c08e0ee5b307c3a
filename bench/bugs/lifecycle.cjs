// One manager configures a driver, another activates it, at the same moment.
require('./small_system.cjs')((node) => {
  const driver = node('driver');
  let state = 'unconfigured';
  driver.on('/configure', () => (state = 'inactive'));
  driver.on('/activate', () => {
    if (state !== 'inactive') throw new Error(`activated when it is ${state}`);
    state = 'active';
  });
  for (const what of ['configure', 'activate']) {
    const manager = node(`manager_${what}`);
    const order = manager.topic(`/${what}`);
    manager.after(100, () => order(1));
  }
});
