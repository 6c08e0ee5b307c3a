// Fails if the two sides come in one of the 256 orders that eight rounds may have.
require('./small_system.cjs')((node) => {
  const sink = node('sink');
  let order = '';
  for (const side of ['left', 'right']) {
    const source = node(side);
    const send = source.topic(`/${side}`);
    for (let round = 1; round <= 8; round++) source.after(50 * round, () => send(round));
    sink.on(`/${side}`, () => {
      order += side[0];
      if (order === 'rllrrllrlrrllrrl') throw new Error('the combination of the lock');
    });
  }
});
