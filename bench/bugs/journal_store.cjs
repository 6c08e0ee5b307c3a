// Keeps the journal of the writer, which may crash.
require('./small_system.cjs')((node) => {
  const store = node('store');
  let isOpen = false;
  store.on('/journal', (data) => (isOpen = data === 1));
  store.on('/started', () => {
    if (isOpen) throw new Error('the journal is open');
  });
});
