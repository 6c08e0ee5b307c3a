// Fails if five messages of one moment come in the opposite order, which is one of 120.
require('./small_system.cjs')((node) => {
  const sink = node('sink');
  let order = '';
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const source = node(name);
    const send = source.topic(`/${name}`);
    source.after(100, () => send(1));
    sink.on(`/${name}`, () => {
      order += name;
      if (order === 'edcba') throw new Error('the opposite order');
    });
  }
});
