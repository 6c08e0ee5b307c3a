// Fails if the two sides come in one of the 1024 orders that ten rounds may have.
require('./small_system.cjs')((node) => {
  const sink = node('sink');
  let firsts = '';
  for (const side of ['left', 'right']) {
    const source = node(side);
    const send = source.topic(`/${side}`);
    for (let round = 1; round <= 10; round++) source.after(50 * round, () => send(round));
    sink.on(`/${side}`, (round) => {
      if (firsts.length < round) firsts += side[0];
      if (firsts === 'lrrllrllrl') throw new Error('the combination of the lock');
    });
  }
});
