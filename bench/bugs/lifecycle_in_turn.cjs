// One manager configures a driver, and activates it when it has answered.
require('./small_system.cjs')((node) => {
  const driver = node('driver');
  let state = 'unconfigured';
  driver.serve('/configure', () => {
    state = 'inactive';
    return 1;
  });
  driver.serve('/activate', () => {
    if (state !== 'inactive') throw new Error(`activated when it is ${state}`);
    return 1;
  });
  const manager = node('manager');
  const configure = manager.client('/configure');
  const activate = manager.client('/activate');
  manager.after(100, async () => {
    await configure();
    await activate();
  });
});
